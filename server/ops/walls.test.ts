// biome-ignore-all lint/suspicious/noTemplateCurlyInString: how a walls file names the environment
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { proveEarning, wallsFileSchema } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { builtInFeeds, builtInWalls } from '#server/compose/adapters.ts';
import { createMember } from '#testing/factories.ts';
import { runOps } from '#testing/process.ts';
import { startTestServer } from '#testing/server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-ops-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a walls file with these entries. */
async function fileOf(name: string, walls: object[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify({ walls }));
  return file;
}
const good = await fileOf('good.json', [
  { uses: 'notik', settings: { apiKey: 'k', pubId: 'p', appId: 'a' }, secrets: { secretKey: '${NOTIK}' } },
  { uses: 'adgate', settings: { wallId: 'w' }, secrets: { token: '${ADGATE}' }, maxPoints: 500 },
  { uses: 'adgem', settings: { appId: 'a' }, secrets: { postbackKey: 'adgem key' } },
  {
    uses: 'lootably',
    settings: { placementId: 'p' },
    secrets: { postbackSecret: 'lootably' },
    addresses: ['192.0.2.10'],
  },
]);
const environment = {
  APP_URL: 'https://rewards.example',
  DEVELOPMENT_OPEN: 'on',
  DATA_DIR: folder,
  NOTIK: 'test-secret',
  ADGATE: 'adgate token',
};
const walls = (...args: string[]) => runOps(['walls', ...args], environment);

describe('walls check', () => {
  test('lists for a right file the address of each wall, what its company gets, and what is not accepted', async () => {
    const { code, output } = await walls('check', good);
    expect(code).toBe(0);
    expect(output).toContain('Notik: GET https://rewards.example/api/postbacks/notik');
    expect(output).toContain('at most 500 points');
    const macros =
      'conversion_id={conversion_id}&s1={s1}&points={points}&payout={payout}&vc_title={vc_title}&event_id={event_id}&s2={s2}&state={state}';
    expect(output).toContain(
      `  to paste at the company: https://rewards.example/api/postbacks/adgate?${macros}&token=<your token>\n`,
    );
    expect(output).not.toContain('to paste at the company: https://rewards.example/api/postbacks/notik');
    expect(output).toContain('its proof leaves the transaction open; only 192.0.2.10 may call');
    expect(output).toContain('ignored without acceptUnverified: calls with [{"field":"status"');
    expect(output).toContain('4 walls are right.');
    expect(output).not.toContain('adgate token');
  });

  test('prints every fault of a wrong file and fails', async () => {
    const file = await fileOf('bad.json', [
      { uses: 'nosuch' },
      { uses: 'notik', settings: { apiKey: 'k', pubId: 'p' }, secrets: { secretKey: '${UNSET}' } },
    ]);
    const { code, output } = await walls('check', file);
    expect(code).toBe(1);
    expect(output).toContain('walls[0].uses: expected one of cpx, ');
    expect(output).toContain('walls[1].secrets.secretKey: expected the environment variable UNSET to be set');
    expect(output).toContain('walls[1].settings.appId: expected a value');
    expect(output).toContain('3 faults.');
  });
});

describe('walls sign', () => {
  test('prints the address that the vendor would call', async () => {
    const { code, output } = await walls(
      ...['sign', good, '--wall', 'notik', '--url', 'https://pub.example/'],
      ...['user_id=u1', 'amount=100', 'txn_id=n 1'],
    );
    expect(code).toBe(0);
    // Computed with openssl dgst -sha1 -hmac test-secret over the address before &hash=.
    expect(output).toContain(
      'https://pub.example/api/postbacks/notik?user_id=u1&amount=100&txn_id=n+1&hash=632e1ff73a8854033a23d257d01dff1bb88874d6\n',
    );
    expect(output).toContain('read as a credit of 100 points for the member u1, transaction n 1.');
  });

  test('prints a curl command for a call with a body, safe for the shell', async () => {
    const { output } = await walls('sign', good, '--wall', 'adgem', "data.player_id=it's", 'data.amount=5');
    expect(output).toContain(`--data-binary '{"data":{"player_id":"it'\\''s","amount":"5"}}'`);
    expect(output).toMatch(/-H 'Signature: [0-9a-f]{64}' /);
    expect(output).toContain('read as refused: the transaction id is missing');
  });

  test('refuses a call that cannot be signed', async () => {
    const twice = await walls('sign', good, '--wall', 'notik', 'hash=mine');
    expect([twice.code, twice.output]).toEqual([1, 'a parameter is supplied twice\n']);
    const unknown = await walls('sign', good, '--wall', 'cpx');
    expect(unknown.code).toBe(2);
    expect(unknown.output).toContain('the file has no wall cpx, only notik, adgate, adgem, lootably');
  });
});

