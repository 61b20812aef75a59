// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** What a server or a model says must not steer the terminal: only line feeds and tabs are left of its control characters. */
export function safe(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(CONTROL, '');
}
