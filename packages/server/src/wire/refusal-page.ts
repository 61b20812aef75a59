import type { IncomingMessage } from 'node:http';

/** Somebody at a browser, who should read words and not JSON. */
export function wantsPage({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

/** A refusal as a page of its own: it loads nothing, since nothing is open to this reader. */
export function refusalPage(detail: string): string {
  const lines = detail.split(' / ').map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Polywire</title></head><body><main><h1>Polywire</h1>${lines.join('')}</main></body></html>\n`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
