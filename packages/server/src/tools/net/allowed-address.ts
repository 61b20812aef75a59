import ipaddr from 'ipaddr.js';

/** Whether an address belongs to the open internet: not to this machine, its network, or anything set aside. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  const v6 = parsed as Extract<typeof parsed, { isIPv4MappedAddress(): boolean }>;
  // One that carries an IPv4 address is judged by that one.
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address().range() === 'unicast';
  // Of IPv6 only 2000::/3 is given out to the public.
  return v6.range() === 'unicast' && ((v6.parts[0] ?? 0) & 0xe000) === 0x2000;
}
