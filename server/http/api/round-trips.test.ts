import { expect, test, vi } from 'vitest';
import { Connection } from '#database/connection.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { newMission } from '#testing/missions.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer({ ROLES: 'web' });
const member = await createMember(site.database);
await credit(site.database, member.id, 100);
for (let n = 0; n < 5; n += 1) await newMission(site.database, { dailyCap: 10, totalCap: 100 });
const visitor = site.visitor();
visitor.cookie = await signIn(site.database, member);
const admin = site.visitor();
admin.cookie = await signIn(site.database, await createMember(site.database, { isAdmin: true }));

/** Statements that the call sends, with those that begin and end transactions. */
async function statementsOf(path: string, caller = visitor, change?: object): Promise<string[]> {
  const sent = vi.spyOn(Connection.prototype, 'executeQuery');
  const { status } = await (change ? caller.call('PATCH', path, change) : caller.get(path));
  const texts = sent.mock.calls.map(([{ sql }]) => sql);
  sent.mockRestore();
  expect(status).toBe(200);
  return texts;
}

test.each([
  ['/healthz', 0],
  ['/api/site', 0],
  ['/api/user', 1],
  ['/api/tasks', 2],
  ['/api/tasks/totals', 2],
  // To plan its page and the names of it together takes longer than to wait for them one after the other.
  ['/api/statement', 3],
  ['/api/statement/pending', 2],
  ['/api/statement/totals', 2],
  ['/api/walls', 2],
  ['/api/redemptions', 2],
  ['/api/missions', 3],
  ['/api/offers', 2],
  ['/api/offers/started', 2],
])('%s waits for the database at most %i times', async (path, statements) => {
  await statementsOf(path);
  // What the process does by itself may come between.
  await expect.poll(() => statementsOf(path)).toHaveLength(statements);
});

test('a list of staff is read without a transaction, and its reading is recorded without one', async () => {
  await statementsOf(`/api/admin/users/${member.id}/transfers`, admin);
  let texts: string[] = [];
  await expect
    .poll(async () => {
      texts = await statementsOf(`/api/admin/users/${member.id}/transfers`, admin);
      return texts;
    })
    .toHaveLength(3);
  expect(texts.filter((text) => /^(?:begin|commit)/.test(text))).toEqual([]);
});

test('a profile is read in the transaction that changes it, so that nothing fails after the commit', async () => {
  const lastWords = async () => {
    const texts = await statementsOf('/api/user/profile', visitor, { username: 'Robin' });
    return texts.slice(-3).map((text) => text.split(' ', 1)[0]);
  };
  await expect.poll(lastWords).toEqual(['update', 'select', 'commit']);
});
