import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpx } from '#providers/walls/cpx.ts';
import { rawRequest, TEST_ORIGIN, wallWith } from '#testing/wall-format.ts';
import type { Check, ConfiguredWall, Digest, Place } from './definition.ts';
import { derivedValue } from './embed.ts';
import type { RawRequest } from './request.ts';
import { readParameters } from './request.ts';
import { whyUnproven } from './verify.ts';

const cpxWall: ConfiguredWall = {
  definition: cpx,
  settings: { appId: '1234' },
  secrets: { appSecret: 'test-secret' },
  maxPoints: 5000,
  holdDays: 0,
  share: [],
};
const at = (name: string): Place => ({ in: 'param', name });
const check = (digest: Digest, place: Place): Check => ({ kind: 'digest', digest, at: place });

interface KnownAnswer {
  vendor: string;
  wall: ConfiguredWall;
  request: RawRequest;
  /** Pieces of the request that the signature covers. */
  signed: string[];
}

/** One for each kind of input of a digest. */
const knownAnswers: KnownAnswer[] = [
  {
    vendor: 'CPX: md5 of a template',
    wall: cpxWall,
    request: rawRequest({
      target:
        '/api/postbacks/cpx?status=1&trans_id=TX1001&user_id=user42&amount_local=662.6500&hash=5ff1c520e526a7d1ce5e03e160ca03fc',
      ip: '188.40.3.73',
    }),
    signed: ['TX1001', '5ff1c520e526a7d1ce5e03e160ca03fc'],
  },
  {
    vendor: 'TheoremReach: HMAC-SHA1 of the URL, base64url',
    wall: wallWith(
      check(
        { algo: 'sha1', hmac: 'key', enc: 'base64url', input: { url: 'full', drop: ['hash'] } },
        at('hash'),
      ),
    ),
    request: rawRequest({
      target:
        '/postback/theorem?user_id=u1&reward=55&currency=0.55&tx_id=t-9&hash=VQNCF0X1PNlcwpf_W1mzPpypm5o',
    }),
    signed: ['theorem', 'u1', '55', '0.55', 't-9', 'VQNCF0X1PNlcwpf_W1mzPpypm5o'],
  },
  {
    vendor: 'AdGem: HMAC-SHA256 of the body, in a header',
    wall: wallWith(
      check(
        { algo: 'sha256', hmac: 'key', enc: 'hex', input: { rawBody: true } },
        { in: 'header', name: 'Signature' },
      ),
      { body: 'json' },
    ),
    request: rawRequest({
      method: 'POST',
      target: '/api/postbacks/adgem',
      body: '{"request_id":"r-1","data":{"player_id":"u1","amount":100}}',
      headers: { signature: 'c72001e4853807a6d98f4d480813225bd3fcacae1f75ff73a035382a1c645237' },
    }),
    signed: ['r-1', 'u1', '100'],
  },
  {
    vendor: 'Lootably: sha256 of a template',
    wall: wallWith(
      check(
        {
          algo: 'sha256',
          enc: 'hex',
          input: { template: '{userID}{ip}{revenue}{currencyReward}{$key}' },
        },
        at('hash'),
      ),
      {},
      { key: 'j28eh8ahjsd2hjq8ashd829qyha8sdh2qha8sdhy' },
    ),
    request: rawRequest({
      target:
        '/x?userID=some%20userID&ip=1.1.1.&revenue=0.01&currencyReward=1&hash=192be178a21dc60858a372784d260f31400b385033fac53de74fa91a8ce380eb',
    }),
    signed: ['some', 'userID&', '1.1.1.', '0.01', '192be178'],
  },
  {
    vendor: 'Torox: md5 of a template',
    wall: wallWith(
      check({ algo: 'md5', enc: 'hex', input: { template: '{oid}-{user_id}-{$key}' } }, at('sig')),
    ),
    request: rawRequest({ target: '/x?oid=4711&user_id=u1&sig=77bedee306ccc5cf353f3282b71ad85e' }),
    signed: ['4711', 'u1', '77bedee3'],
  },
  {
    vendor: 'the subId family: md5 of joined parts',
    wall: wallWith(
      check(
        {
          algo: 'md5',
          enc: 'hex',
          input: {
            parts: [
              ['subId', 'always'],
              ['transId', 'always'],
              ['absent', 'present'],
              ['reward', 'nonempty'],
              ['$key', 'always'],
            ],
            join: '',
          },
        },
        at('signature'),
      ),
    ),
    request: rawRequest({
      target: '/x?subId=u1&transId=tr-1&reward=25.0&signature=78aab770b9b926b0d8cd41a460c4c64a',
    }),
    signed: ['u1', 'tr-1', '25.0', '78aab770'],
  },
  {
    vendor: 'Notik: HMAC-SHA1 of the URL, hex',
    wall: wallWith(
      check({ algo: 'sha1', hmac: 'key', enc: 'hex', input: { url: 'full', drop: ['hash'] } }, at('hash')),
    ),
    request: rawRequest({
      target:
        '/postback/notik?user_id=u1&amount=100&payout=1.00&offer_id=5&txn_id=n-1&hash=534da4913e93ee883cf4097cb3907a44519978b1',
    }),
    signed: ['notik', 'u1', '100', '1.00', '5', 'n-1', '534da491'],
  },
  {
    vendor: 'PubScale: md5 with a truncated amount',
    wall: wallWith(
      check(
        { algo: 'md5', enc: 'hex', input: { template: '{$key}.{user_id}.{value|int}.{token}' } },
        at('signature'),
      ),
      {},
      { key: 'fa072672-d432-11c4-885a-EB1CdEc4Bb13' },
    ),
    request: rawRequest({
      target:
        '/x?user_id=30356439-8d15-4f47-B133-010a37C19eBD&value=100.1234&token=525a5B8e-512b-441A-a10B-72d218c370e5&signature=918809ac0e5fcc1960c8875d9e9c8e80',
    }),
    signed: ['30356439', '100', '525a5B8e', '918809ac'],
  },
  {
    // Computed with: printf 'a=1&b=x+y&c=%%C3%%A9' | openssl dgst -sha256 -hmac test-secret
    vendor: 'HMAC-SHA256 of the sorted query',
    wall: wallWith(
      check({ algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true } }, at('signature')),
    ),
    request: rawRequest({
      target:
        '/x?c=%c3%a9&b=x%20y&signature=a79e3ce55454af00f51fea72f4e809e07168a14d8019acab9a32b29282e36c0c&a=1',
    }),
    signed: ['x%20y', 'a79e3ce5', 'a=1'],
  },
];

