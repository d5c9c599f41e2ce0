import { describe, expect, test } from 'vitest';
import { builtInWalls } from '#providers/walls/index.ts';
import { sandboxWall } from '#providers/walls/sandbox.ts';
import { wallFixtures } from '#testing/wall-fixtures.ts';
import { wallWith } from '#testing/wall-format.ts';
import type { Check, ConfiguredWall, Digest, WallDefinition } from './definition.ts';
import { enforcesAddresses, proofOf, signedFields } from './proof.ts';

const fixtures = wallFixtures('sandbox key');
const configured = (definition: WallDefinition): ConfiguredWall => {
  const { settings = {}, secrets = {} } = fixtures.find(({ id }) => id === definition.id) ?? {};
  return { definition, settings, secrets, maxPoints: 1000, holdDays: 0, share: [] };
};

const check = (digest: Digest): Check => ({ kind: 'digest', digest, at: { in: 'param', name: 'sig' } });
const template = (text: string, hmac?: string): Check =>
  check({ algo: 'md5', enc: 'hex', input: { template: text }, ...(hmac ? { hmac } : {}) });
const withEmbed = (wall: ConfiguredWall, digest: Digest): ConfiguredWall => ({
  ...wall,
  definition: { ...wall.definition, embed: { derive: { shown: { digest } } } },
});
const md5 = (text: string): Digest => ({ algo: 'md5', enc: 'hex', input: { template: text } });

describe('the proof of each built-in wall', () => {
  test.each([
    ['cpx', ['member', 'transaction', 'amount'], [0], 0],
    ['rapidoreach', ['member', 'amount'], [0], 0],
    ['theoremreach', [], [], 0],
    ['adgate', ['member', 'transaction', 'amount'], [], 0],
    ['adgem', [], [], 0],
    ['ayet', [], [], 0],
    ['bitlabs', [], [], 0],
    ['lootably', ['transaction'], [], 1],
    ['torox', ['transaction', 'amount'], [], 0],
    ['wannads', [], [], 1],
    ['revlum', [], [], 1],
    ['bitcotasks', [], [], 1],
    ['notik', [], [], 0],
    ['kiwiwall', ['transaction'], [], 0],
    ['pubscale', [], [], 0],
    ['monlix', ['member', 'transaction', 'amount'], [], 0],
    ['sandbox', [], [], 0],
  ])('%s leaves %j open, shows members its checks %j, and %i can slide', (id, open, shown, sliding) => {
    const definition = [...builtInWalls, sandboxWall].find((wall) => wall.id === id);
    const proof = proofOf(configured(definition as WallDefinition));
    expect([proof.open, proof.shown, proof.sliding.length]).toEqual([open, shown, sliding]);
  });

  test('RapidoReach proves no transaction if both of its keys are the same', () => {
    const wall = configured(builtInWalls.find(({ id }) => id === 'rapidoreach') as WallDefinition);
    const same = { ...wall, secrets: { appKey: 'one key', transactionKey: 'one key' } };
    expect(proofOf(same)).toMatchObject({ shown: [0, 1], open: ['member', 'transaction', 'amount'] });
  });
});

describe('a digest of the embed', () => {
  test.each([
    ['{user}-{$key}', '{tx}-{$key}', true],
    ['{user}{$key}', '{tx}|{user}|{points}|{$key}', true],
    ['{$key}{user}', '{$key}{tx}{user}{points}', true],
    ['{user}-{$key}', '{tx}{$key}', true],
    ['{user}-{$key}', '{$key}-{tx}', false],
    ['embed:{user}-{$key}', 'postback:{tx}-{$key}', false],
    ['{user}-{$key}-embed', '{tx}-{$key}', false],
    ['{user}', '{tx}{$key}', false],
  ])('of %s satisfies a check of %s: %j', (embed, asked, expected) => {
    const wall = withEmbed(wallWith(template(asked)), md5(embed));
    expect(proofOf(wall).shown).toEqual(expected ? [0] : []);
  });

  test('keyed like the signature of a body or an address satisfies it only if it can be one', () => {
    const keyed = (text: string): Digest => ({
      algo: 'sha256',
      hmac: 'key',
      enc: 'hex',
      input: { template: text },
    });
    const signed = (input: Digest['input']) => check({ algo: 'sha256', hmac: 'key', enc: 'base64', input });
    const shown = (text: string, input: Digest['input']) =>
      proofOf(withEmbed(wallWith(signed(input)), keyed(text))).shown;
    expect(shown('{user}', { rawBody: true })).toEqual([0]);
    expect(shown('{user}', { sortedQuery: true })).toEqual([0]);
    expect(shown('member {user}', { url: 'full', drop: [] })).toEqual([]);
    expect(shown('{unique}', { url: 'full', drop: [] })).toEqual([0]);
  });

  test('of joined parts is that of a template without a separator before the first one', () => {
    const parts: Digest = {
      ...md5(''),
      input: {
        parts: [
          ['$key', 'always'],
          ['user', 'always'],
        ],
        join: '-',
      },
    };
    const shown = (asked: string) => proofOf(withEmbed(wallWith(template(asked)), parts)).shown;
    expect([shown('{$key}-{tx}'), shown('-{$key}-{tx}')]).toEqual([[0], []]);
  });

  test('with another algorithm or key satisfies nothing', () => {
    const wall = wallWith(template('{tx}-{$key}'), {}, { key: 'k1', other: 'k2' });
    const keyed = wallWith(template('{tx}', 'key'), {}, { key: 'k1', other: 'k2' });
    expect(proofOf(withEmbed(keyed, { ...md5('{user}'), hmac: 'other' })).shown).toEqual([]);
    expect(proofOf(withEmbed(keyed, { ...md5('{user}'), hmac: 'key' })).shown).toEqual([0]);
    expect(proofOf(withEmbed(wall, { ...md5('{user}-{$key}'), algo: 'sha1' })).shown).toEqual([]);
    expect(proofOf(withEmbed(wall, md5('{user}-{$other}'))).shown).toEqual([]);
    expect(
      proofOf(withEmbed({ ...wall, secrets: { key: 'k', other: 'k' } }, md5('{user}-{$other}'))).shown,
    ).toEqual([0]);
  });
});

