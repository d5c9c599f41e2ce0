import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { Connection } from '#database/connection.ts';
import { signIn } from '#testing/factories.ts';
import { startPostbackSite } from '#testing/postbacks.ts';

/** What many ask at the same time is read together, and each gets the own answer alone. */

const MEMBERS = 40;
const STRANGERS = 40;
const PATHS = [
  '/api/user',
  '/api/tasks',
  '/api/tasks/totals',
  '/api/redemptions',
  '/api/walls',
  '/api/statement',
  '/api/missions',
];

const site = await startPostbackSite();
const { database } = site;
const members = await Promise.all(
  Array.from({ length: MEMBERS }, async (_, n) => {
    const { id, code } = await site.memberWithCode();
    for (let task = 0; task <= n % 3; task += 1)
      await site.plain({ tx: `${n}-${task}`, user: code, points: 1 + n, title: `Offer ${n} ${task}` });
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, { id, isAdmin: false });
    return { id, visitor };
  }),
);
const answersOf = async ({ visitor }: (typeof members)[number]) => {
  const answers: unknown[] = [];
  for (const path of PATHS) answers.push((await visitor.get(path)).body);
  return answers;
};
const strangers = Array.from({ length: STRANGERS }, (_, n) => {
  const stranger = site.visitor();
  stranger.cookie = `session=${n % 2 ? 'x'.repeat(43) : `${n}'; --`}`;
  return stranger;
});

test('each member is answered as when asking alone, among strangers with false sessions', async () => {
  const sent = vi.spyOn(Connection.prototype, 'executeQuery');
  const alone: unknown[] = [];
  for (const member of members) alone.push(await answersOf(member));
  const statements = sent.mock.calls.length;
  sent.mockClear();
  const [together, refused] = await Promise.all([
    Promise.all(members.map(answersOf)),
    Promise.all(strangers.map(async (stranger) => (await stranger.get('/api/user')).status)),
  ]);
  const texts = sent.mock.calls.map(([{ sql: text }]) => text);
  sent.mockRestore();
  expect(together).toEqual(alone);
  expect(new Set(refused)).toEqual(new Set([401]));
  expect(texts.filter((text) => text.includes('asked.asker')).length).toBeGreaterThan(PATHS.length);
  expect(texts.length).toBeLessThan(statements);
});

test('among others, who has signed out, was suspended or is too late is let in no more', async () => {
  const [leaver, suspended, late, ...others] = members;
  if (!leaver || !suspended || !late) throw new Error('there are no members');
  const cookie = leaver.visitor.cookie;
  expect((await leaver.visitor.post('/api/logout')).status).toBe(200);
  leaver.visitor.cookie = cookie;
  await database
    .updateTable('users')
    .set({ suspendedAt: sql`now()` })
    .where('id', '=', suspended.id)
    .execute();
  await database
    .updateTable('sessions')
    .set({ expiresAt: sql`now()` })
    .where('userId', '=', late.id)
    .execute();
  const ask = async ({ id, visitor }: (typeof members)[number], path: string) => {
    const { status, body } = await visitor.get(path);
    return status === 200 ? body.id === id || path !== '/api/user' : status;
  };
  for (const path of ['/api/user', '/api/tasks']) {
    const answers = await Promise.all([leaver, suspended, late, ...others].map((who) => ask(who, path)));
    expect(answers).toEqual([401, 401, 401, ...others.map(() => true)]);
  }
});
