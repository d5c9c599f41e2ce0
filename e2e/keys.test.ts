import { afterAll, expect, test } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { expectAccessible, launch } from './browser.ts';

const folder = await temporaryFolder();
const embedded = await startEmbedded(folder.path);
await migrate(embedded.url);
const database = createDatabase(createPool(embedded.url, () => {}));
const server = await startProcess(folder.path, { DATABASE_URL: embedded.url });
afterAll(async () => {
  await server.end();
  await database.destroy();
  await embedded.stop();
  await folder.remove();
});
const visit = await launch();

test('an owner makes an API key, copies it this once, and revokes it', async () => {
  const { page, context, faults } = await visit({ url: server.url });
  const [name = '', value = ''] = (
    await signIn(database, await createMember(database, { isAdmin: true }))
  ).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  await page.goto('/admin/keys');
  await page.getByText('There is no key yet.').waitFor();
  const create = page.getByRole('button', { name: 'New key' });
  await create.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'New key' }).click();
  await dialog.getByText('Choose at least one.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Accounting');
  await dialog.getByRole('checkbox', { name: 'See the totals and the health of the site' }).check();
  expect(await dialog.getByText('can move money').count()).toBe(0);
  await dialog.getByRole('checkbox', { name: 'Adjust points' }).check();
  await dialog.getByText('can move money').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'New key' }).click();

  const made = page.getByRole('dialog', { name: 'Your new key' });
  const key = (await made.locator('code').textContent()) ?? '';
  const call = () => fetch(`${server.url}/api/admin/stats`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await call()).status).toBe(200);
  // A slip does not lose it.
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await made.waitFor({ state: 'detached' });
  expect(await page.locator('button:focus').textContent()).toBe('New key');
  expect(await page.content()).not.toContain(key);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Revoke Accounting' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('The key is revoked').first().waitFor();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect((await call()).status).toBe(401);
  expect(faults).toEqual([]);
});
