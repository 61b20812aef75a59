/** Code that has `return` or `await` at its top, as something that may have them. */
export function asFunction(code: string): string {
  return `(async function () {\n${code}\n})()`;
}
