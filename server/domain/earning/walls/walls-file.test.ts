// biome-ignore-all lint/suspicious/noTemplateCurlyInString: how a walls file names the environment
import { describe, expect, test } from 'vitest';
import type { WallDefinition } from '#domain/earning/wall-format/definition.ts';
import { builtInFeeds } from '#providers/feeds/index.ts';
import { cpx } from '#providers/walls/cpx.ts';
import { builtInWalls } from '#providers/walls/index.ts';
import { sandboxWall } from '#providers/walls/sandbox.ts';
import { parseWalls, readWallsFile, WallsError } from './walls-file.ts';

const sources = {
  variable: (name: string) => ({ CPX_SECRET: 'from the environment' })[name],
  builtIn: [cpx, sandboxWall],
  feeds: [],
};
const cpxEntry = { uses: 'cpx', settings: { appId: '1234' }, secrets: { appSecret: '${CPX_SECRET}' } };
const own = structuredClone({ ...sandboxWall, id: 'mine' }) as typeof sandboxWall;
const parse = (walls: unknown) => parseWalls(JSON.stringify({ walls }), 'walls.json', sources);

function faultsOf(walls: unknown): string[] {
  try {
    parse(walls);
  } catch (error) {
    if (error instanceof WallsError) return error.faults;
    throw error;
  }
  return [];
}

const script = { src: 'https://cdn.w.example/s.js', globalVar: 'config', slots: [] };

/** The faults of an operator's own wall that differs from a good one in one place. */
function faultsWith(change: (definition: WallDefinition) => void): string[] {
  const definition = structuredClone(own);
  change(definition);
  return faultsOf([{ definition, secrets: { key: 'k' } }]);
}

