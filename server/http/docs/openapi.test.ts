import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { KEY_SCOPES } from '#contract/api-keys.values.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { ERRORS } from '#contract/errors.ts';
import { OFFER_RESULTS_PATH } from '#contract/exports.ts';
import { endpoints } from '#contract/index.ts';
import { MemberFilters } from '#contract/members.ts';
import { MEMBERS_CSV_PATH } from '#contract/members.values.ts';
import { APPLE_PASS_PATH } from '#contract/redemptions.ts';
import { EXPORT_PATH } from '#contract/settings.ts';
import { StatementFilters } from '#contract/statement.ts';
import { STATEMENT_CSV_PATH } from '#contract/statement.values.ts';
import { tasks } from '#contract/tasks.ts';
import { WEBHOOK_DATA, WebhookBody } from '#contract/webhooks.events.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks.values.ts';
import { openApi } from './openapi.ts';
import type { Content, Operation, Response } from './operation.ts';
import { wholeSchemaOf } from './schemas.ts';

const document = openApi('Pocketful', 'https://rewards.example');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const calls: AnyEndpoint[] = [...endpoints];
const operationOf = ({ path, method }: AnyEndpoint): Operation | undefined =>
  document.paths[path]?.[method.toLowerCase()];
const jsonOf = (content: Content | undefined) => content?.['application/json'];
/** The response of a status, also where several calls share it. */
function responseOf(call: AnyEndpoint, status: number): Response | undefined {
  const response = operationOf(call)?.responses[status];
  if (!response || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.replace('#/components/responses/', '')];
}

describe('the OpenAPI document', () => {
  test('describes every call of the contract, and the endpoints for other systems', () => {
    for (const call of calls) expect(operationOf(call)).toBeDefined();
    for (const path of ['/api/postbacks/{wall}', '/api/webhooks/{provider}'])
      expect(document.paths[path]?.post).toBeDefined();
  });

  test('describes the calls that answer with a file or a stream', () => {
    const routes = [STATEMENT_CSV_PATH, EXPORT_PATH, APPLE_PASS_PATH, OFFER_RESULTS_PATH];
    for (const route of [...routes, MEMBERS_CSV_PATH, '/api/events'])
      expect(document.paths[route.replace(':id', '{id}')]?.get?.responses[401]).toBeDefined();
  });

  test.each([
    [STATEMENT_CSV_PATH, StatementFilters],
    [MEMBERS_CSV_PATH, MemberFilters],
  ])('names every parameter of %s', (path, schema) => {
    const taken = document.paths[path]?.get?.parameters ?? [];
    expect(taken.map(({ name }) => name)).toEqual(Object.keys(shapeOf(schema)));
  });

  test('says of every file that is narrowed what it refuses, and how long to wait', () => {
    const files = [STATEMENT_CSV_PATH, MEMBERS_CSV_PATH, OFFER_RESULTS_PATH, '/api/admin/exports/{list}.csv'];
    for (const path of files) {
      const responses = document.paths[path]?.get?.responses ?? {};
      expect([path, Object.keys(responses)]).toEqual([
        path,
        expect.arrayContaining(['400', '401', '429', '503']),
      ]);
    }
  });

  test('tells advertisers of every answer, and when to send a message again', () => {
    const { get, post } = document.paths['/api/mission-postbacks/{advertiser}'] ?? {};
    expect(Object.keys(get?.responses ?? {})).toEqual(['200', '403', '404', '409', '500', '503']);
    expect(Object.keys(post?.responses ?? {})).toEqual([
      '200',
      '400',
      '403',
      '404',
      '409',
      '413',
      '500',
      '503',
    ]);
    expect(get?.description).toContain('send it again');
  });

  test('describes every webhook message, with an example that matches its schema', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
    for (const type of WEBHOOK_EVENTS) {
      const item = document.webhooks[type]?.post;
      const message = jsonOf(item?.requestBody.content);
      WEBHOOK_DATA[type].parse(WebhookBody.parse(message?.example).data);
      expect(
        document.components.schemas[String(message?.schema.$ref).replace('#/components/schemas/', '')],
      ).toBeDefined();
      expect([item?.summary, item?.security]).toEqual([expect.any(String), [{ webhookSignature: [] }]]);
    }
  });

  test('names each operation once, with every parameter of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'has examples of %s that match the schemas of its input and output',
    (_, call) => {
      const operation = operationOf(call);
      const values = (place: string) =>
        Object.fromEntries(
          (operation?.parameters ?? [])
            .filter((parameter) => parameter.in === place && parameter.example !== undefined)
            .map(({ name, example }) => [name, example]),
        );
      call.params?.parse(values('path'));
      call.query?.parse(values('query'));
      call.body?.parse(jsonOf(operation?.requestBody?.content)?.example);
      call.output.parse(jsonOf(responseOf(call, 200)?.content)?.example);
    },
  );

  test('lists with each call the codes of its refusals and their texts', () => {
    for (const call of calls) {
      for (const code of call.errors ?? []) {
        const { status, text } = ERRORS[code];
        expect(responseOf(call, status)?.description).toContain(`\`${code}\`: ${text}`);
      }
    }
  });

  test('says how long to wait before another try of a call that was over its limit or met a busy site', () => {
    for (const call of calls) {
      for (const status of [429, 503])
        expect(responseOf(call, status)?.headers).toHaveProperty('Retry-After');
    }
  });

  test('lists API keys as a way in only for calls that a key may make', () => {
    const byKey = calls.filter((call) => operationOf(call)?.security.some((way) => 'key' in way));
    expect(byKey.length).toBeGreaterThan(30);
    for (const { access, permission } of byKey) {
      expect(access).toBe('admin');
      expect(KEY_SCOPES).toContain(permission);
    }
  });

  test('names the shapes that the contract names, and describes each once', () => {
    const { schemas } = document.components;
    for (const name of ['Member', 'Task', 'Redemption', 'Webhook', 'MissionContent', 'TaskCredited']) {
      expect(schemas[name]).toBeDefined();
    }
    const list = jsonOf(responseOf(tasks, 200)?.content)?.schema;
    expect(list).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Task' } });
    // With every schema in every call it had 676,000 characters.
    expect(JSON.stringify(document).length).toBeLessThan(470_000);
  });

  test('lets responses and webhooks get further properties in a later version', () => {
    const { Task, TaskCredited } = document.components.schemas;
    expect(Task?.properties).toHaveProperty('completedAt');
    expect(JSON.stringify([Task, TaskCredited])).not.toContain('additionalProperties');
  });

  test('names the header that leads to the next page wherever a list has pages', () => {
    const paged = calls.filter(
      ({ query }) => query && ['before', 'after'].some((name) => name in shapeOf(query)),
    );
    expect(paged.length).toBeGreaterThan(8);
    for (const call of paged) {
      expect(call.pages, call.path).toBeDefined();
      expect(responseOf(call, 200)?.headers).toHaveProperty('Link');
    }
  });
});

const shapeOf = (query: z.ZodType) => wholeSchemaOf(query, 'input').properties ?? {};
