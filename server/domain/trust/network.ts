import { isIP } from 'node:net';

const GROUPS = 8;
/** Groups of 16 bits in a /64, the smallest network that a customer is given (RFC 6177). */
const NETWORK_GROUPS = 4;

/** What a limit per address counts: an IPv4 address, or the /64 of an IPv6 address, whose owner has all of it. */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [address = ''] = ip.split('%');
  const [head = '', tail] = address.split('::');
  const groups = groupsOf(head);
  if (tail !== undefined) {
    const after = groupsOf(tail);
    while (groups.length + after.length < GROUPS) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups; they are never part of the /64 of a public address. */
const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
