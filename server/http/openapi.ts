import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { ERRORS, type ErrorCode } from '#contract/values.ts';

/** The API as an OpenAPI 3.1 document, made from the contract. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
}
export interface Operation {
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[];
  requestBody?: { required: true; content: { 'application/json': { schema: unknown } } };
  responses: Record<string, { description: string; content?: unknown }>;
}

const WHO = {
  public: 'Open to everyone.',
  member: 'Needs a session.',
  admin: 'Needs the session of an admin.',
};
/** What a guarded or any call can answer beside its own refusals. */
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
      description:
        'Errors are JSON: `error` is a text for people, `code` a stable word, `fields` names bad input. Money is whole US cents, points are whole points.',
    },
    servers: [{ url: appUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie(appUrl) } },
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
  return {
    summary: endpoint.summary,
    description: WHO[endpoint.access],
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }
      : {}),
    responses: {
      200: { description: 'Done', content: json(schemaOf(endpoint.output, 'output')) },
      ...refusals(endpoint),
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Operation['parameters'] {
  if (!schema) return [];
  const object = schemaOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: object.required?.includes(name) ?? false,
    schema: property,
  }));
}

function refusals(endpoint: AnyEndpoint): Operation['responses'] {
  const codes = new Set<ErrorCode>([...endpoint.errors, ...EVERYWHERE]);
  if (endpoint.access !== 'public') codes.add('not_signed_in');
  if (endpoint.access === 'admin') codes.add('not_admin');
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('invalid_input');
  if (endpoint.method !== 'GET') codes.add('cross_site');
  const responses: Operation['responses'] = {};
  for (const status of new Set([...codes].map((code) => ERRORS[code].status).sort((a, b) => a - b))) {
    const own = [...codes].filter((code) => ERRORS[code].status === status);
    const description = own.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n');
    responses[status] = { description, content: json({ $ref: '#/components/schemas/Error' }) };
  }
  return responses;
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
