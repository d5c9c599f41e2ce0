import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { builtInWalls } from '#server/compose/adapters.ts';
import { runOps } from '#testing/process.ts';
import { startTestServer } from '#testing/server.ts';
import { wallFixtures } from '#testing/wall-fixtures.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-attack-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = path.join(folder, 'walls.json');
const entries = wallFixtures('').filter(({ id }) => id !== 'sandbox');
await writeFile(
  file,
  JSON.stringify({
    walls: entries.map(({ id: uses, settings, secrets }) => ({
      uses,
      settings,
      secrets,
      acceptUnverified: true,
    })),
  }),
);
const environment = {
  APP_SECRET: 'a secret that both the server and the tool have',
  WALLS_FILE: file,
  APP_URL: 'https://rewards.example',
  DEVELOPMENT_OPEN: 'on',
  DATA_DIR: folder,
};
const site = await startTestServer(environment);
const { code, output } = await runOps(['walls', 'attack', 'all', '--url', site.url], environment);
const lines = output.split('\n').map((line) => line.split(/ {2,}/));
const ids = [...builtInWalls.map(({ id }) => id), 'sandbox'];
const resultsOf = (id: string) =>
  new Map(lines.filter(([wall]) => wall === id).map(([, what, result]) => [what, result]));

test('one captured call of any built-in wall pays only what its operator has accepted', async () => {
  expect(output).toContain('Nothing was paid or taken that must not be.');
  expect(code).toBe(0);
  expect(await proveLedger(site.database)).toEqual([]);
  expect(await proveEarning(site.database)).toEqual([]);
});

test.each(ids)(
  '%s credits the true call, but no call whose signed parts are cut elsewhere or are given twice',
  (id) => {
    const results = resultsOf(id);
    expect(results.get('the true call')).toBe('25 points');
    expect(results.get('the proof in what the member can read')).toBe('not there');
    for (const what of ['the same call again', 'the amount twice', 'no proof, or an empty one'])
      expect(results.get(what), what).toBe('nothing');
  },
);

test('a captured reversal takes back no other credit', () => {
  for (const id of ['bitlabs', 'wannads'])
    expect(resultsOf(id).get('a reversal, for another credit'), id).toBe('nothing');
});

test('walls without a proof of their own pay for changed calls only if the operator has accepted it', () => {
  const paid = lines.filter(([, , result]) => result?.endsWith('as accepted')).map(([wall]) => wall);
  expect(new Set(paid)).toEqual(new Set(['lootably', 'monlix']));
});
