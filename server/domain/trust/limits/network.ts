import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups of 16 bits in a /64, the smallest network that a customer is given (RFC 6177). */
const NETWORK_GROUPS = 4;

/** Groups in a /48, which providers give to a site and hosting companies to anyone for a few dollars. */
const SITE_GROUPS = 3;

/** The network that limits count: an IPv4 address, or the /64 of an IPv6 address, whose owner has all of it. */
export const networkOf = (ip: string): string => prefixOf(ip, NETWORK_GROUPS);

/** The larger network that one attacker can have: an IPv4 address, or the /48 of an IPv6 address. */
export const siteOf = (ip: string): string => prefixOf(ip, SITE_GROUPS);

/**
 * The network in which someone with many addresses usually has them: the /24 of an IPv4 address, the /48 of an IPv6
 * address.
 */
export const blockOf = (ip: string): string =>
  isIP(ip) === 4 ? `${ip.slice(0, ip.lastIndexOf('.'))}.0/24` : siteOf(ip);

function prefixOf(ip: string, groupCount: number): string {
  if (isIP(ip) !== 6) return ip;
  // Node accepts more characters in a zone's name than ipaddr.js does.
  const [address = ''] = ip.split('%');
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, groupCount);
  return `${groups.map((group) => group.toString(16)).join(':')}::/${groupCount * 16}`;
}