describe('walls simulate', () => {
  test('leaves every member with the right points, in any order of calls and with copies', async () => {
    const secret = { APP_SECRET: 'a secret that both the server and the tool have' };
    const site = await startTestServer(secret);
    const { code, output } = await runOps(
      ['walls', 'simulate', '--url', site.url, '--users', '2', '--calls', '100', '--duplicates', '20%'],
      { ...environment, ...secret },
    );
    expect(output).toContain('All 2 members have the points they must have.');
    expect(code).toBe(0);
    const counts = output.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3).join(' | '));
    expect(counts).toEqual(
      expect.arrayContaining([
        'credit | 200 ok | 75',
        'credit, two at once | 200 ok | 20',
        'credit, two at once | 200 duplicate | 20',
        'reversal | 200 ok | 10',
        'reversal before its credit | 200 ok | 5',
        'credit after its reversal | 200 ok | 5',
        'forged credit | 403 bad signature | 5',
      ]),
    );
    expect(await proveLedger(site.database)).toEqual([]);
    expect(await proveEarning(site.database)).toEqual([]);
  });

  test('calls for any wall of a file, for given members', async () => {
    const file = await fileOf('own.json', [
      { uses: 'adgate', settings: { wallId: 'w' }, secrets: { token: 'adgate token' } },
    ]);
    const site = await startTestServer({ WALLS_FILE: file });
    const { id } = await createMember(site.database);
    await site.database
      .insertInto('wallMembers')
      .values({ wall: 'adgate', code: 'code1', userId: id })
      .execute();
    const { code, output } = await walls(
      ...['simulate', '--url', site.url, '--wall', 'adgate', file, '--codes', 'code1', '--calls', '20'],
      ...['--reversals', '0%', '--early', '0%'],
    );
    expect([code, output]).toEqual([0, expect.stringContaining('are not compared')]);
    const { points } = await site.database
      .selectFrom('users')
      .select('points')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(points).toBe(20 * 25);
  });

  test('sends nothing to other machines and nothing beyond its limits', async () => {
    const remote = await walls('simulate', '--url', 'https://rewards.example');
    expect([remote.code, remote.output]).toEqual([2, expect.stringContaining('a server of this machine')]);
    const many = await walls('simulate', '--users', '21');
    expect([many.code, many.output]).toEqual([2, expect.stringContaining('expected --users from 1 to 20')]);
    const shares = await walls('simulate', '--duplicates', '90%', '--reversals', '90%');
    expect([shares.code, shares.output]).toEqual([2, expect.stringContaining('at most 100% together')]);
  });
});

test('docs/walls.schema.json matches the format (npm run --silent ops -- walls schema > docs/walls.schema.json)', async () => {
  const committed = await readFile(new URL('../../docs/walls.schema.json', import.meta.url), 'utf8');
  expect(committed).toBe(
    `${JSON.stringify(wallsFileSchema({ builtIn: builtInWalls, feeds: builtInFeeds }), null, 2)}\n`,
  );
});

test('an unknown action prints the usage of the tools', async () => {
  const { code, output } = await walls('chekc', good);
  expect([code, output]).toEqual([2, expect.stringContaining('walls check <file>')]);
});
