/** Work that nobody waits for: what goes wrong in it is told, since a rejection that nobody hears ends the process. */
export function detached(work: Promise<unknown> | undefined, told: (error: unknown) => void): void {
  work?.catch(told);
}