describe('a walls file', () => {
  test('uses built-in walls and adds its own, with secrets from the environment', () => {
    const walls = parse([
      { ...cpxEntry, maxPoints: 5000, holdDays: 14, share: ['email'] },
      { definition: own, secrets: { key: 'plain' } },
    ]);
    expect(walls.map((wall) => [wall.definition.id, wall.secrets, wall.maxPoints, wall.holdDays])).toEqual([
      ['cpx', { appSecret: 'from the environment' }, 5000, 14],
      ['mine', { key: 'plain' }, 10_000, 0],
    ]);
  });

  test('that is missing or not JSON stops the start with its name', async () => {
    await expect(readWallsFile('/nowhere/walls.json', sources)).rejects.toThrow(
      '/nowhere/walls.json: cannot be read',
    );
    expect(() => parseWalls('{', 'walls.json', sources)).toThrow('walls.json: expected valid JSON');
    const torn = () => parseWalls('{"walls":\n  [{"secrets": "hidden" "', 'walls.json', sources);
    expect(torn).toThrow('see line 2 column 25');
    expect(torn).not.toThrow('hidden');
  });

  test('lists every fault at once, with its place', () => {
    expect(
      faultsOf([
        { uses: 'nosuch' },
        { ...cpxEntry, secrets: { appSecret: '${UNSET}' } },
        { uses: 'cpx', settings: { appId: '1', typo: 'x' } },
        { definition: { ...own, surprise: true }, secrets: { key: 'k' } },
      ]),
    ).toEqual([
      'walls.json: walls[0].uses: expected one of cpx, sandbox, got nosuch',
      'walls.json: walls[1].secrets.appSecret: expected the environment variable UNSET to be set',
      'walls.json: walls[2].settings.typo: expected only names that the definition declares',
      'walls.json: walls[2].secrets.appSecret: expected a value',
      expect.stringMatching(/^walls\.json: walls\[3\]\.definition: .*surprise/),
    ]);
  });

  test('reads secrets alone from the environment, and says so of other values', () => {
    const told = 'expected the value itself; only secrets are read from the environment';
    const withEmbed = (embed: object) => ({ definition: { ...own, embed }, secrets: { key: 'k' } });
    const slots = [{ divId: 'wall', options: { app: '${CPX_APP}' } }];
    expect(
      faultsOf([
        { ...cpxEntry, settings: { appId: '${CPX_APP}' } },
        withEmbed({ script: { ...script, config: {}, slots } }),
        { ...cpxEntry, addresses: ['${CPX_ADDRESS}'] },
      ]),
    ).toEqual([
      `walls.json: walls[0].settings.appId: ${told}`,
      `walls.json: walls[1].definition.embed.script.slots[0].options.app: ${told}`,
      expect.stringContaining('walls[2].addresses[0]: expected an address'),
    ]);
    const priced = { iframe: { url: 'https://w.example/?price=${user}', height: 5 } };
    expect(faultsOf([withEmbed(priced)])).toEqual([]);
  });

  test('must not name a wall twice', () => {
    expect(faultsOf([cpxEntry, cpxEntry])).toEqual([
      'walls.json: walls[1]: expected another wall, cpx is there already',
    ]);
  });

  test('must accept what only one public source tells; otherwise the wall is refused or takes nothing back', () => {
    const parseWith = (entry: object) => parseWalls(JSON.stringify({ walls: [entry] }), 'walls.json', all);
    const all = { variable: () => undefined, builtIn: builtInWalls, feeds: builtInFeeds };
    const survey = {
      uses: 'rapidoreach',
      settings: { appId: 'a' },
      secrets: { appKey: 'k', transactionKey: 't' },
    };
    expect(() => parseWith(survey)).toThrow('walls.json: walls[0].acceptUnverified: expected true');
    expect(parseWith({ ...survey, acceptUnverified: true })).toHaveLength(1);

    const offers = {
      uses: 'lootably',
      settings: { placementId: 'p' },
      secrets: { postbackSecret: 's' },
      addresses: ['192.0.2.1'],
    };
    const outcomeOf = (entry: object) => parseWith(entry)[0]?.definition.postback.outcomes[0]?.then;
    expect(outcomeOf(offers)).toBe('ignore');
    expect(outcomeOf({ ...offers, acceptUnverified: true })).toBe('reverse');
  });

  describe('with a wall whose proof is open', () => {
    const open = structuredClone(own);
    open.postback.checks = [{ kind: 'token', at: { in: 'param', name: 't' }, secret: 'key' }];
    const entry = { definition: open, secrets: { key: 'k' } };
    const place = 'walls.json: walls[0]';

    test('says what is open and asks for the addresses or for acceptance', () => {
      expect(faultsOf([entry])).toEqual([
        `${place}.acceptUnverified: expected true, or "addresses" with those of the company: its proof leaves the member and the transaction and the amount open, so that whoever has seen one call can make others`,
      ]);
      expect(faultsOf([{ ...entry, acceptUnverified: true }])).toEqual([]);
      const listed = { ...open, postback: { ...open.postback, ips: { list: ['192.0.2.1'], mode: 'flag' } } };
      expect(faultsOf([{ ...entry, definition: listed }])).toHaveLength(1);
    });

    test('enforces the addresses of its entry, even over those of the definition', () => {
      const [own, known] = parse([
        { ...entry, addresses: ['192.0.2.7', '2001:db8::/48'] },
        { ...cpxEntry, addresses: ['192.0.2.7'] },
      ]);
      const expected = { list: ['192.0.2.7', '2001:db8::/48'], mode: 'enforce' };
      expect(own?.definition.postback.ips).toEqual(expected);
      expect(known?.definition.postback.ips).toEqual({ list: ['192.0.2.7'], mode: 'enforce' });
      for (const addresses of [['nowhere'], ['192.0.2.1/33'], []])
        expect(faultsOf([{ ...entry, addresses }])[0]).toContain(`${place}.addresses`);
    });

    test('is refused if a digest of the embed satisfies a check, unless the addresses are enforced', () => {
      const shown = structuredClone(own);
      shown.embed = {
        derive: { hash: { digest: { algo: 'md5', enc: 'hex', input: { template: '{user}-{$key}' } } } },
        iframe: { url: 'https://w.example/?u={user}&h={$hash}', height: 500 },
      };
      shown.postback.checks = [
        {
          kind: 'digest',
          digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}-{$key}' } },
          at: { in: 'param', name: 'hash' },
        },
      ];
      const shownEntry = { definition: shown, secrets: { key: 'k' }, acceptUnverified: true };
      expect(faultsOf([shownEntry])).toEqual([
        `${place}.addresses: expected the addresses of the company: members see a digest in their embed that satisfies postback.checks[0]`,
      ]);
      expect(faultsOf([{ ...shownEntry, addresses: ['192.0.2.7'] }])).toEqual([]);
    });

    test('cannot use a form beside a signature over the address', () => {
      const faults = faultsWith((definition) => {
        Object.assign(definition.postback, { methods: ['POST'], body: 'form' });
        definition.postback.checks = [
          {
            kind: 'digest',
            digest: { algo: 'sha1', hmac: 'key', enc: 'hex', input: { url: 'full', drop: [] } },
            at: { in: 'param', name: 'hash' },
          },
        ];
      });
      expect(faults).toEqual([
        `${place}.definition.postback.body: expected none: a signature over the address does not cover it`,
      ]);
    });
  });

  describe('with a wall that looks proven but is not', () => {
    const proven = (input: object, drop = {}) => ({
      definition: {
        ...own,
        postback: {
          ...own.postback,
          checks: [
            {
              kind: 'digest',
              digest: { algo: 'sha256', enc: 'hex', input },
              at: { in: 'param', name: 'signature' },
            },
          ],
          ...drop,
        },
      },
      secrets: { key: 'k' },
    });

    test('is refused if a part of a digest has a filter', () => {
      const parts = (...names: string[]) => ({ parts: names.map((name) => [name, 'always']), join: '|' });
      for (const odd of ['$key|int', '$key|nodash']) {
        expect(faultsOf([proven(parts('tx', 'user', 'points', odd))])).toContainEqual(
          expect.stringMatching(/checks\[0\]\.digest\.input\.parts\[3\]: expected a name alone/),
        );
      }
      for (const odd of ['points|int', 'points}{tx', '{points}'])
        expect(faultsOf([proven(parts('tx', 'user', odd, '$key'))])).toContainEqual(
          expect.stringMatching(/parts\[2\]: expected a name alone/),
        );
    });

    test.each(['constructor', 'toString', 'valueOf'])('is refused with a secret named %s', (name) => {
      const entry = proven({ template: `{tx}{user}{points}{$${name}}` });
      const definition = { ...entry.definition, secrets: [name] };
      expect(faultsOf([{ definition, secrets: { [name]: 'a real secret' } }])).toContainEqual(
        expect.stringContaining('definition.secrets[0]'),
      );
    });

    test.each(['0.0.0.0/0', '::/0', '::ffff:0:0/96', '128.0.0.0/1'])(
      "is refused if its addresses include everyone's: %s",
      (block) => {
        const token = { checks: [{ kind: 'token', at: { in: 'param', name: 'token' }, secret: 'key' }] };
        const entry = proven({}, token);
        expect(faultsOf([{ ...entry, addresses: [block] }])).toContainEqual(
          expect.stringContaining('walls[0].addresses[0]: expected'),
        );
        const ips = { list: [block], mode: 'enforce' };
        expect(faultsOf([proven({}, { ...token, ips })])).toContainEqual(
          expect.stringContaining('definition.postback.ips.list[0]: expected'),
        );
        expect(faultsOf([{ ...entry, addresses: ['192.0.2.0/24', '2001:db8::/32'] }])).toEqual([]);
      },
    );

    test('is refused if members or staff could read a secret that proves, under any name', () => {
      const secret = 'the-very-secret';
      const shows = (change: (definition: WallDefinition) => void, rest: object = {}) => {
        const definition = structuredClone(own);
        change(definition);
        return faultsOf([{ definition, secrets: { key: secret }, ...rest }]);
      };
      const told = [expect.stringMatching(/expected no secret that proves postbacks/)];
      const url = 'https://w.example/?u={user}';
      const frame = (text: string) => ({ iframe: { url: url + text, height: 1 } });
      expect(shows((one) => Object.assign(one, { embed: frame('&k=the-very-secret') }))).toEqual(told);
      const withSetting = (one: WallDefinition) => Object.assign(one, { settings: ['app'] });
      expect(shows(withSetting, { settings: { app: secret } })).toEqual(told);
      const twice = (one: WallDefinition) =>
        Object.assign(one, { secrets: ['key', 'other'], embed: frame('&k={$other}') });
      expect(shows(twice, { secrets: { key: secret, other: secret } })).toEqual(told);
      expect(shows(twice, { secrets: { key: secret, other: 'another one' } })).toEqual([]);
      expect(
        shows((one) => Object.assign(one.postback, { query: '?tx={tx}&token=the-very-secret' })),
      ).toEqual(told);
    });
  });

  test('may name its schema', () => {
    const text = JSON.stringify({ $schema: './walls.schema.json', walls: [] });
    expect(parseWalls(text, 'walls.json', sources)).toEqual([]);
  });

  test.each<[string, (definition: WallDefinition) => void, string]>([
    ['has no check', (d) => d.postback.checks.splice(0), 'postback.checks: expected at least one check'],
    [
      'has an id of other letters',
      (d) => Object.assign(d, { id: 'My Wall' }),
      'definition.id: expected small letters',
    ],
    [
      'names no transaction field',
      (d) => Object.assign(d.postback.fields, { tx: undefined }),
      'postback.fields.tx',
    ],
    [
      'names no user field',
      (d) => Object.assign(d.postback.fields, { user: undefined }),
      'postback.fields.user',
    ],
    [
      'names no amount',
      (d) => Object.assign(d.postback.fields, { points: undefined, usd: undefined }),
      'expected points or usd',
    ],
    [
      'has a check without a secret',
      (d) =>
        d.postback.checks.splice(0, 1, {
          kind: 'digest',
          digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}' } },
          at: { in: 'param', name: 's' },
        }),
      'postback.checks[0].digest: expected hmac or a {$secret} in its input',
    ],
    [
      'uses a name that is not declared',
      (d) =>
        d.postback.checks.splice(0, 1, {
          kind: 'digest',
          digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}{$key}{$other}' } },
          at: { in: 'param', name: 's' },
        }),
      'got {$other}',
    ],
    [
      'shows the secret of a check to members',
      (d) => Object.assign(d, { embed: { iframe: { url: 'https://w.example/?k={$key}', height: 5 } } }),
      'embed.iframe.url: expected no {$key} here',
    ],
    [
      'embeds a field that no member has',
      (d) => Object.assign(d, { embed: { iframe: { url: 'https://w.example/{phone}', height: 5 } } }),
      'expected one of user, unique, got {phone}',
    ],
    [
      'asks for the address of a member in its frame',
      (d) => Object.assign(d, { embed: { iframe: { url: 'https://w.example/?e={email}', height: 5 } } }),
      'embed.iframe.url: expected no {email} here: no wall is told who its members are unless "share" names it',
    ],
    [
      'asks for the name of a member in its script',
      (d) =>
        Object.assign(d, { embed: { script: { ...script, config: { person: { name: '{name|nodash}' } } } } }),
      'embed.script.config.person.name: expected no {name} here',
    ],
    [
      'asks for the address of a member in a derived digest',
      (d) =>
        Object.assign(d, {
          embed: {
            derive: {
              hash: {
                digest: { algo: 'md5', enc: 'hex', input: { parts: [['email', 'always']], join: '' } },
              },
            },
          },
        }),
      'embed.derive.hash.digest.input.parts[0]: expected no {email} here',
    ],
    [
      'leaves the host of its frame open',
      (d) => Object.assign(d, { embed: { iframe: { url: 'https://{user}.example/', height: 5 } } }),
      'expected https://host/... or a path of this site',
    ],
    [
      'lists something that is no address',
      (d) => Object.assign(d.postback, { ips: { list: ['10.0.0.0/33'], mode: 'enforce' } }),
      'postback.ips.list[0]: expected an address or a CIDR block',
    ],
    [
      'has a filter that does not exist',
      (d) => Object.assign(d, { embed: { iframe: { url: 'https://w.example/{user|upper}', height: 5 } } }),
      '{user|upper} has a filter that does not exist',
    ],
    [
      'compares with something that is no number',
      (d) => d.postback.test?.push({ field: 'points', op: 'lt', value: 'ten' }),
      'expected a number, written as a text for lt',
    ],
  ])('is refused when a definition %s', (_name, change, fault) => {
    expect(faultsWith(change).join('\n')).toContain(fault);
  });
});

