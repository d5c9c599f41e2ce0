import type { Hono, Context as HonoContext } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { Refusal } from '#domain/common/refusal.ts';
import { once } from '#server/once.ts';
import type { Env } from './env.ts';

/**
 * Refuses requests that no route takes: method_not_allowed with `Allow` (RFC 9110, section 15.5.6) if the address takes
 * other methods, else not_found. Only for the API: what else the site serves is hidden from some.
 */
export function refuseUnknown(app: Hono<Env>): (c: HonoContext<Env>) => never {
  const methodsOf = once(() => readMethods(app));
  return (c) => {
    const methods = methodsOf()(c.req.path);
    if (methods.length === 0 || methods.includes(c.req.method)) throw new Refusal('not_found');
    c.header('Allow', methods.join(', '));
    throw new Refusal('method_not_allowed');
  };
}

/** Returns the methods of an address. Routes must have been added already. */
function readMethods({ routes }: Hono<Env>): (path: string) => string[] {
  const router = new TrieRouter<string>();
  for (const { method, path } of routes) {
    if (method !== 'ALL' && path.startsWith('/api/')) router.add('GET', path, method);
  }
  return (path) => {
    const found = new Set(router.match('GET', path)[0].map(([method]) => method));
    return [...(found.has('GET') ? found.add('HEAD') : found)].sort();
  };
}
