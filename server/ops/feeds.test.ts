import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { offersOf, startStandIn } from '#testing/feeds/stand-in.ts';
import { runOps } from '#testing/process.ts';
import { wall } from '#testing/walls.ts';

const { url } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-feeds-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const standIn = await startStandIn('lootably');
afterwards(standIn.close);
const file = path.join(folder, 'walls.json');
const SECRET = standIn.vendor.secrets.apiKey ?? '';
/** The vendor's form, declared by an operator for a program on this machine. */
const definition = {
  id: 'mine',
  settings: [],
  secrets: ['apiKey'],
  everyMinutes: 15,
  clickHosts: ['lootably.com'],
  pictureHosts: [],
  request: {
    method: 'POST',
    url: `${standIn.url}/offers`,
    body: { placementID: 'p-1', apiKey: '{$apiKey}' },
  },
  success: { at: 'success', is: 'true' },
  offers: ['data.offers'],
  offer: {
    id: 'offerID',
    title: 'name',
    amounts: { points: 'currencyReward' },
    goals: { list: 'goals', id: 'goalID', name: 'description' },
    click: { at: 'link', member: '{userID}' },
  },
};
await writeFile(
  file,
  JSON.stringify({
    walls: [
      {
        definition: wall('mine', {}),
        secrets: { key: 'k'.repeat(20) },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: how a walls file names the environment
        feed: { definition, secrets: { apiKey: '${FEED_KEY}' } },
      },
    ],
  }),
);
const feeds = (...args: string[]) =>
  runOps(['feeds', ...args], {
    DATABASE_URL: url,
    APP_URL: 'https://rewards.example',
    DEVELOPMENT_OPEN: 'on',
    DATA_DIR: folder,
    WALLS_FILE: file,
    FEED_KEY: SECRET,
  });

test('an operator pulls a feed, reads it, and sees what is wrong with it, but never a secret', async () => {
  const never = await feeds('check');
  expect(never.output).toContain('Wall mine: 0 offers with 0 goals, never pulled (old)');
  expect(never.code).toBe(1);

  offersOf(standIn, [
    { id: '1', title: 'Build a city', goals: [{ id: 'g', name: 'Level 10', amount: 250 }] },
    { id: '2', title: 'Elsewhere', amount: 5, click: 'https://evil.example/{userID}' },
  ]);
  const pulled = await feeds('pull', 'mine');
  expect(pulled.output).toContain('1 offers: 1 new, 0 changed, 0 returned; 0 left.');
  expect(pulled.code).toBe(0);

  const checked = await feeds('check');
  expect(checked.output).toMatch(/Wall mine: 1 offers with 1 goals, confirmed \d+ minutes ago/);
  expect(checked.output).toContain('left out 1: address (2: evil.example)');
  expect(checked.output).toContain('Every catalogue is up to date.');
  expect(checked.code).toBe(0);

  const shown = await feeds('show', 'mine', 'CITY');
  expect(shown.output).toContain('1  Build a city  250 points  everywhere\n    250  Level 10');
  expect((await feeds('show', 'mine', '--left')).output).toContain('No such offers.');

  standIn.trouble = () => ({ kind: 'status', status: 403 });
  const failed = await feeds('pull', 'mine');
  expect(failed.output).toContain('Not pulled: refused (status 403). The catalogue before stays.');
  expect(failed.code).toBe(1);
  expect((await feeds('check')).output).toContain('the last pull failed: refused, status 403; 1 in a row');

  const outputs = [pulled, checked, shown, failed].map(({ output }) => output).join('');
  expect(outputs).not.toContain(SECRET);
});

test('a catalogue that suddenly cannot be promised stays, and the operator reads why', async () => {
  standIn.trouble = () => undefined;
  const offers = Array.from({ length: 20 }, (_, n) => ({ id: `o${n}`, title: `Offer ${n}`, amount: 5 }));
  offersOf(standIn, offers);
  expect((await feeds('pull', 'mine')).code).toBe(0);
  offersOf(
    standIn,
    offers.map((offer) => ({ ...offer, click: 'https://moved.example/{userID}' })),
  );
  const { code, output } = await feeds('pull', 'mine');
  expect(output).toContain('Not pulled: fewer. The catalogue before stays. To accept it: --accept-fewer.');
  expect(output).toContain('  left out 20: address (o0: moved.example, o1: moved.example, ');
  expect(code).toBe(1);
});

test('a catalogue whose offers are all others stays until the operator accepts it', async () => {
  const offersNamed = (name: string) =>
    Array.from({ length: 50 }, (_, n) => ({ id: `${name}${n}`, title: `Offer ${n}`, amount: 5 }));
  offersOf(standIn, offersNamed('p'));
  expect((await feeds('pull', 'mine')).code).toBe(0);
  offersOf(standIn, offersNamed('q'));
  const { code, output } = await feeds('pull', 'mine');
  expect(output).toContain(
    'Not pulled: exchanged. The catalogue before stays. To accept it: --accept-fewer.',
  );
  expect(code).toBe(1);
  expect((await feeds('pull', 'mine', '--accept-fewer')).output).toContain(
    '50 offers: 50 new, 0 changed, 0 returned; 50 left.',
  );
});

test('a wall without a feed is named as such', async () => {
  const { code, output } = await feeds('pull', 'nosuch');
  expect(output).toContain('expected a wall with a feed, one of mine, got nosuch');
  expect(code).toBe(2);
});
