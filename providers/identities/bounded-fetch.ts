import * as http from 'node:http';
import * as https from 'node:https';
import { guardAddresses } from '#providers/common/guarded-address.ts';
import { isPublic } from '#providers/common/public-address.ts';
import { readBounded } from '#providers/common/read-bounded.ts';
import { responseOf } from '#providers/common/response-of.ts';

/** In milliseconds, for each call: a visitor waits for two or three. */
const TIMEOUT_MS = 4_000;
/** Lists of keys have a few thousand bytes. */
const ANSWER_BYTES_MAX = 256 * 1024;

interface Call {
  method: string;
  headers: Record<string, string>;
  /** Text, or what becomes one, as the form of a token request does. */
  body?: unknown;
}

/**
 * Returns a function that calls a site whose accounts sign in here, as `fetch` does, with an end, without following
 * redirects, and reads its answer up to a size. It throws TypeError for whatever goes wrong.
 *
 * The operator chose the issuer, which may be in a private network. Other hosts come from what it says about itself: they
 * are reached in a private network only if the issuer itself has just answered from one, so that no site elsewhere points
 * this server at what stands beside it.
 */
export function boundedFetch(
  issuer: URL,
  isOutside: (address: string) => boolean = isPublic,
): (url: string, call: Call) => Promise<Response> {
  let isIssuerOutside = true;
  const anywhere = guardAddresses(() => true);
  const asFarAsIssuer = guardAddresses((address) => isOutside(address) || !isIssuerOutside);
  return async (text, call) => {
    const url = new URL(text);
    const isIssuer = url.origin === issuer.origin;
    try {
      const guard = isIssuer ? anywhere : asFarAsIssuer;
      if (guard.refuses(url)) throw new Error('address refused');
      const reply = await send(url, call, guard.lookup);
      const { remoteAddress } = reply.socket;
      if (isIssuer) isIssuerOutside = remoteAddress === undefined || isOutside(remoteAddress);
      const bytes = await readBounded(reply, ANSWER_BYTES_MAX);
      const status = reply.statusCode ?? 0;
      if (status >= 300 && status < 400) throw new Error('a redirect');
      return new Response(bytes, {
        status,
        headers: { 'content-type': reply.headers['content-type'] ?? '' },
      });
    } catch (error) {
      throw new TypeError(`${url.origin} gave no answer`, { cause: error });
    }
  };
}

function send(url: URL, { method, headers, body }: Call, lookup: https.RequestOptions['lookup']) {
  const { request } = url.protocol === 'https:' ? https : http;
  const content = body === undefined || body === null ? '' : String(body);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const length = content === '' ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  const options = { method, agent: false, lookup, signal, headers: { ...headers, ...length } };
  return responseOf(request(url, options).end(content));
}
