import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { credit } from '#testing/factories.ts';
import { expectAccessible, launch, WAIT } from './browser.ts';
import { chooseCard, enter, PASSWORD } from './member.ts';
import { startSite } from './site.ts';

/** A member whose sign-in is an hour old redeems $20 and must give the password. */

const { server, database } = await startSite();
const visit = await launch();

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
