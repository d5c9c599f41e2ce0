import type { z } from 'zod';
import { KEY_SCOPES } from '#contract/api-keys.values.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { VERSION } from '#server/version.ts';
import { exampleOf, GIVEN_EXAMPLES } from './examples.ts';
import {
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  TAGS,
  type Tag,
} from './operation.ts';
import { parameters } from './parameters.ts';
import { RECEIVERS } from './receivers.ts';
import { ERROR_SCHEMAS, refusals, sharedRefusals } from './refusals.ts';
import { type JsonSchema, openSchemas, type Schemas, wholeSchemaOf } from './schemas.ts';
import { type WebhookItem, webhooks } from './webhooks.ts';

/** The API as an OpenAPI 3.1 document, made from the contract. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string } & Record<'license' | 'contact', object>;
  servers: { url: string }[];
  tags: { name: Tag; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, WebhookItem>;
  components: {
    securitySchemes: Record<string, object>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    responses: Record<string, Response>;
    schemas: Record<string, JsonSchema>;
  };
}

/** The first matching beginning of a path decides its tag. */
const TAG_OF: readonly (readonly [beginning: RegExp, tag: Tag])[] = [
  [/^\/api\/admin\//, 'Administration'],
  [/^\/api\/(tasks|walls|offers|missions|claims|statement|rapidoreach)/, 'Earning'],
  [/^\/api\/(rewards|redemptions|captcha|verify-captcha)/, 'Rewards'],
  [/^\/api\/(site|client-errors|push)/, 'Site'],
];

const WHO = {
  public: 'Open to everyone.',
  member: 'Needs a session.',
  admin: 'Needs the session of an admin.',
};
const ABOUT = [
  'Errors are JSON: `error` is a text for people, `code` a stable word, `fields` names bad input. A caller whose `Accept` names `application/problem+json` gets them as problems of RFC 9457.',
  'Money is whole US cents unless a field says otherwise, points are whole points, times are UTC in ISO 8601.',
  'Admins make API keys for other systems. A key is sent as `Authorization: Bearer <key>`, to calls of the administration alone, each of which names the scope that it needs.',
  'Long lists come in pages. The response names the next page in its header `Link`, with `rel="next"`; the last page has none.',
  'Redemptions, awards and adjustments take a request id, in the body as `requestId` or in the header `Idempotency-Key`: the same id with the same input is carried out once and answered the same; with other input it is refused.',
  'What is read again and again carries its version as `ETag`. A caller that sends it as `If-None-Match` gets 304 without a body while nothing has changed.',
  'Limits count by address, by member and by key. A call over its limit answers 429 with `Retry-After` in seconds; a key may make 600 calls a minute. `RateLimit-Policy` and `RateLimit` say what a limit is and what is left of it.',
];

export function openApi(productName: string, appUrl: string): OpenApi {
  const schemas = openSchemas();
  const paths: OpenApi['paths'] = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: VERSION,
      description: ABOUT.join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: productName, url: appUrl },
    },
    servers: [{ url: appUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name: name as Tag, description })),
    paths: { ...paths, ...RECEIVERS },
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(appUrl) },
        key: { type: 'http', scheme: 'bearer', description: 'An API key. It begins with pk_live_.' },
        webhookSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description:
            'v1 and the base64 of an HMAC-SHA-256, once for each signing key in force. See docs/webhooks.md.',
        },
      },
      headers: HEADERS,
      responses: sharedRefusals(),
      schemas: { ...schemas.components, ...ERROR_SCHEMAS },
    },
  };
}

const sessionCookie = (appUrl: string) => (appUrl.startsWith('https:') ? '__Host-session' : 'session');

const text: JsonSchema = { type: 'string' };
const HEADERS = {
  'Retry-After': { description: 'Seconds to wait. With 503 it may be missing', schema: { type: 'integer' } },
  RateLimit: {
    description:
      'What is left of the limit, and in how many seconds it is whole again: `"api_key";r=599;t=60`',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limit: how many calls in how many seconds: `"api_key";q=600;w=60`',
    schema: text,
  },
  Link: { description: 'The next page, `<address>; rel="next"`. None on the last page', schema: text },
  ETag: { description: 'The version of the body', schema: text },
} satisfies OpenApi['components']['headers'];
const header = (name: keyof typeof HEADERS): Record<string, Reference> => ({
  [name]: { $ref: `#/components/headers/${name}` },
});

function operation(endpoint: AnyEndpoint, { schemaOf }: Schemas): Operation {
  const given = GIVEN_EXAMPLES[`${endpoint.method} ${endpoint.path}`];
  const json = (
    schema: z.ZodType,
    io: 'input' | 'output',
    example = exampleOf(wholeSchemaOf(schema, io)),
  ) => ({
    'application/json': { schema: schemaOf(schema, io), example },
  });
  const isLimited = endpoint.limit !== undefined || hasScope(endpoint.permission);
  const headers = {
    ...(endpoint.versioned ? header('ETag') : {}),
    ...(endpoint.pages ? header('Link') : {}),
    ...(isLimited ? { ...header('RateLimit'), ...header('RateLimit-Policy') } : {}),
  };
  return {
    operationId: operationId(endpoint),
    tags: [TAG_OF.find(([beginning]) => beginning.test(endpoint.path))?.[1] ?? 'Account'],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    summary: endpoint.summary,
    description: whoMayCall(endpoint),
    security: security(endpoint),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query', given?.query),
      ...(endpoint.errors?.includes('request_id_reused') ? [IDEMPOTENCY_KEY] : []),
      ...(endpoint.versioned ? [IF_NONE_MATCH] : []),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(endpoint.body, 'input', given?.body) } }
      : {}),
    responses: {
      200: {
        description: 'Done',
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        content: json(endpoint.output, 'output'),
      },
      ...(endpoint.versioned ? { 304: { description: 'What the caller has is up to date.' } } : {}),
      ...refusals(endpoint),
    },
  };
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The request id, where the body holds none.',
  schema: text,
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The version that the caller has.',
  schema: text,
};

/** `GET /api/admin/users/{id}` is `getAdminUsersById`. */
function operationId({ method, path }: AnyEndpoint): string {
  const words = path
    .replace(/^\/api/, '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function whoMayCall({ access, permission, freshSignIn, deprecated }: AnyEndpoint): string {
  const sentences: string[] = [WHO[access]];
  if (deprecated) sentences.unshift(`Goes after ${deprecated.until}. Instead: ${deprecated.instead}.`);
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

const hasScope = (permission: string | undefined) => KEY_SCOPES.some((scope) => scope === permission);

function security({ access, permission }: AnyEndpoint): Operation['security'] {
  if (access === 'public') return [];
  return hasScope(permission) ? [{ session: [] }, { key: [] }] : [{ session: [] }];
}
