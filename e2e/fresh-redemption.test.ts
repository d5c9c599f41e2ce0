import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { credit } from '#testing/factories.ts';
import { expectAccessible, launch, WAIT } from './browser.ts';
import { chooseCard, enter, PASSWORD } from './member.ts';
import { startSite } from './site.ts';

/** A member whose sign-in is an hour old redeems $20 and must give the password. */

const { server, database } = await startSite();
const visit = await launch();

const REDEMPTIONS = '**/api/redemptions';

/** A member at the question whether to redeem $20, who signed in just now and has the points for it twice. */
async function deciding(email: string) {
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await credit(database, id, 4_400);
  await confirm(page, '$1.00');
  await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
  await chooseCard(page, '$20.00');
  return { page, id };
}

/** Confirms without a response: the request is lost, or handled and only its response is. Returns the button to repeat it. */
async function confirmInVain(page: Page, handled?: (route: Route) => Promise<unknown>) {
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await handled?.(route);
    await route.abort();
  };
  await page.route(REDEMPTIONS, lose);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor(WAIT);
  await page.unroute(REDEMPTIONS, lose);
  return again;
}

const age = (memberId: string) =>
  database
    .updateTable('sessions')
    .set({ authenticatedAt: sql<Date>`now() - interval '1 hour'` })
    .where('userId', '=', memberId)
    .execute();

/** The prices of what the member has redeemed, in order. */
const redeemed = async (memberId: string) =>
  (
    await database
      .selectFrom('cardRedemptions')
      .select('pointsUsed')
      .where('userId', '=', memberId)
      .orderBy('createdAt')
      .execute()
  ).map(({ pointsUsed }) => pointsUsed);

const confirm = async (page: Page, price: string) => {
  await chooseCard(page, price);
  await page.getByRole('button', { name: 'Confirm' }).click();
};

test('a large redemption asks for the password, continues with it and makes nothing without it', async () => {
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'large@example.com');
  const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await credit(database, id, 2_200);
  await confirm(page, '$1.00');
  await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
  await sql`update sessions set authenticated_at = now() - interval '1 hour'`.execute(database);

  const question = page.getByRole('dialog', { name: 'Is it really you?' });
  await confirm(page, '$20.00');
  await question.waitFor(WAIT);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  const made = await database.selectFrom('cardRedemptions').select('id').execute();
  expect(made).toHaveLength(1);

  await confirm(page, '$20.00');
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
  const member = await database.selectFrom('users').select('points').executeTakeFirstOrThrow();
  expect(member.points).toBe(100);
});

test('a repeat of a large redemption whose answer was lost is answered without the password', async () => {
  const { page, id } = await deciding('repeat@example.com');
  const again = await confirmInVain(page, (route) => route.fetch());
  await age(id);
  await again.click();
  await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
  expect(await redeemed(id)).toEqual([100, 2_000]);
});

test('a member who leaves the password question of a repeat still has the request to finish', async () => {
  const { page, id } = await deciding('unfinished@example.com');
  const again = await confirmInVain(page);
  await age(id);
  await again.click();
  const question = page.getByRole('dialog', { name: 'Is it really you?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  const unfinished = page.getByRole('status').filter({ hasText: 'You have an unfinished request' });
  await unfinished.waitFor(WAIT);
  expect(await page.getByRole('button', { name: /^Redeem \$/ }).isDisabled()).toBe(true);

  await unfinished.getByRole('button', { name: 'Finish it' }).click();
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
  expect(await redeemed(id)).toEqual([100, 2_000]);
});