const proven = (wall: ConfiguredWall, request: RawRequest) =>
  whyUnproven(
    wall,
    request,
    readParameters(request, wall.definition.postback.body ?? 'none'),
    TEST_ORIGIN,
  ) === undefined;

describe('known answers', () => {
  for (const { vendor, wall, request } of knownAnswers) {
    test(`verifies ${vendor}`, () => expect(proven(wall, request)).toBe(true));
  }

  test('derives the embed hash of CPX', () => {
    expect(derivedValue(cpxWall, { code: 'user42' }, 'secureHash')).toBe('2799a629ae73349556e8c86ad49fbfe0');
  });

  test('derives the checksum of RapidoReach and the uid that holds it', () => {
    const wall: ConfiguredWall = wallWith(
      check({ algo: 'md5', enc: 'hex', input: { template: '{$key}' } }, at('h')),
    );
    wall.settings = { appId: '1sJ57hgit' };
    wall.secrets = { key: '838ab4b72d221a585af8b4be7a540234' };
    wall.definition.embed = {
      derive: {
        sum: { digest: { algo: 'md5', enc: 'hex', input: { template: '{user}-{$appId}-{$key}' } } },
        uid: { template: '{user}-{$appId}-{$sum}' },
      },
    };
    const uid = derivedValue(wall, { code: 'User123' }, 'uid');
    expect(uid).toBe('User123-1sJ57hgit-e9c58bb1623c49fb3e1aff5bc633bd85');
  });
});

describe('a changed byte', () => {
  for (const { vendor, wall, request, signed } of knownAnswers) {
    test(`in a signed part is never proven: ${vendor}`, () => {
      const whole = `${request.target}\n${request.body.toString()}`;
      const places = signed.flatMap((piece) => {
        const start = whole.indexOf(piece);
        expect(start).toBeGreaterThan(-1);
        return Array.from(piece, (_, index) => start + index).filter((place) =>
          /[A-Za-z0-9.]/.test(whole[place] ?? ''),
        );
      });
      fc.assert(
        fc.property(
          fc.constantFrom(...places),
          fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
          (place, letter) => {
            // The hex digits of a signature may be in either case.
            fc.pre(whole[place]?.toLowerCase() !== letter.toLowerCase());
            const [target = '', ...body] = `${whole.slice(0, place)}${letter}${whole.slice(place + 1)}`.split(
              '\n',
            );
            const changed = { ...request, target, body: Buffer.from(body.join('\n')) };
            expect(isProven(wall, changed)).toBe(false);
          },
        ),
        { numRuns: 300 },
      );
    });
  }
});

/** A change may also make the request unreadable. */
function isProven(wall: ConfiguredWall, request: RawRequest): boolean {
  try {
    return proven(wall, request);
  } catch {
    return false;
  }
}
