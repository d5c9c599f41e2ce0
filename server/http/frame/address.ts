import { BlockList, isIP } from 'node:net';

/** The binding of @hono/node-server: the request's socket. */
export interface ClientAddress {
  incoming: { socket: { remoteAddress?: string | undefined } };
}

/** The parts of a request from which its address is read. */
interface Addressed {
  env: unknown;
  req: { header: (name: string) => string | undefined };
}

/**
 * Returns the client's address. Reads X-Forwarded-For from its right end for as long as the address before it is a
 * trusted proxy (addresses or CIDR blocks), because anyone else can write anything there.
 */
export function clientAddress(trustedProxies: string[]): (c: Addressed) => string {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix) trusted.addSubnet(address, Number(prefix), family);
    else trusted.addAddress(address, family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (c) => {
    const socket = (c.env as ClientAddress | undefined)?.incoming?.socket.remoteAddress;
    let address = plain(socket ?? '0.0.0.0');
    const header = c.req.header('x-forwarded-for');
    if (!header) return address;
    const forwarded = header.split(',').map((part) => plain(part.trim()));
    while (isTrusted(address)) {
      const before = forwarded.pop();
      if (!before || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

/** Removes the IPv6 prefix of an IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
