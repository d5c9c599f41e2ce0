import { expect, test } from 'vitest';
import { rawRequest, wallWith } from './engine/testing.ts';
import { redactedRaw } from './redact.ts';

const wall = wallWith(
  { kind: 'token', at: { in: 'param', name: 'data.token' }, secret: 'key' },
  { body: 'json' },
);
const kept = (body: string) => redactedRaw(wall, rawRequest({ target: '/x', method: 'POST', body }));

test('the token is taken out of a JSON body, whole or broken off, and nothing else is', () => {
  expect(kept('{"list":["token","x"],"data":{"id":"7","token" : "guess","n":1}}')).toBe(
    'POST /x\n\n{"list":["token","x"],"data":{"id":"7","token" : "[redacted]","n":1}}',
  );
  expect(kept('{"data":{"token":12.5,"id":"token"}}')).toContain('{"token":"[redacted]","id":"token"}');
  expect(kept('{"data":{"id":"7","token":"gue\\"ss')).toBe(
    'POST /x\n\n{"data":{"id":"7","token":"[redacted]"',
  );
});

test('the longest body of quotes that are never closed takes no longer than any other', () => {
  const started = performance.now();
  for (const unit of ['\\"', '"\\', '"a":\\"']) kept(unit.repeat(65_536 / unit.length));
  expect(performance.now() - started).toBeLessThan(1_000);
});
