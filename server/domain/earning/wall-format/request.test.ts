import { describe, expect, test } from 'vitest';
import { cpuMsOf } from '#testing/cpu-time.ts';
import { rawRequest } from '#testing/wall-format.ts';
import type { Check, Digest } from './definition.ts';
import { readParameters, withoutParameters, withoutUncovered } from './request.ts';

const read = (target: string, body = '', kind: 'none' | 'form' | 'json' = 'none') =>
  Object.fromEntries(readParameters(rawRequest({ target, body, method: 'POST' }), kind).parameters);

describe('readParameters', () => {
  test('decodes query and form with the rules of HTML forms', () => {
    expect(read('/x?a=1%202+3&b=%C3%A9&c=&d', 'e=%26%3D', 'form')).toEqual({
      a: '1 2 3',
      b: 'é',
      c: '',
      d: '',
      e: '&=',
    });
  });

  test('reads JSON leaves by dotted path and keeps the digits of numbers', () => {
    const body =
      '{"data":{"id":"u1","amount":100.10,"big":12345678901234567890,"ok":true,"none":null},"list":[{"n":1}]}';
    expect(read('/x?q=1', body, 'json')).toEqual({
      q: '1',
      'data.id': 'u1',
      'data.amount': '100.10',
      'data.big': '12345678901234567890',
      'data.ok': 'true',
      'list.0.n': '1',
    });
  });

  test.each([
    ['query and query', '/x?a=1&a=1', '', 'none'],
    ['query and query in another encoding', '/x?a=1&%61=2', '', 'none'],
    ['query and form', '/x?a=1', 'a=1', 'form'],
    ['form and form', '/x', 'a=1&a=2', 'form'],
    ['query and JSON', '/x?a=1', '{"a":"1"}', 'json'],
    ['a dotted name and a path', '/x?a.b=1', '{"a":{"b":"1"}}', 'json'],
    ['JSON and JSON', '/x', '{"a":1,"a":2}', 'json'],
    ['JSON and JSON in another escape', '/x', '{"a":1,"\\u0061":2}', 'json'],
    ['JSON in depth', '/x', '{"d":[{"a":1 , "a" : 2}]}', 'json'],
  ] as const)('refuses a name that is supplied twice: %s', (_name, target, body, kind) => {
    expect(() => read(target, body, kind)).toThrow('twice');
  });

  test('allows the same key in different objects', () => {
    expect(read('/x', '{"a":{"id":"1"},"b":{"id":"2"},"c":["id","id"]}', 'json')['b.id']).toBe('2');
    expect(read('/x', '{"a":{"b":1},"b":2}', 'json')).toEqual({ 'a.b': '1', b: '2' });
    expect(read('/x', '{"a":[{"b":1}],"b":2}', 'json')).toEqual({ 'a.0.b': '1', b: '2' });
  });

  test('refuses a body that is not JSON or is nested too deeply', () => {
    expect(() => read('/x', '{"a":', 'json')).toThrow('JSON');
    expect(() => read('/x', '['.repeat(30_000), 'json')).toThrow('nested');
    const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    expect(Object.values(read('/x', nested(20), 'json'))).toEqual(['1']);
    expect(() => read('/x', nested(21), 'json')).toThrow('nested');
  });

  test('an empty body says nothing, also where JSON is expected', () => {
    expect(read('/x?a=1', '', 'json')).toEqual({ a: '1' });
  });

  test('gives up on a body of unclosed quotes as fast as on any other', () => {
    const ms = cpuMsOf(() => {
      for (const unit of ['\\"', '"\\']) {
        expect(() => read('/x', unit.repeat(32_768), 'json')).toThrow('JSON');
      }
    });
    expect(ms).toBeLessThan(1_000);
  });

  test('does not read a body that the wall does not send', () => {
    expect(read('/x?a=1', 'a=2')).toEqual({ a: '1' });
  });
});

test('a part of a request that no check covers is left out, and both count where both are signed', () => {
  const keyed = { algo: 'sha256', hmac: 'key', enc: 'hex' } as const;
  const signed = (input: Digest['input']): Check => ({
    kind: 'digest',
    digest: { ...keyed, input },
    at: { in: 'header', name: 'X-Sign' },
  });
  const [body, address] = [signed({ rawBody: true }), signed({ url: 'full', drop: [] })];
  const request = rawRequest({ target: '/x?a=1', body: 'b=2', method: 'POST' });
  const of = (...checks: Check[]) => {
    const left = withoutUncovered(request, { checks });
    return [left === request, left.target, left.body.toString()];
  };
  expect(of(body)).toEqual([false, '/x', 'b=2']);
  expect(of(address)).toEqual([false, '/x?a=1', '']);
  expect(of(body, address)).toEqual([true, '/x?a=1', 'b=2']);
  expect(of()).toEqual([true, '/x?a=1', 'b=2']);
});

test('withoutParameters removes the named parameters and leaves every other byte as it was sent', () => {
  expect(withoutParameters('/x?b=%7e+%2B&hash=1&a=é', ['hash'])).toBe('/x?b=%7e+%2B&a=é');
  expect(withoutParameters('/x?hash=1', ['hash'])).toBe('/x');
  expect(withoutParameters('/x?%68ash=1&&a', ['hash'])).toBe('/x?&a');
  expect(withoutParameters('/x?a=1&', ['hash'])).toBe('/x?a=1&');
});
