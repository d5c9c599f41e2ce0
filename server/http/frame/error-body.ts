import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Refusal } from '#domain/common/refusal.ts';

const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';

/**
 * Answers a refused call: `{ error, code }`, or for callers whose Accept names it the same as a problem of RFC 9457. `fields`
 * are texts for people, by input.
 */
export function refuse(
  c: Context,
  refusal: Refusal,
  fields: ErrorBody['fields'],
  requestId: string,
): Response {
  const { code, status, message, details } = refusal;
  const body: ErrorBody = {
    error: message,
    code,
    ...(fields ? { fields } : {}),
    ...(details ? { details } : {}),
  };
  c.header('Vary', 'Accept', { append: true });
  const headers = { 'Content-Type': acceptedType(c) };
  if (headers['Content-Type'] !== PROBLEM) return c.body(JSON.stringify(body), status as 400, headers);
  const problem = {
    type: `/api/docs#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
  };
  return c.body(JSON.stringify({ ...problem, ...body }), status as 400, headers);
}

/** The same for every occurrence of a code: `insufficient_points` is 'Insufficient points'. */
export const titleOf = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Problems for callers who name them and do not like plain JSON better. */
const acceptedType = (c: Context): string =>
  accepts(c, {
    header: 'Accept',
    supports: [JSON_TYPE, PROBLEM],
    default: JSON_TYPE,
    match: (named, { default: otherwise }) => {
      const liking = (type: string) => named.find((one) => one.type.toLowerCase() === type)?.q ?? 0;
      return liking(PROBLEM) > 0 && liking(PROBLEM) >= liking(JSON_TYPE) ? PROBLEM : otherwise;
    },
  });
