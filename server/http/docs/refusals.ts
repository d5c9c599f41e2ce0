import type { AnyEndpoint } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { Content, Operation, Response } from './operation.ts';
import type { JsonSchema } from './schemas.ts';

/** Refusals in the OpenAPI document. */

const EVERYWHERE: readonly ErrorCode[] = ['too_many_requests', 'internal', 'busy'];
const OF_STAFF: readonly ErrorCode[] = [
  'not_admin',
  'two_factor_admin_required',
  'passkey_required',
  'not_permitted',
  'scope_missing',
];
const OF_BODIES: readonly ErrorCode[] = ['invalid_input', 'invalid_json'];

/** Responses that many calls share: the name in the document, and all codes that it can have. */
const SHARED: Record<string, readonly ErrorCode[]> = {
  TooManyRequests: ['too_many_requests'],
  Internal: ['internal'],
  Busy: ['busy'],
  CaptchaUnavailable: ['captcha_unavailable', 'busy'],
  NotSignedIn: ['not_signed_in'],
  NoSessionOrKey: ['not_signed_in', 'invalid_key'],
  NotPermitted: [...OF_STAFF, 'cross_site'],
  NotPermittedToday: [...OF_STAFF, 'reauthentication_required', 'cross_site'],
  NotOwnApproval: [...OF_STAFF, 'approval_own', 'cross_site'],
  NotOwnApprovalToday: [...OF_STAFF, 'approval_own', 'reauthentication_required', 'cross_site'],
  NotByKeyToday: [...OF_STAFF, 'person_required', 'reauthentication_required', 'cross_site'],
  CrossSite: ['cross_site'],
  Suspended: ['suspended', 'cross_site'],
  PasswordFirst: ['reauthentication_required', 'cross_site'],
  NotFound: ['not_found'],
  InvalidInput: ['invalid_input'],
  InvalidBody: OF_BODIES,
  TooLarge: ['body_too_large'],
  NotJson: ['json_required'],
};

type Refusing = Pick<
  AnyEndpoint,
  'access' | 'freshSignIn' | 'params' | 'query' | 'body' | 'method' | 'errors'
>;

/** Every code that a call may refuse with, in no order. */
function codesOf(endpoint: Refusing): Set<ErrorCode> {
  const { access, freshSignIn, params, query, body, method, errors = [] } = endpoint;
  return new Set([
    ...errors,
    ...EVERYWHERE,
    ...(access === 'public' ? [] : (['not_signed_in'] as const)),
    ...(access === 'admin' ? (['invalid_key', ...OF_STAFF] as const) : []),
    ...(freshSignIn ? (['reauthentication_required'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(params || query ? (['invalid_input'] as const) : []),
    ...(body ? ([...OF_BODIES, 'body_too_large'] as const) : []),
    ...(access === 'public' && method === 'GET' ? [] : (['cross_site'] as const)),
    ...(method === 'GET' ? [] : (['json_required'] as const)),
  ]);
}

/** The refusals of a call by status, ascending. */
export function refusals(endpoint: Refusing): Operation['responses'] {
  const codes = [...codesOf(endpoint)];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => ERRORS[code].status === status);
      const shared = Object.entries(SHARED).find(([, all]) => isSameSet(all, own));
      return [status, shared ? { $ref: `#/components/responses/${shared[0]}` } : response(own)];
    }),
  );
}

const isSameSet = (a: readonly ErrorCode[], b: readonly ErrorCode[]) =>
  a.length === b.length && a.every((code) => b.includes(code));

/** The shared responses, for the document's components. */
export const sharedRefusals = (): Record<string, Response> =>
  Object.fromEntries(Object.entries(SHARED).map(([name, codes]) => [name, response(codes)]));

function response(codes: readonly ErrorCode[]): Response {
  const [code = 'internal'] = codes;
  const { text, status } = ERRORS[code];
  return {
    description: codes.map((one) => `\`${one}\`: ${ERRORS[one].text}`).join('\n'),
    ...(HEADERS[status] && { headers: HEADERS[status] }),
    content: errorContent({ error: text, code }),
  };
}

const errorContent = (example: { error: string; code: ErrorCode }): Content => ({
  'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, example },
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
});

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
/** By status. */
const HEADERS: Record<number, Response['headers']> = {
  429: {
    ...RETRY_AFTER,
    RateLimit: { $ref: '#/components/headers/RateLimit' },
    'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  },
  503: RETRY_AFTER,
};

const text: JsonSchema = { type: 'string' };
const ERROR: Record<string, JsonSchema> = {
  error: { ...text, description: 'For people, in English.' },
  code: { $ref: '#/components/schemas/ErrorCode' },
  fields: {
    type: 'object',
    additionalProperties: text,
    description: 'What is wrong with the input, by its path.',
  },
  details: {
    type: 'object',
    additionalProperties: { type: ['string', 'number'] },
    description: 'The numbers and names in the text.',
  },
};

/** The bodies of refusals, see `server/http/frame/error-body.ts`. */
export const ERROR_SCHEMAS: Record<string, JsonSchema> = {
  ErrorCode: {
    type: 'string',
    enum: Object.keys(ERRORS),
    description: 'What went wrong, as a word that does not change. A later version may add words.',
  },
  ErrorBody: { type: 'object', required: ['error', 'code'], properties: ERROR },
  Problem: {
    type: 'object',
    description: 'The same as a problem of RFC 9457, for callers whose Accept names it.',
    required: ['type', 'title', 'status', 'detail', 'instance', 'error', 'code'],
    properties: {
      type: { ...text, format: 'uri-reference', description: 'Where the code is explained.' },
      title: { ...text, description: 'The code in words.' },
      status: { type: 'integer', description: 'The status of the response.' },
      detail: { ...text, description: 'The text of this case, the same as `error`.' },
      instance: { ...text, format: 'uri', description: 'The id of the request, as in the log of the site.' },
      ...ERROR,
    },
  },
};