describe('the proof', () => {
  const open = (checks: Check[], postback = {}) =>
    proofOf(wallWith(checks[0] as Check, { checks, ...postback })).open;

  test('covers only whole values that its digests name', () => {
    expect(open([template('{tx}{user}{$key}')])).toEqual(['amount']);
    expect(open([template('{tx}{user|nodash}{points|int}{$key}')])).toEqual([]);
    expect(open([template('{tx|nodash}{user}{points}{$key}')])).toEqual(['transaction']);
    expect(open([template('{tx}{$key}'), template('{user}.{points}{$key}')])).toEqual([]);
  });

  test('covers the transaction of a reversal that names its credit only with the field that names it', () => {
    const fields = { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' };
    const openFrom = (from: 'tx' | 'refTx' | 'shared', text: string) =>
      open([template(text)], { fields, reversalTarget: { from } });
    const [whole, more] = ['{tx}|{user}|{points}|{$key}', '{tx}|{user}|{points}|{$key}|{ref}'];
    expect(openFrom('refTx', whole)).toEqual(['transaction']);
    expect(openFrom('refTx', more)).toEqual([]);
    for (const from of ['tx', 'shared'] as const) expect(openFrom(from, whole)).toEqual([]);
  });

  test('covers a value with a filter only where the filter changes nothing that counts', () => {
    expect(open([template('{tx|int}|{user}|{points}|{$key}')])).toEqual(['transaction']);
    expect(open([template('{tx}|{user|int}|{points|nodash}|{$key}')])).toEqual(['member', 'amount']);
  });

  test('is tied to its values where it can slide, or does not cover every mark of a test', () => {
    const tied = (checks: Check[], test: string[]) =>
      proofOf(
        wallWith(checks[0] as Check, {
          checks,
          test: test.map((field) => ({ field, op: 'exists' as const })),
        }),
      ).tied.map(({ digest }) => ('template' in digest.input ? digest.input.template : ''));
    const [whole, sliding, member] = [
      '{tx}|{user}|{points}|{$key}',
      '{user}{tx}{points}{$key}',
      '{user}|{$key}',
    ];
    expect(tied([template(whole)], [])).toEqual([]);
    expect(tied([template(whole)], ['user'])).toEqual([]);
    expect(tied([template(whole)], ['user', 'debug'])).toEqual([whole]);
    expect(tied([template(whole), template(member)], ['debug'])).toEqual([whole]);
    expect(tied([template(sliding), template(member)], ['user'])).toEqual([sliding]);
  });

  test('knows whose calls from other addresses are refused', () => {
    const list = ['192.0.2.1'];
    const enforces = (ips?: { list: string[]; mode: 'enforce' | 'flag' }) =>
      enforcesAddresses(wallWith(template('{tx}{$key}'), ips ? { ips } : {}));
    expect([enforces({ list, mode: 'enforce' }), enforces({ list, mode: 'flag' }), enforces()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('does not cover a parameter that a whole address or a sorted query leaves out', () => {
    expect(
      open([check({ algo: 'sha1', hmac: 'key', enc: 'hex', input: { url: 'full', drop: ['tx'] } })]),
    ).toEqual(['transaction']);
    const sorted = check({
      algo: 'sha1',
      hmac: 'key',
      enc: 'hex',
      input: { sortedQuery: true, drop: ['points'] },
    });
    expect(open([sorted])).toEqual(['amount']);
    expect(open([sorted], { body: 'json' })).toEqual(['member', 'transaction', 'amount']);
  });

  test('does not cover what an address beside a signed body leaves out', () => {
    const keyed = { algo: 'sha256', hmac: 'key', enc: 'hex' } as const;
    const checks = [
      check({ ...keyed, input: { rawBody: true } }),
      check({ ...keyed, input: { url: 'full', drop: ['tx'] } }),
    ];
    expect(open(checks, { body: 'json' })).toEqual(['transaction']);
  });
});

describe('signed parts', () => {
  test.each([
    ['{user}{tx}{points}{$key}', true],
    ['{tx}{user}{points}{$key}', false],
    ['{user}:{points}:{$key}', false],
    ['{tx}:{points}:{$key}', false],
    ['{tx}:{name}:{$key}', true],
    ['{tx}.{points}.{$key}', true],
    ['{points|int}.{tx}{$key}', false],
    ['{points}-{tx}{$key}', true],
    ['{tx}{$key}{points}', false],
  ])('of %s can slide into each other: %j', (text, expected) => {
    expect(proofOf(wallWith(template(text))).sliding.length > 0).toBe(expected);
  });

  test('cannot slide where the value of a setting separates them', () => {
    const sliding = (settings: Record<string, string>) =>
      proofOf({ ...wallWith(template('{tx}{$place}{points}{$key}')), settings }).sliding.length;
    expect([
      sliding({ place: '/eu/' }),
      sliding({ place: '' }),
      sliding({ place: '7' }),
      sliding({}),
    ]).toEqual([0, 1, 1, 1]);
  });

  test('can slide where one of them may be left out, or holds a character that no number has', () => {
    const joined = (parts: [string, 'always' | 'present' | 'nonempty'][], join = '|') =>
      proofOf(
        wallWith(check({ algo: 'md5', enc: 'hex', input: { parts: [...parts, ['$key', 'always']], join } }), {
          fields: { tx: 'tx', user: 'user', points: 'points', usd: 'pay' },
        }),
      ).sliding.length > 0;
    expect(
      joined([
        ['tx', 'always'],
        ['pay', 'nonempty'],
        ['points', 'always'],
      ]),
    ).toBe(true);
    expect(
      joined([
        ['tx', 'always'],
        ['points', 'always'],
        ['pay', 'present'],
      ]),
    ).toBe(true);
    // The revenue may be any text, since no call is refused for it.
    expect(
      joined(
        [
          ['points', 'always'],
          ['tx', 'always'],
          ['pay', 'always'],
        ],
        '_',
      ),
    ).toBe(true);
    expect(
      joined(
        [
          ['tx', 'always'],
          ['points', 'always'],
        ],
        '+',
      ),
    ).toBe(true);
    expect(
      joined(
        [
          ['tx', 'always'],
          ['points', 'always'],
        ],
        '_',
      ),
    ).toBe(false);
    expect(
      joined([
        ['tx', 'always'],
        ['user', 'always'],
        ['name', 'always'],
      ]),
    ).toBe(true);
  });

  test('can slide if a part can be left out, whatever stands between them', () => {
    const sliding = (when: 'always' | 'present' | 'nonempty') => {
      const parts: [string, 'always' | 'present' | 'nonempty'][] = [
        ['user', 'always'],
        ['points', 'always'],
        ['name', when],
        ['$key', 'always'],
      ];
      const joined = check({ algo: 'md5', enc: 'hex', input: { parts, join: '|' } });
      return proofOf(wallWith(joined)).sliding.length;
    };
    expect([sliding('always'), sliding('present'), sliding('nonempty')]).toEqual([0, 1, 1]);
  });

  test('are the fields that a template or its joined parts name', () => {
    expect(signedFields(md5('{tx}-{$key}:{user|nodash}'))).toEqual(['tx', 'user']);
    const parts: [string, 'always'][] = [
      ['tx', 'always'],
      ['$key', 'always'],
    ];
    expect(signedFields({ ...md5(''), input: { parts, join: '' } })).toEqual(['tx']);
    expect(signedFields({ ...md5(''), input: { rawBody: true } })).toEqual([]);
  });

  test('can slide when they are joined as when they stand in a template', () => {
    const joined = (join: string) =>
      check({
        algo: 'md5',
        enc: 'hex',
        input: {
          parts: [
            ['tx', 'always'],
            ['points', 'nonempty'],
            ['$key', 'always'],
          ],
          join,
        },
      });
    expect(proofOf(wallWith(joined(''))).sliding).toHaveLength(1);
    expect(proofOf(wallWith(joined('|'))).sliding).toHaveLength(0);
  });
});
