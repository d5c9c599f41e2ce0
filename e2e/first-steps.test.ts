import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { memberAccount, post, wallAccount } from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit } from '#testing/factories.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { expectAccessible, keepUnaware, launch, PHONE, WAIT } from './browser.ts';
import { enter } from './member.ts';

/** The first minute of a new member, with figures of this site alone, or none. */

const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const SETTINGS = { DATABASE_URL: databaseUrl };
let server = await startProcess(folder.path, SETTINGS);
afterAll(async () => {
  await server.end();
  await folder.remove();
});
const visit = await launch();

async function newcomer(email: string) {
  const visitor = await visit({ url: server.url, viewport: PHONE });
  await enter(visitor.page, server.url, database, email);
  await visitor.page.goto('/dashboard');
  return visitor;
}

test('an empty dashboard starts a wall directly, names no figure that is unknown, and can be skipped for good', async () => {
  const { page, faults } = await newcomer('first@example.com');
  const steps = page.getByRole('region', { name: 'Your first points' });
  await steps.getByText('An offer wall is a list of tasks').waitFor(WAIT);
  expect(await steps.getByText('What members really got here lately').count()).toBe(0);
  expect(await steps.innerText()).not.toMatch(/\d/);
  await expectAccessible(page);
  await steps.getByRole('link', { name: /^Open .*Sandbox/ }).click();
  await page.waitForURL('**/adwall?wall=sandbox');
  await page.getByTitle(/Sandbox/).waitFor(WAIT);
  await page.goBack();
  await steps.getByRole('button', { name: 'Not now' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Your finished tasks will show up here.').waitFor(WAIT);
  expect(await steps.count()).toBe(0);
  expect(faults).toEqual([]);
});

test('what comes last moves nothing for who has scrolled to the end', async () => {
  const { page, context } = await visit({ url: server.url, viewport: PHONE });
  await enter(page, server.url, database, 'scrolled@example.com');
  const show = await keepUnaware(page, '**/api/statement');
  await page.goto('/dashboard');
  await page.getByText('Loading your latest activity').waitFor({ state: 'attached', ...WAIT });
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const place = async () => (await page.getByRole('link', { name: 'See how it adds up' }).boundingBox())?.y;
  const before = await place();
  show();
  await page.getByText('Your finished tasks will show up here.').waitFor(WAIT);
  expect(await place()).toBe(before ?? 'a number');
  await context.close();
});

test('once this site knows what its tasks pay, new members read it, and others how far the threshold is', async () => {
  for (let member = 0; member < 5; member += 1) {
    const { id: userId } = await createMember(database);
    for (let task = 0; task < 5; task += 1) {
      const id = randomUUID();
      await database
        .insertInto('tasks')
        .values({ id, userId, taskType: 'survey', pointsEarned: 60, wall: 'sandbox' })
        .execute();
      const ends = { from: wallAccount('sandbox'), to: memberAccount(userId) };
      await transactOn(database)((tx) =>
        post(tx, [
          {
            ...ends,
            key: `credit:sandbox:${id}`,
            unit: 'points',
            amount: 60,
            kind: 'credit',
            reference: id,
            actor: 'system',
          },
        ]),
      );
    }
  }
  // What is typical is kept for minutes; another process reads it anew.
  await server.end();
  server = await startProcess(folder.path, SETTINGS);
  const { page } = await newcomer('second@example.com');
  const steps = page.getByRole('region', { name: 'Your first points' });
  await steps.getByText('typically $0.60; about 2 make $1.00').waitFor(WAIT);
  await expectAccessible(page);

  const started = await newcomer('third@example.com');
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'third@example.com')
    .executeTakeFirstOrThrow();
  await credit(database, id, 10);
  await started.page.reload();
  await started.page.getByText('At what tasks paid here lately: about 2 × Survey.').waitFor(WAIT);
  expect(await started.page.getByRole('region', { name: 'Your first points' }).count()).toBe(0);
});

test('a member in debt reads so where a mission does not open yet', async () => {
  const email = 'owes@example.com';
  const { page } = await newcomer(email);
  await database.updateTable('users').set({ points: -40 }).where('email', '=', email).execute();
  await page.goto('/task');
  await page.getByRole('link', { name: 'Watch a video' }).click(WAIT);
  const dialog = page.getByRole('dialog', { name: 'Your balance is below zero' });
  await dialog.getByText('New points bring it back up.', { exact: false }).waitFor(WAIT);
  await dialog.getByRole('link', { name: 'Go to the offer walls' }).waitFor();
});
