import { describe, expect, test } from 'vitest';
import { KEY_SCOPES } from '#contract/api-keys.values.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { ERRORS } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import { WEBHOOK_DATA, WebhookBody } from '#contract/webhooks.events.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks.values.ts';
import { openApi } from './openapi.ts';
import type { Operation } from './operation.ts';

const document = openApi('Pocketful', 'https://rewards.example');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const calls: AnyEndpoint[] = [...endpoints];
const operationOf = ({ path, method }: AnyEndpoint): Operation | undefined =>
  document.paths[path]?.[method.toLowerCase()];
const jsonOf = (content: Operation['responses'][string]['content']) => content?.['application/json'];

describe('the OpenAPI document', () => {
  test('describes every call of the contract, and the endpoints for other systems', () => {
    for (const call of calls) expect(operationOf(call)).toBeDefined();
    for (const path of ['/api/postbacks/{wall}', '/api/webhooks/{provider}'])
      expect(document.paths[path]?.post).toBeDefined();
  });

  test('describes every webhook message, with an example that matches its schema', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
    for (const type of WEBHOOK_EVENTS) {
      const example = document.webhooks[type]?.post.requestBody.content['application/json'].example;
      WEBHOOK_DATA[type].parse(WebhookBody.parse(example).data);
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
      call.output.parse(jsonOf(operation?.responses[200]?.content)?.example);
    },
  );

  test('lists with each call the codes of its refusals and their texts', () => {
    for (const call of calls) {
      for (const code of call.errors ?? []) {
        const { status, text } = ERRORS[code];
        expect(operationOf(call)?.responses[status]?.description).toContain(`\`${code}\`: ${text}`);
      }
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
});
