import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rawRequest, TEST_ORIGIN, wallWith } from '#testing/wall-format.ts';
import { isListed } from './addresses.ts';
import type { Check, Postback } from './definition.ts';
import { movesPoints, readPostback } from './read-postback.ts';

const token: Check = { kind: 'token', at: { in: 'param', name: 'token' }, secret: 'key' };
const read = (query: string, postback: Partial<Postback> = {}, ip?: string) =>
  readPostback(
    wallWith(token, postback),
    rawRequest({ target: `/x?token=test-secret&${query}`, ip }),
    TEST_ORIGIN,
  );

describe('the meaning of a proven postback', () => {
  test('a plain credit', () => {
    const fields = { tx: 'tx', user: 'user', points: 'points', offerName: 'name' };
    expect(read('tx=t1&user=u1&points=10.9&name=A%20game', { fields })).toEqual({
      kind: 'credit',
      transactionId: 't1',
      reference: null,
      reversalId: null,
      memberCode: 'u1',
      points: 10,
      revenueMicros: null,
      offerName: 'A game',
      about: { clickId: null, offerId: null, goalId: null, goalName: null },
      flagged: false,
      bindings: [],
    });
  });

  test.each([
    ['lines', 'Survey\n\nYour account is closed', 'Survey Your account is closed'],
    ['marks that turn the direction', '\u202eGame', 'Game'],
    ['nothing that can be seen', '\u200b', null],
    ['a blank', ' ', null],
    ['an entity', 'Tom &amp; Jerry', 'Tom & Jerry'],
    ['an emoji at its end', `${'a'.repeat(198)}😀bc`, `${'a'.repeat(198)}…`],
  ])('a name with %s is made plain', (_, name, offerName) => {
    const fields = { tx: 'tx', user: 'user', points: 'points', offerName: 'name' };
    expect(read(`tx=t&user=u&points=1&name=${encodeURIComponent(name)}`, { fields })).toMatchObject({
      offerName,
    });
  });

  test('half of a surrogate pair is no id', () => {
    const body = String.raw`{"tx":"\ud800","user":"u","points":5}`;
    const request = rawRequest({ target: '/x?token=test-secret', method: 'POST', body });
    expect(readPostback(wallWith(token, { body: 'json' }), request, TEST_ORIGIN)).toMatchObject({
      kind: 'refused',
      reason: 'the transaction id is missing or unusable',
    });
  });

  test('a truncated signature binds its values by the whole digest', () => {
    const bindings = (truncate?: number) => {
      const enc = 'hex' as const;
      const digest = { algo: 'md5' as const, enc, input: { template: '{tx}{points}{$key}' }, truncate };
      const sig = createHash('md5').update('t110test-secret').digest(enc).slice(0, truncate);
      return readPostback(
        wallWith({ kind: 'digest', digest, at: { in: 'param', name: 'sig' } }),
        rawRequest({ target: `/x?tx=t1&user=u1&points=10&sig=${sig}` }),
        TEST_ORIGIN,
      ).bindings;
    };
    const hash = (values: unknown[]) =>
      createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);
    const proof = createHash('md5').update('t110test-secret').digest('hex');
    expect(bindings()).toEqual([{ proof: hash([proof]), values: hash(['t1', '10', null]) }]);
    expect(bindings(8)).toEqual(bindings());
  });

  test('a form is read from the body', () => {
    const request = rawRequest({
      target: '/x?token=test-secret',
      method: 'POST',
      body: 'tx=t&user=u&points=5',
    });
    expect(readPostback(wallWith(token, { body: 'form' }), request, TEST_ORIGIN)).toMatchObject({
      kind: 'credit',
      points: 5,
    });
  });

  test('beside a signed body nothing of the address is read', () => {
    const digest = { algo: 'sha256', hmac: 'key', enc: 'hex', input: { rawBody: true } } as const;
    const body = '{"tx":"t","user":"u","points":5}';
    const sign = createHmac('sha256', 'test-secret').update(body).digest('hex');
    const wall = wallWith(
      { kind: 'digest', digest, at: { in: 'header', name: 'X-Sign' } },
      { body: 'json', fields: { tx: 'tx', user: 'user', points: 'points', offerName: 'name' } },
    );
    const request = rawRequest({ target: '/x?name=free', method: 'POST', body, headers: { 'x-sign': sign } });
    expect(readPostback(wall, request, TEST_ORIGIN)).toMatchObject({
      kind: 'credit',
      points: 5,
      offerName: null,
    });
  });

  test('dollars and cents become points', () => {
    const dollars = { tx: 'tx', user: 'user', usd: 'usd' };
    expect(read('tx=t&user=u&usd=0.555', { fields: dollars })).toMatchObject({ points: 55 });
    expect(read('tx=t&user=u&usd=55.5', { fields: { ...dollars, usdScale: 0.01 } })).toMatchObject({
      points: 55,
    });
  });

  test('revenue is kept to the millionth, and a credit with missing or odd revenue is not refused', () => {
    const fields = { tx: 'tx', user: 'user', points: 'points', usd: 'usd' };
    const revenue = (usd: string, usdScale: 1 | 0.01 = 1) =>
      read(`tx=t&user=u&points=7${usd}`, { fields: { ...fields, usdScale } });
    for (const [sent, micros] of [
      ['&usd=0.555', 555_000n],
      ['&usd=1.2345678', 1_234_567n],
      ['&usd=10000', 10_000_000_000n],
      ['&usd=10000.01', null],
      ['&usd=-1', null],
      ['&usd=1,5', null],
      ['&usd=', null],
      ['', null],
    ] as const) {
      expect(revenue(sent), sent).toMatchObject({ kind: 'credit', points: 7, revenueMicros: micros });
    }
    expect(revenue('&usd=55.5', 0.01)).toMatchObject({ revenueMicros: 555_000n });
  });

  test.each([
    ['tx=t&user=u', 'the amount is missing'],
    ['tx=t&user=u&points=', 'the amount is missing'],
    ['tx=t&user=u&points=-1', 'the amount is negative'],
    ['tx=t&user=u&points=1e3', 'the amount is not a number'],
    ['tx=t&user=u&points=1001', 'the amount is over 1000 points'],
    ['user=u&points=1', 'the transaction id is missing or unusable'],
    ['tx=%00&user=u&points=1', 'the transaction id is missing or unusable'],
    ['tx=%ff&user=u&points=1', 'the transaction id is missing or unusable'],
    [`tx=${'t'.repeat(201)}&user=u&points=1`, 'the transaction id is missing or unusable'],
    ['tx=t&points=1', 'the user is missing or unusable'],
  ])('refuses %s', (query, reason) => {
    expect(read(query)).toMatchObject({ kind: 'refused', reason });
  });

  test('accepts an amount equal to the cap and ignores one below one point', () => {
    expect(read('tx=t&user=u&points=1000')).toMatchObject({ kind: 'credit', points: 1000 });
    expect(read('tx=t&user=u&points=0.99')).toMatchObject({
      kind: 'ignored',
      reason: 'the amount is below one point',
    });
  });

  test('the first outcome whose conditions all hold wins, else `otherwise`', () => {
    const postback: Partial<Postback> = {
      amount: 'signed',
      test: [{ field: 'debug', op: 'exists' }],
      outcomes: [
        { when: [{ field: 'points', op: 'lt', value: '0' }], then: 'reverse' },
        { when: [{ field: 'status', op: 'in', value: ['2', '3'] }], then: 'pending' },
        {
          when: [
            { field: 'status', op: 'eq', value: '1' },
            { field: 'points', op: 'gt', value: '5' },
            { field: 'tx', op: 'prefix', value: 'A-' },
          ],
          then: 'credit',
        },
      ],
      otherwise: 'ignore',
    };
    const kind = (query: string) => read(`user=u&${query}`, postback).kind;
    expect(kind('tx=A-1&points=6&status=1')).toBe('credit');
    expect(kind('tx=A-1&points=5&status=1')).toBe('ignored');
    expect(kind('tx=B-1&points=6&status=1')).toBe('ignored');
    expect(kind('tx=A-1&points=6&status=3')).toBe('pending');
    expect(kind('tx=A-1&points=6&status=1&debug=true')).toBe('test');
    expect(read('user=u&tx=A-1&points=-6', postback)).toMatchObject({ kind: 'reverse', points: 6 });
  });

  test('a reversal names its target by the reference or behind a prefix', () => {
    const outcomes: Postback['outcomes'] = [
      { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
    ];
    const fields = { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' };
    const query = 'tx=R-7&ref=orig&user=u&status=2';
    expect(read(query, { outcomes, fields, reversalTarget: { from: 'refTx' } })).toMatchObject({
      transactionId: 'orig',
    });
    expect(read(query, { outcomes, reversalTarget: { from: 'tx', stripPrefix: 'R-' } })).toMatchObject({
      transactionId: '7',
    });
  });

  test('a reversal has an id of its own where it differs from the id that it takes back', () => {
    const outcomes: Postback['outcomes'] = [
      { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
    ];
    const fields = { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' };
    const of = (query: string, reversalTarget?: Postback['reversalTarget']) => {
      const call = read(`user=u&points=5&${query}`, { outcomes, fields, reversalTarget });
      if ('reason' in call) return call.reason;
      return [call.kind, call.transactionId, call.reversalId, call.reference];
    };
    expect(of('tx=t&status=2')).toEqual(['reverse', 't', null, null]);
    expect(of('tx=R-t&status=2', { from: 'tx', stripPrefix: 'R-' })).toEqual(['reverse', 't', 'R-t', null]);
    expect(of('tx=t&status=2', { from: 'tx', stripPrefix: 'R-' })).toEqual(['reverse', 't', null, null]);
    expect(of('tx=r&ref=t&status=2', { from: 'refTx' })).toEqual(['reverse', 't', 'r', null]);
    expect(of('tx=r&status=2', { from: 'refTx' })).toBe('the transaction id is missing or unusable');
    expect(of('tx=t&ref=x', { from: 'refTx' })).toEqual(['credit', 't', null, null]);
    for (const own of ['%00', 'r%ff', 'r'.repeat(201)])
      expect(of(`tx=${own}&ref=t&status=2`, { from: 'refTx' })).toBe('the id of the reversal is unusable');
    const [longest, prefixed] = ['t'.repeat(200), `R-${'t'.repeat(200)}`];
    expect(of(`tx=${prefixed}&status=2`, { from: 'tx', stripPrefix: 'R-' })).toEqual([
      'reverse',
      longest,
      prefixed,
      null,
    ]);
    // Shared: both name the reference, and each has an id of its own.
    expect(of('tx=t&ref=x', { from: 'shared' })).toEqual(['credit', 't', null, 'x']);
    expect(of('tx=t', { from: 'shared' })).toEqual(['credit', 't', null, null]);
    expect(of('tx=r&ref=x&status=2', { from: 'shared' })).toEqual(['reverse', 'r', 'r', 'x']);
    expect(of('tx=r&status=2', { from: 'shared' })).toBe('the reference is missing');
    expect(of('tx=r&ref=&status=2', { from: 'shared' })).toBe('the reference is missing');
    expect(of(`tx=r&ref=${'x'.repeat(201)}`, { from: 'shared' })).toBe('the reference is unusable');
  });

  test('an amount chooses between credits of one reference, and a named one below a point is of none', () => {
    const outcomes: Postback['outcomes'] = [
      { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
    ];
    const fields = { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' };
    const of = (points: string, from: 'shared' | 'refTx') => {
      const call = read(`tx=r&ref=x&user=u&status=2${points}`, {
        outcomes,
        fields,
        reversalTarget: { from },
      });
      return 'reason' in call ? [call.kind, call.reason, call.progress] : [call.kind, call.points];
    };
    const tooLittle = ['ignored', 'the amount is below one point', null];
    for (const points of ['&points=0.4', '&points=0']) {
      expect(of(points, 'shared')).toEqual(tooLittle);
      expect(of(points, 'refTx')).toEqual(['reverse', 0]);
    }
    for (const from of ['shared', 'refTx'] as const) {
      expect(of('', from)).toEqual(['reverse', 0]);
      expect(of('&points=', from)).toEqual(['reverse', 0]);
      expect(of('&points=7', from)).toEqual(['reverse', 7]);
      expect(of('&points=1001', from)).toEqual(['reverse', 1001]);
      expect(of(`&points=${'9'.repeat(40)}`, from)).toEqual(['reverse', 2_147_483_647]);
    }
  });

  test('ids of two hundred characters are the longest', () => {
    const [tx, user] = ['t'.repeat(200), 'u'.repeat(200)];
    expect(read(`tx=${tx}&user=${user}&points=1`)).toMatchObject({
      kind: 'credit',
      transactionId: tx,
      memberCode: user,
    });
    expect(read(`tx=t&user=${user}u&points=1`)).toMatchObject({ kind: 'refused' });
  });

  test('one mark of several makes a test call, and only credits and reversals move points', () => {
    const test: Postback['test'] = [
      { field: 'debug', op: 'exists' },
      { field: 'user', op: 'eq', value: 'tester' },
    ];
    const outcomes: Postback['outcomes'] = [
      { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
      { when: [{ field: 'status', op: 'eq', value: '3' }], then: 'pending' },
    ];
    const moves = (query: string) => movesPoints(read(`tx=t&points=1&${query}`, { test, outcomes }));
    expect(read('tx=t&user=tester&points=1', { test }).kind).toBe('test');
    expect(read('tx=t&user=u&points=1&debug=', { test }).kind).toBe('test');
    expect([moves('user=u'), moves('user=u&status=2')]).toEqual([true, true]);
    expect([moves('user=tester'), moves('user=u&status=3'), moves('user=')]).toEqual([false, false, false]);
  });

  test('where signed values can slide into each other, each has one form', () => {
    const wall = (fields: Postback['fields'], text: string) =>
      wallWith(
        {
          kind: 'digest',
          digest: { algo: 'md5', enc: 'hex', input: { template: `${text}{$key}` } },
          at: { in: 'param', name: 'sig' },
        },
        { fields },
      );
    const reasonOf = (fields: Postback['fields'], text: string, values: Record<string, string>) => {
      const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      const sig = createHash('md5').update(`${filled}test-secret`).digest('hex');
      const query = new URLSearchParams({ user: 'u', ...values, sig });
      const call = readPostback(wall(fields, text), rawRequest({ target: `/x?${query}` }), TEST_ORIGIN);
      return 'reason' in call ? call.reason : call.kind;
    };
    const points = { tx: 'tx', user: 'user', points: 'points', usd: 'usd' };
    const odd = (name: string) => `${name} is not in the one form that it can have`;
    const sliding = '{tx}{points}{usd}';
    const of = (values: Record<string, string>) =>
      reasonOf(points, sliding, { tx: 't', points: '5', usd: '1.5', ...values });
    expect(of({})).toBe('credit');
    expect(of({ tx: ' t' })).toBe(odd('tx'));
    expect(of({ points: '05' })).toBe(odd('points'));
    expect(of({ points: 'five' })).toBe('the amount is not a number');
    expect(of({ usd: '01.5' })).toBe(odd('usd'));
    expect(of({ usd: 'much' })).toBe(odd('usd'));
    expect(reasonOf(points, '{tx}{points}{usd}', { tx: 't', points: '5' })).toBe('credit');
    // Where they cannot slide, any form is read.
    expect(reasonOf(points, '{tx}|{points}|', { tx: ' t', points: '05' })).toBe('credit');
  });

  test('a reversal with a sign that the wall does not use is refused', () => {
    const outcomes: Postback['outcomes'] = [
      { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
    ];
    const query = 'tx=t&user=u&points=-5&status=2';
    expect(read(query, { outcomes })).toMatchObject({ kind: 'refused', reason: 'the amount is negative' });
    expect(read(query, { outcomes, amount: 'signed' })).toMatchObject({ kind: 'reverse', points: 5 });
  });
});

describe('proof', () => {
  test('needs the right token, and a refusal does not repeat the value', () => {
    const wall = wallWith(token);
    const reason = (query: string) =>
      readPostback(wall, rawRequest({ target: `/x?tx=t&user=u&points=1${query}` }), TEST_ORIGIN);
    expect(reason('')).toMatchObject({ kind: 'bad_signature', reason: 'the token is missing' });
    expect(reason('&token=')).toMatchObject({ kind: 'bad_signature', reason: 'the token is missing' });
    expect(reason('&token=Test-Secret')).toMatchObject({
      kind: 'bad_signature',
      reason: 'the token is wrong',
    });
    expect(reason('&token=test-secret&token=test-secret')).toMatchObject({ kind: 'bad_signature' });
  });

  test('needs every check of the wall', () => {
    const sign: Check = {
      kind: 'digest',
      digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}-{$key}' } },
      at: { in: 'param', name: 'sig' },
    };
    const right = { token: 'test-secret', sig: createHash('md5').update('t-test-secret').digest('hex') };
    for (const checks of [
      [token, sign],
      [sign, token],
    ]) {
      const of = (given: Record<string, string>) => {
        const query = new URLSearchParams({ tx: 't', user: 'u', points: '1', ...given });
        return readPostback(wallWith(token, { checks }), rawRequest({ target: `/x?${query}` }), TEST_ORIGIN);
      };
      expect(of(right).kind).toBe('credit');
      expect(of({ ...right, sig: '0'.repeat(32) })).toMatchObject({ reason: 'the signature is wrong' });
      expect(of({ ...right, token: 'other' })).toMatchObject({ reason: 'the token is wrong' });
      expect(of({ sig: right.sig })).toMatchObject({ reason: 'the token is missing' });
    }
  });

  test('compares hex without regard to case and every other encoding exactly', () => {
    const digest = (enc: 'hex' | 'base64') => createHash('md5').update('t-test-secret').digest(enc);
    const kind = (enc: 'hex' | 'base64', given: string) => {
      const check: Check = {
        kind: 'digest',
        digest: { algo: 'md5', enc, input: { template: '{tx}-{$key}' } },
        at: { in: 'header', name: 'X-Sign' },
      };
      const request = rawRequest({ target: '/x?tx=t&user=u&points=1', headers: { 'x-sign': given } });
      return readPostback(wallWith(check), request, TEST_ORIGIN).kind;
    };
    expect(kind('hex', digest('hex').toUpperCase())).toBe('credit');
    expect(kind('base64', digest('base64'))).toBe('credit');
    expect(kind('base64', digest('base64').toLowerCase())).toBe('bad_signature');
  });

  test('of a truncated digest must have exactly its length', () => {
    const check: Check = {
      kind: 'digest',
      digest: { algo: 'sha256', enc: 'hex', truncate: 16, input: { template: '{tx}-{$key}' } },
      at: { in: 'param', name: 'sig' },
    };
    const whole = createHash('sha256').update('t-test-secret').digest('hex');
    const kind = (sig: string) =>
      readPostback(wallWith(check), rawRequest({ target: `/x?tx=t&user=u&points=1&sig=${sig}` }), TEST_ORIGIN)
        .kind;
    expect([16, 15, 17, 64].map((length) => kind(whole.slice(0, length)))).toEqual([
      'credit',
      'bad_signature',
      'bad_signature',
      'bad_signature',
    ]);
  });

  test('a value is never read as a template', () => {
    const check: Check = {
      kind: 'digest',
      digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}-{$key}' } },
      at: { in: 'param', name: 'sig' },
    };
    const guess = createHash('md5').update('test-secret-test-secret').digest('hex');
    const request = rawRequest({ target: `/x?tx=%7B%24key%7D&user=u&points=1&sig=${guess}` });
    expect(readPostback(wallWith(check), request, TEST_ORIGIN).kind).toBe('bad_signature');
  });

  test('an unlisted address is refused if the list is complete and flagged if it is not', () => {
    const list = ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'];
    const query = 'tx=t&user=u&points=1';
    expect(read(query, { ips: { list, mode: 'enforce' } }, '203.0.113.1')).toMatchObject({
      kind: 'bad_signature',
      reason: 'the source address is not listed',
    });
    expect(read(query, { ips: { list, mode: 'flag' } }, '203.0.113.1')).toMatchObject({
      kind: 'credit',
      flagged: true,
    });
    for (const ip of ['192.0.2.7', '198.51.100.200', '2001:db8:1::9']) {
      expect(read(query, { ips: { list, mode: 'enforce' } }, ip)).toMatchObject({
        kind: 'credit',
        flagged: false,
      });
    }
    expect(isListed(list, 'not an address')).toBe(false);
  });
});
