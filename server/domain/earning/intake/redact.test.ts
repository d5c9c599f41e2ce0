import { expect, test } from 'vitest';
import { cpuMsOf } from '#testing/cpu-time.ts';
import { rawRequest, wallWith } from '#testing/wall-format.ts';
import { redactedRaw } from './redact.ts';

const wall = wallWith(
  { kind: 'token', at: { in: 'param', name: 'data.token' }, secret: 'key' },
  { body: 'json' },
);
const kept = (body: string) => redactedRaw(wall, rawRequest({ target: '/x', method: 'POST', body }));

test('only the token is removed from a JSON body, even if the body is cut off', () => {
  expect(kept('{"list":["token","x"],"data":{"id":"7","token" : "guess","n":1}}')).toBe(
    'POST /x\n\n{"list":["token","x"],"data":{"id":"7","token" : "[redacted]","n":1}}',
  );
  expect(kept('{"data":{"token":12.5,"id":"token"}}')).toContain('{"token":"[redacted]","id":"token"}');
  expect(kept('{"data":{"id":"7","token":"gue\\"ss')).toBe(
    'POST /x\n\n{"data":{"id":"7","token":"[redacted]"',
  );
});

test('a body of unclosed quotes takes no longer than any other', () => {
  const ms = cpuMsOf(() => {
    for (const unit of ['\\"', '"\\', '"a":\\"']) kept(unit.repeat(65_536 / unit.length));
  });
  expect(ms).toBeLessThan(1_000);
});

const PROOF = 'c0ffee00c0ffee00';
const bySignature = (name: string) =>
  wallWith(
    {
      kind: 'digest',
      at: { in: 'param', name },
      digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}{$key}' } },
    },
    { body: 'json' },
    { key: 'wall/secret text' },
  );

test.each([
  ['sig', `{"s\\u0069g":"${PROOF}","tx":"7"}`],
  ['sig', `{"tx":"7","sig":"${PROOF}","copy":"\\u0063${PROOF.slice(1)}"}`],
  ['data.sig', `{"data.sig":"${PROOF}","tx":"7"}`],
  ['proof.0', `{"tx":"7","proof":["${PROOF}"]}`],
  ['sig', '{"tx":"7","note":"wall\\u002fsecret text"}'],
])('the proof is removed from a JSON body however it is written: %s in %s', (name, body) => {
  const raw = redactedRaw(bySignature(name), rawRequest({ target: '/x', method: 'POST', body }));
  const read = JSON.stringify(JSON.parse(raw.slice(raw.indexOf('{'))));
  expect(read).toContain('"tx":"7"');
  expect(read).not.toContain(PROOF.slice(1));
  expect(read).not.toContain('secret text');
});

test('the proof is removed from an address however it is encoded', () => {
  const target = `/x?tx=7&sig=${PROOF}&a=%63${PROOF.slice(1)}&b=wall%2fsecret+text&c=w%61ll/secret%20text`;
  const raw = redactedRaw(bySignature('sig'), rawRequest({ target }));
  expect(raw).toBe('GET /x?tx=7&sig=[redacted]&a=[redacted]&b=[redacted]&c=[redacted]\n\n');
});
