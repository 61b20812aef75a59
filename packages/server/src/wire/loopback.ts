/** Whether a host leads to this machine alone: a name or an address, IPv6 with brackets as in URLs or without. */
export function isLoopback(host: string): boolean {
  const bare = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  return bare === '::1' || (bare === host && (host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host)));
}
