import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from './afterwards.ts';

/** A stand-in for the range interface of Have I Been Pwned, as it is documented. */
export interface RangeService {
  /** What a site's BREACHED_PASSWORDS_URL is. */
  address: string;
  /** The paths that were asked for. */
  asked: string[];
  /** How later requests are answered; undefined as documented. */
  behave: (how: ((request: IncomingMessage, response: ServerResponse) => void) | undefined) => void;
}

/** Starts a service that knows these passwords. It refuses what a caller must not send. */
export async function startRangeService(...passwords: string[]): Promise<RangeService> {
  const known = passwords.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase());
  const asked: string[] = [];
  let how: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (how) return how(request, response);
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(request.url ?? '')?.[1];
    if (!prefix || request.method !== 'GET' || request.headers['add-padding'] !== 'true')
      return response.writeHead(400).end('The hash prefix was not in a valid format');
    const found = known.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:37`);
    response.end([...found, ...paddingOf(prefix, passwords)].join('\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`,
    asked,
    behave: (next) => {
      how = next;
    },
  };
}

/** Lines that hide the length of the list. One has the hash of a password that nobody has used, if it begins so. */
function paddingOf(prefix: string, passwords: string[]): string[] {
  const unused = createHash('sha1').update(PADDING_PASSWORD).digest('hex').toUpperCase();
  const random = [...passwords, 'x'].map((word) => createHash('sha1').update(`${word}!`).digest('hex'));
  return [
    ...(unused.startsWith(prefix) ? [`${unused.slice(5)}:0`] : []),
    ...random.map((hash) => `${hash.slice(5).toUpperCase()}:0`),
  ];
}

/** Its hash stands in the service's padding, with the count 0. */
export const PADDING_PASSWORD = 'only ever in the padding';
