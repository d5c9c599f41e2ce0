import { describe, expect, test } from 'vitest';
import { WALL_PERSONAL_FIELDS } from '#contract/walls.values.ts';
import { type ConfiguredWall, readPostback } from '#domain/earning/index.ts';
import { checkDefinition } from '#domain/earning/wall-format/check-definition.ts';
import { WallDefinition } from '#domain/earning/wall-format/definition.ts';
import { derivedValue } from '#domain/earning/wall-format/embed.ts';
import { rawRequest, TEST_ORIGIN } from '#testing/wall-format.ts';
import { builtInWalls } from './index.ts';
import { sandboxWall } from './sandbox.ts';

/** Examples that the vendors publish, or results of their recipes computed with openssl. */

function configured(id: string, secrets: Record<string, string>, settings = {}): ConfiguredWall {
  const definition = builtInWalls.find((wall) => wall.id === id);
  if (!definition) throw new Error(`there is no wall ${id}`);
  return { definition, settings, secrets, maxPoints: 10_000, holdDays: 0, share: [] };
}

const get = (target: string, ip?: string) => rawRequest({ target, ...(ip ? { ip } : {}) });
const secret = 'test-secret';
const rapidoreach = configured(
  'rapidoreach',
  { appKey: '838ab4b72d221a585af8b4be7a540234', transactionKey: 'tk' },
  { appId: '1sJ57hgit' },
);

