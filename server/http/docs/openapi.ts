import { z } from 'zod';
import { KEY_SCOPES } from '#contract/api-keys.values.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import { exampleOf, GIVEN_EXAMPLES } from './examples.ts';
import { type Content, type Operation, TAGS, type Tag } from './operation.ts';
import { RECEIVERS } from './receivers.ts';
import { WEBHOOKS } from './webhooks.ts';

/** The API as an OpenAPI 3.1 document, made from the contract. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: typeof WEBHOOKS;
  components: Record<string, unknown>;
}

/** The first matching beginning of a path decides its tag. */
const TAG_OF: readonly (readonly [beginning: RegExp, tag: Tag])[] = [
  [/^\/api\/admin\//, 'Administration'],
  [/^\/api\/(tasks|walls|missions|claims|rapidoreach)/, 'Earning'],
  [/^\/api\/(rewards|redemptions|billing-address|captcha|verify-captcha|cards|reviews)/, 'Rewards'],
  [/^\/api\/(site|client-errors|push)/, 'Site'],
];

const WHO = {
  public: 'Open to everyone.',
  member: 'Needs a session.',
  admin: 'Needs the session of an admin.',
};
const ABOUT = [
  'Errors are JSON: `error` is a text for people, `code` a stable word, `fields` names bad input.',
  'Money is whole US cents unless a field says otherwise, points are whole points, times are UTC in ISO 8601.',
  'Admins make API keys for other systems. A key is sent as `Authorization: Bearer <key>`, to calls of the administration alone, each of which names the scope that it needs.',
  'Long lists come in pages: `before`, `after` or `limit` where a call names them. The next page begins behind the last entry of this one.',
  'Redemptions, awards and adjustments take a request id, in the body as `requestId` or in the header `Idempotency-Key`: the same id with the same input is carried out once and answered the same; with other input it is refused.',
  'What is read again and again carries its version as `ETag`. A caller that sends it as `If-None-Match` gets 304 without a body while nothing has changed.',
  'Limits count by address, by member and by key. A call over its limit answers 429 with `Retry-After` in seconds; a key may make 600 calls a minute.',
];
/** Refusals that every call can return. */
const EVERYWHERE: ErrorCode[] = ['too_many_requests', 'internal', 'busy'];

export function openApi(productName: string, appUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: ABOUT.join('\n\n'),
    },
    servers: [{ url: appUrl }],
    tags: TAGS.map((name) => ({ name })),
    paths: { ...paths, ...RECEIVERS },
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(appUrl) },
        key: { type: 'http', scheme: 'bearer', description: 'An API key. It begins with pk_live_.' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code'],
          properties: {
            error: { type: 'string' },
            code: { enum: Object.keys(ERRORS) },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            details: { type: 'object' },
          },
        },
      },
    },
  };
}

const sessionCookie = (appUrl: string) => (appUrl.startsWith('https:') ? '__Host-session' : 'session');

function operation(endpoint: AnyEndpoint): Operation {
  const given = GIVEN_EXAMPLES[`${endpoint.method} ${endpoint.path}`];
  return {
    operationId: operationId(endpoint),
    tags: [TAG_OF.find(([beginning]) => beginning.test(endpoint.path))?.[1] ?? 'Account'],
    summary: endpoint.summary,
    description: whoMayCall(endpoint),
    security: security(endpoint),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query', given?.query),
      ...(endpoint.errors?.includes('request_id_required') ? [IDEMPOTENCY_KEY] : []),
      ...(endpoint.versioned ? [IF_NONE_MATCH] : []),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input'), given?.body) } }
      : {}),
    responses: {
      200: {
        description: 'Done',
        ...(endpoint.versioned ? { headers: VERSION } : {}),
        content: json(schemaOf(endpoint.output, 'output')),
      },
      ...(endpoint.versioned ? { 304: { description: 'What the caller has is up to date.' } } : {}),
      ...refusals(endpoint),
    },
  };
}

const IDEMPOTENCY_KEY: Operation['parameters'][number] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The request id, where the body holds none.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: Operation['parameters'][number] = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The version that the caller has.',
  schema: { type: 'string' },
};
const VERSION = { ETag: { description: 'The version of the body', schema: { type: 'string' } } };

/** `GET /api/admin/users/{id}` is `getAdminUsersById`. */
function operationId({ method, path }: AnyEndpoint): string {
  const words = path
    .replace(/^\/api/, '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function whoMayCall({ access, permission, freshSignIn }: AnyEndpoint): string {
  const sentences: string[] = [WHO[access]];
  if (permission) sentences.push(`Permission: \`${permission}\`.`);
  if (permission) {
    sentences.push(
      hasScope(permission) ? 'API keys with this scope may call it.' : 'No API key may call it.',
    );
  }
  if (freshSignIn) {
    const when = freshSignIn === true ? '' : ` ${freshSignIn.when}`;
    sentences.push(`The sign-in, with every factor, must be of the last minutes${when}.`);
  }
  return sentences.join(' ');
}

const hasScope = (permission: string) => KEY_SCOPES.some((scope) => scope === permission);

function security({ access, permission }: AnyEndpoint): Operation['security'] {
  if (access === 'public') return [];
  return permission && hasScope(permission) ? [{ session: [] }, { key: [] }] : [{ session: [] }];
}

function parameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  given?: Record<string, unknown>,
): Operation['parameters'] {
  if (!schema) return [];
  const object = schemaOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: object.required?.includes(name) ?? false,
    schema: property,
    ...(given && !(name in given) ? {} : { example: given?.[name] ?? exampleOf(property, name) }),
  }));
}

function refusals(endpoint: AnyEndpoint): Operation['responses'] {
  const codes = new Set<ErrorCode>([...(endpoint.errors ?? []), ...EVERYWHERE]);
  if (endpoint.access !== 'public') codes.add('not_signed_in');
  if (endpoint.access === 'admin') {
    for (const code of [
      'not_admin',
      'two_factor_admin_required',
      'passkey_required',
      'not_permitted',
      'invalid_key',
      'scope_missing',
    ] as const)
      codes.add(code);
  }
  if (endpoint.freshSignIn) codes.add('reauthentication_required');
  if (endpoint.params) codes.add('not_found');
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('invalid_input');
  if (endpoint.method !== 'GET') codes.add('cross_site');
  const responses: Operation['responses'] = {};
  for (const status of new Set([...codes].map((code) => ERRORS[code].status).sort((a, b) => a - b))) {
    const own = [...codes].filter((code) => ERRORS[code].status === status);
    const description = own.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n');
    const [code] = own;
    responses[status] = {
      description,
      ...(status === 429 ? { headers: RETRY_AFTER } : {}),
      content: json(ERROR_SCHEMA, code && { error: ERRORS[code].text, code }),
    };
  }
  return responses;
}

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };

const json = (schema: unknown, example = exampleOf(schema)): Content => ({
  'application/json': { schema, example },
});

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
