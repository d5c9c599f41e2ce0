import { randomUUID } from 'node:crypto';
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

/** Returns whether an address is one of these proxies (addresses or CIDR blocks). */
function trustOf(trustedProxies: string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix) trusted.addSubnet(address, Number(prefix), family);
    else trusted.addAddress(address, family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const peerOf = ({ env }: Pick<Addressed, 'env'>) =>
  plain((env as ClientAddress | undefined)?.incoming?.socket.remoteAddress ?? '0.0.0.0');

/** The proxies in front of the server, and how far they are believed. */
export interface Proxies {
  /** Addresses or CIDR blocks that say who the client is. */
  trustedProxies: string[];
  /** Whether they replace the ids that a client sends, so that theirs can be taken. */
  trustedRequestIds: boolean;
}

/** What a proxy calls the request if its ids are taken, else what the server calls it. */
export interface CallerIds {
  requestId: string;
  /** W3C Trace Context. */
  traceparent: string | undefined;
}

/** Long enough to be unique, and without what could break a line of a log. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

/** Returns the ids of the proxy that passes a request on, or a new one. */
export function callerIds({ trustedProxies, trustedRequestIds }: Proxies): (c: Addressed) => CallerIds {
  const isTrusted = trustOf(trustedProxies);
  return (c) => {
    // Most proxies pass on what the client wrote, unless they are told to replace it.
    if (!trustedRequestIds || !isTrusted(peerOf(c)))
      return { requestId: randomUUID(), traceparent: undefined };
    const given = c.req.header('x-request-id') ?? '';
    return {
      requestId: REQUEST_ID.test(given) ? given : randomUUID(),
      traceparent: c.req.header('traceparent'),
    };
  };
}

/**
 * Returns the client's address. Reads X-Forwarded-For from its right end for as long as the address before it is a
 * trusted proxy (addresses or CIDR blocks), because anyone else can write anything there.
 */
export function clientAddress(trustedProxies: string[]): (c: Addressed) => string {
  const isTrusted = trustOf(trustedProxies);
  return (c) => {
    let address = peerOf(c);
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