describe('the definition of', () => {
  test.each([
    [
      'cpx',
      configured('cpx', { appSecret: secret }),
      get(
        '/x?status=1&trans_id=TX1001&user_id=u1&amount_local=9.5&hash=5ff1c520e526a7d1ce5e03e160ca03fc',
        '188.40.3.73',
      ),
      { kind: 'credit', transactionId: 'TX1001', points: 9 },
    ],
    [
      'rapidoreach',
      rapidoreach,
      get(
        '/x?cmd=transactionComplete&userId=User123-1sJ57hgit-e9c58bb1623c49fb3e1aff5bc633bd85&endUserId=User123&status=C&amt=1&currencyAmt=100&offerInvitationId=77&oiHash=377035a5ec65f8b7d393127ad47b2cf5&transactionId=4321&txnHash=8d54622ba34f2afcd37d37b4f88daa59',
      ),
      { kind: 'credit', transactionId: '4321', memberCode: 'User123', points: 100 },
    ],
    [
      'theoremreach',
      configured('theoremreach', { secretKey: secret }),
      get('/postback/theorem?user_id=u1&reward=55&currency=0.55&tx_id=t-9&hash=VQNCF0X1PNlcwpf_W1mzPpypm5o'),
      { kind: 'credit', transactionId: 't-9', points: 55 },
    ],
    [
      'adgate',
      configured('adgate', { token: secret }),
      get('/x?conversion_id=c-1&s1=u1&points=80&state=approved&token=test-secret', '52.42.57.125'),
      { kind: 'credit', transactionId: 'c-1', points: 80 },
    ],
    [
      'adgem (whose published sample names no conversion)',
      configured('adgem', { postbackKey: secret }),
      rawRequest({
        method: 'POST',
        target: '/x',
        body: '{"request_id":"r-1","data":{"player_id":"u1","amount":100}}',
        headers: { signature: 'c72001e4853807a6d98f4d480813225bd3fcacae1f75ff73a035382a1c645237' },
      }),
      { kind: 'refused', reason: 'the transaction id is missing or unusable' },
    ],
    [
      'ayet',
      configured('ayet', { apiKey: secret }),
      rawRequest({
        target:
          '/x?transaction_id=t-1&callback_type=conversion&external_identifier=u1&currency_amount=150&offer_name=Castle%20Quest%21',
        headers: {
          'x-ayetstudios-security-hash': '80f8f874ddd05881f8366f85bb0016774d2ef48fe99d83a8b1e69635c00bcbaf',
        },
      }),
      { kind: 'credit', transactionId: 't-1', memberCode: 'u1', points: 150 },
    ],
    [
      'bitlabs',
      configured('bitlabs', { appSecret: secret }),
      get(
        '/postback/bitlabs?uid=u1&val=150&tx=t-1&ref=t-1&state=COMPLETED&hash=ef127231b9a3d855915f362d816693ddfddc75f3',
      ),
      { kind: 'credit', transactionId: 't-1', memberCode: 'u1', points: 150 },
    ],
    [
      'lootably',
      configured('lootably', { postbackSecret: 'j28eh8ahjsd2hjq8ashd829qyha8sdh2qha8sdhy' }),
      get(
        '/x?transactionID=l-1&userID=some%20userID&ip=1.1.1.&revenue=0.01&currencyReward=1&hash=192be178a21dc60858a372784d260f31400b385033fac53de74fa91a8ce380eb',
      ),
      { kind: 'credit', transactionId: 'l-1', memberCode: 'some userID', points: 1 },
    ],
    [
      'torox',
      configured('torox', { secretKey: secret }),
      get('/x?id=o-1&oid=4711&user_id=u1&amount=35&sig=77bedee306ccc5cf353f3282b71ad85e', '54.175.173.245'),
      { kind: 'credit', transactionId: 'o-1', points: 35 },
    ],
    [
      'wannads',
      configured('wannads', { secretKey: secret }),
      get(
        '/x?subId=u1&transId=tr-1&uuid=click-1&reward=25.0&status=1&signature=78aab770b9b926b0d8cd41a460c4c64a',
      ),
      { kind: 'credit', transactionId: 'tr-1', reference: 'click-1', points: 25 },
    ],
    [
      'revlum',
      configured('revlum', { secretKey: secret }),
      get('/x?subId=u1&transId=tr-1&reward=25.0&status=1&signature=78aab770b9b926b0d8cd41a460c4c64a'),
      { kind: 'credit', transactionId: 'tr-1', points: 25 },
    ],
    [
      'bitcotasks',
      configured('bitcotasks', { secretKey: secret }),
      rawRequest({
        method: 'POST',
        target: '/x',
        body: 'subId=u1&transId=tr-1&reward=25.0&status=1&signature=78aab770b9b926b0d8cd41a460c4c64a',
      }),
      { kind: 'credit', transactionId: 'tr-1', points: 25 },
    ],
    [
      'notik',
      configured('notik', { secretKey: secret }),
      get(
        '/postback/notik?user_id=u1&amount=100&payout=1.00&offer_id=5&txn_id=n-1&hash=534da4913e93ee883cf4097cb3907a44519978b1',
      ),
      { kind: 'credit', transactionId: 'n-1', points: 100 },
    ],
    [
      'kiwiwall',
      configured('kiwiwall', { secretKey: secret }),
      get(
        '/x?trans_id=k-1&sub_id=u1&amount=100&status=1&signature=6e7aff14df92583fe91ac2a949248bc4',
        '34.193.235.172',
      ),
      { kind: 'credit', transactionId: 'k-1', points: 100 },
    ],
    [
      'pubscale',
      configured('pubscale', { secretKey: 'fa072672-d432-11c4-885a-EB1CdEc4Bb13' }),
      get(
        '/x?user_id=30356439-8d15-4f47-B133-010a37C19eBD&value=100.1234&token=525a5B8e-512b-441A-a10B-72d218c370e5&signature=918809ac0e5fcc1960c8875d9e9c8e80',
      ),
      { kind: 'credit', transactionId: '525a5B8e-512b-441A-a10B-72d218c370e5', points: 100 },
    ],
    [
      'monlix',
      configured('monlix', { secretKey: secret }),
      get('/x?transactionId=m-1&userId=u1&rewardValue=3400&status=1&secretKey=test-secret'),
      { kind: 'credit', transactionId: 'm-1', points: 3400 },
    ],
  ] as const)('%s verifies a known answer', (_name, wall, request, expected) => {
    expect(readPostback(wall, request, TEST_ORIGIN)).toMatchObject(expected);
  });

  test('RapidoReach signs the uid as the vendor publishes it', () => {
    const uid = derivedValue(rapidoreach, { code: 'User123' }, 'uid');
    expect(uid).toBe('User123-1sJ57hgit-e9c58bb1623c49fb3e1aff5bc633bd85');
  });

  test('CPX signs the member as several integrations do', () => {
    const hash = derivedValue(configured('cpx', { appSecret: secret }), { code: 'user42' }, 'secureHash');
    expect(hash).toBe('2799a629ae73349556e8c86ad49fbfe0');
  });

  test.each([...builtInWalls, sandboxWall].map((definition) => [definition.id, definition] as const))(
    "%s passes the checks for operators' definitions",
    (_id, definition) => {
      expect(WallDefinition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(definition);
      // A wall that has a place for them may be told more by its operator.
      expect(checkDefinition(definition, WALL_PERSONAL_FIELDS)).toEqual([]);
    },
  );
});
