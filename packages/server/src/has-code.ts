/** Whether it is an error of the system, or of a library, under this code. */
export function hasCode(thrown: unknown, code: string): boolean {
  return codeIn(thrown) === code;
}

/** The code of such an error; empty where it has none. */
export function codeIn(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
