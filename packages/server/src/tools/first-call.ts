/** The id of a call before a crash made it be called again: what a tool makes is named by it, so that it is made once. */
export function firstCall(callId: string): string {
  return callId.replace(/~+$/, '');
}
