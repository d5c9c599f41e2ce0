import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Digest } from './definition.ts';
import { computeDigest, sameDigest, sameText } from './digest.ts';

const values = (fields: Record<string, string>) => ({
  field: (name: string) => fields[name],
  named: (name: string) => (name === 'key' ? 'secret' : undefined),
});
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const request = (target: string, body = '') => ({
  request: { method: 'GET', target, header: () => undefined, body: Buffer.from(body), ip: '192.0.2.1' },
  pairs: new URLSearchParams(target.split('?')[1]),
  origin: 'https://rewards.example',
  carrier: undefined as string | undefined,
});

describe('joined parts', () => {
  const digest = (fields: Record<string, string>) =>
    computeDigest(
      {
        algo: 'md5',
        enc: 'hex',
        input: {
          join: '-',
          parts: [
            ['id', 'always'],
            ['user', 'present'],
            ['name', 'nonempty'],
            ['$key', 'always'],
          ],
        },
      },
      values(fields),
    );

  test('are all of them, secrets by their names', () => {
    expect(digest({ id: '1', user: 'a', name: 'b' })).toBe(md5('1-a-b-secret'));
  });

  test('leave out what was not sent or is empty, as each says', () => {
    expect(digest({ id: '1' })).toBe(md5('1-secret'));
    expect(digest({ id: '1', user: '', name: '' })).toBe(md5('1--secret'));
    expect(digest({ user: 'a', name: 'b' })).toBe(md5('-a-b-secret'));
  });
});

describe('an address', () => {
  const target = '/api/postbacks/wall?b=2&hash=x&a=1&tag=t';
  test('is signed whole, without what the wall drops and without the signature itself', () => {
    const digest: Digest = { algo: 'sha1', enc: 'hex', input: { url: 'full', drop: ['tag'] } };
    const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
    expect(computeDigest(digest, values({}), { ...request(target), carrier: 'hash' })).toBe(
      sha1('https://rewards.example/api/postbacks/wall?b=2&a=1'),
    );
    expect(computeDigest(digest, values({}), request(target))).toBe(
      sha1('https://rewards.example/api/postbacks/wall?b=2&hash=x&a=1'),
    );
  });

  test('is signed sorted, without what the wall drops and without the signature itself', () => {
    const digest: Digest = { algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true } };
    const hmac = (text: string) => createHmac('sha256', 'secret').update(text).digest('hex');
    const signed = { ...request(target), carrier: 'hash' };
    expect(computeDigest(digest, values({}), signed)).toBe(hmac('a=1&b=2&tag=t'));
    const dropping: Digest = { ...digest, input: { sortedQuery: true, drop: ['tag'] } };
    expect(computeDigest(dropping, values({}), signed)).toBe(hmac('a=1&b=2'));
  });

  test('cannot be signed where there is no request', () => {
    const digest: Digest = { algo: 'sha1', enc: 'hex', input: { url: 'full', drop: [] } };
    expect(() => computeDigest(digest, values({}))).toThrow('needs a request');
  });
});

test('a digest is cut, and a secret without a value signs nothing', () => {
  const input = { template: '{id}' };
  expect(computeDigest({ algo: 'md5', enc: 'hex', truncate: 8, input }, values({ id: '1' }))).toBe(
    md5('1').slice(0, 8),
  );
  expect(() => computeDigest({ algo: 'md5', enc: 'hex', hmac: 'other', input }, values({}))).toThrow(
    'other has no value',
  );
});

test('digests are the same in every letter, hex in either case', () => {
  expect(sameDigest('AB12', 'ab12', 'hex')).toBe(true);
  expect(sameDigest('AB12', 'ab12', 'base64url')).toBe(false);
  for (const given of ['', 'ab1', 'ab13', 'ab122'])
    expect(sameDigest(given, 'ab12', 'hex'), given).toBe(false);
});

test('texts are the same whatever their lengths', () => {
  expect(sameText('token', 'token')).toBe(true);
  for (const given of ['', 'toke', 'tokens', 'Token']) expect(sameText(given, 'token'), given).toBe(false);
});