describe('a feed', () => {
  const withFeed = (feed: unknown) => ({ ...cpxEntry, feed });
  const all = { ...sources, feeds: builtInFeeds };
  const read = (feed: unknown) =>
    parseWalls(JSON.stringify({ walls: [withFeed(feed)] }), 'walls.json', all)[0]?.feed;
  const faults = (feed: unknown): string => {
    try {
      read(feed);
    } catch (error) {
      if (error instanceof WallsError) return error.faults.join('\n');
      throw error;
    }
    return '';
  };
  const adgem = { uses: 'adgem', secrets: { refreshToken: '${CPX_SECRET}' } };

  test('is read with its secrets of the environment, and with further hosts', () => {
    expect(read(adgem)?.secrets).toEqual({ refreshToken: 'from the environment' });
    expect(read({ ...adgem, pictureHosts: ['cdn.example'] })?.pictureHosts).toEqual([
      'adgem.com',
      'cdn.example',
    ]);
    expect(parseWalls(JSON.stringify({ walls: [cpxEntry] }), 'walls.json', all)[0]).not.toHaveProperty(
      'feed',
    );
  });

  const own = {
    id: 'mine',
    settings: [],
    secrets: ['key'],
    everyMinutes: 15,
    clickHosts: ['vendor.example'],
    pictureHosts: [],
    request: { method: 'GET', url: 'https://vendor.example/offers', headers: { 'X-Key': '{$key}' } },
    offers: ['offers'],
    offer: {
      id: 'id',
      title: 'name',
      amounts: { points: 'points' },
      click: { at: 'url', append: { sub: '{user}' } },
    },
  };

  test('can bring a definition of its own', () => {
    expect(read({ definition: own, secrets: { key: 'k' } })?.definition.offer.id).toEqual(['id']);
  });

  test.each<[string, unknown, string]>([
    ['names a vendor that is not there', { uses: 'nosuch' }, 'walls[0].feed.uses: expected one of adgem, '],
    ['lacks a secret', { uses: 'adgem' }, 'walls[0].feed.secrets.refreshToken: expected a value'],
    [
      'names a variable that is not set',
      { uses: 'adgem', secrets: { refreshToken: '${UNSET}' } },
      'walls[0].feed.secrets.refreshToken: expected the environment variable UNSET to be set',
    ],
    [
      'names the environment in a setting',
      { uses: 'lootably', settings: { placementId: '${PLACEMENT}' }, secrets: { apiKey: 'k' } },
      'walls[0].feed.settings.placementId: expected the value itself',
    ],
    [
      'allows every host',
      { ...adgem, clickHosts: ['*'] },
      'walls[0].feed.clickHosts[0]: expected the name of a host',
    ],
    [
      'calls without encryption',
      {
        definition: { ...own, request: { ...own.request, url: 'http://vendor.example/' } },
        secrets: { key: 'k' },
      },
      'walls[0].feed.definition.request.url: expected https://host/...',
    ],
    [
      'names a secret that it does not declare',
      {
        definition: { ...own, request: { ...own.request, query: { k: '{$other}' } } },
        secrets: { key: 'k' },
      },
      'walls[0].feed.definition.request.query.k: expected a declared setting or secret, got {$other}',
    ],
    [
      'leads to clicks of nobody',
      { definition: { ...own, offer: { ...own.offer, click: { at: 'url' } } }, secrets: { key: 'k' } },
      'a click must say whose it is',
    ],
  ])('is refused when it %s', (_, feed, fault) => {
    expect(faults(feed)).toContain(fault);
  });
});
