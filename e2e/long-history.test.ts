import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { insertMembers } from '#server/ops/seed/insert-members.ts';
import { signIn } from '#testing/factories.ts';
import { launch, WAIT } from './browser.ts';
import { startSite } from './site.ts';

const TASKS = 540;
/** With so many elements a slow phone still responds at once (npm run bench -- interactions). */
const ELEMENTS_MAX = 1_500;

const { server, database } = await startSite();
const visit = await launch();

await transactOn(database)(async (tx) => {
  await sql`set local session_replication_role = replica`.execute(tx);
  await insertMembers(tx, 0, 1, TASKS);
});
const member = await database.selectFrom('users').select(['id', 'isAdmin']).executeTakeFirstOrThrow();
await sql`update users set suspended_at = null, suspended_reason = null, suspended_text = null,
  email_verified = true`.execute(database);
const [name = '', value = ''] = (await signIn(database, member)).split('=');

test('a history of hundreds of tasks begins with few of them, and shows all by scrolling and by keys', async () => {
  const { page, context } = await visit({ url: server.url });
  await context.addCookies([{ name, value, url: server.url }]);
  await page.goto('/history');
  const rows = page.getByRole('main').getByRole('listitem');
  const more = page.getByRole('button', { name: 'Show earlier missions' });
  await more.waitFor();
  expect(await page.evaluate<number>(`document.querySelectorAll('*').length`)).toBeLessThan(ELEMENTS_MAX);
  const first = await rows.count();
  expect(first).toBeLessThan(100);

  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => rows.count(), WAIT).toBeGreaterThan(first);

  // The button may go with rows that scrolling adds; a press then meets the end of the list.
  await more.focus();
  const end = Date.now() + WAIT.timeout;
  while ((await more.count()) > 0 && Date.now() < end) {
    const before = await rows.count();
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await rows.count()) > before || (await more.count()) === 0, WAIT)
      .toBe(true);
  }
  await expect.poll(() => rows.count()).toBe(TASKS);
  await page.getByText('Well done!').waitFor();
  // The focus stays at the end of the list, not at the top of the page.
  await expect.poll(() => page.evaluate(`document.activeElement.textContent`)).toContain('Well done!');
});
