import { hash } from 'node:crypto';
import type { Context as HonoContext } from 'hono';

/** 128 bits of the digest, in base64url. */
const VERSION_CHARS = 22;

/** The version of a body: two bodies have the same one only if they are equal. */
export const versionOf = (body: string): string =>
  `"${hash('sha256', body, 'base64url').slice(0, VERSION_CHARS)}"`;

/**
 * Whether the caller says that it has this version (If-None-Match, RFC 9110, section 13.1.2). Proxies that compress mark
 * versions as weak, and a caller may name several.
 */
export const hasVersion = (c: HonoContext, version: string): boolean =>
  c.req.header('if-none-match')?.includes(version) ?? false;
