import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createClient } from '#clients/typescript/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startWebhookReceiver } from '#testing/webhook-receiver.ts';
import { backInDialog, expectAccessible, keepWaiting, launch, loseAnswer, WAIT } from './browser.ts';
import { startSite } from './site.ts';

const { server, database } = await startSite();
const visit = await launch();

test('an owner makes an API key, copies it while it is shown, and revokes it', async () => {
  const { page, context, faults } = await visit({ url: server.url });
  const [name = '', value = ''] = (
    await signIn(database, await createMember(database, { isAdmin: true }))
  ).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Sections' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).click();
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
  const client = createClient({ url: server.url, key });
  expect(await client.call('GET /api/admin/stats')).toMatchObject({ totalUsers: expect.any(Number) });
  // A stray click does not close it, and neither does Back.
  await page.keyboard.press('Escape');
  await backInDialog(page);
  expect(await made.locator('code').textContent()).toBe(key);
  await expectAccessible(page);
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await made.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('button:focus').textContent()).toBe('New key');
  expect(await page.content()).not.toContain(key);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Revoke Accounting' }).click();
  await Promise.all([
    page.getByText('The key is revoked').first().waitFor(),
    page.getByRole('button', { name: 'Revoke', exact: true }).click(),
  ]);
  await page.getByText('Revoked', { exact: true }).waitFor();
  await expect(client.call('GET /api/admin/stats')).rejects.toMatchObject({
    status: 401,
    code: 'invalid_key',
  });
  expect(faults).toEqual([]);
});

test('an owner makes a webhook, tests it, sends a message again, renews its secret and removes it', async () => {
  const receiver = await startWebhookReceiver();
  const { page, context, faults } = await visit({ url: server.url });
  const [name = '', value = ''] = (
    await signIn(database, await createMember(database, { isAdmin: true }))
  ).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  await page.goto('/admin/webhooks');
  await page.getByText('There is no webhook yet.').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).press('Enter');

  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hooks');
  await dialog.getByRole('button', { name: 'New webhook' }).click();
  await dialog.getByText('Choose at least one.').waitFor();
  await dialog.getByRole('checkbox', { name: 'redemption.issued' }).check();
  await dialog.getByRole('button', { name: 'New webhook' }).click();
  await dialog.getByText('Please enter a public address').waitFor();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'New webhook' }).click();

  const secretOf = async () => {
    const made = page.getByRole('dialog', { name: 'Your new signing key' });
    const secret = (await made.locator('code').textContent()) ?? '';
    await made.getByRole('button', { name: 'I have copied it' }).click();
    await made.waitFor({ state: 'detached' });
    return secret;
  };
  const verify = (secret: string) => {
    const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  };
  const first = await secretOf();
  await expect.poll(() => page.locator('button:focus').textContent()).toBe('New webhook');
  await page.getByRole('link', { name: 'Open Warehouse' }).click();
  await page.getByText('Nothing was sent').waitFor();

  // Another owner leads it to another address meanwhile: a new name leaves the address as it is.
  const moved = `${receiver.url}?moved`;
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog');
  await database.updateTable('webhookEndpoints').set({ url: moved }).execute();
  await edit.getByRole('textbox', { name: 'Name' }).fill('Depot');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Depot' }).waitFor();
  const { url } = await database.selectFrom('webhookEndpoints').select('url').executeTakeFirstOrThrow();
  expect(url).toBe(moved);

  await page.getByRole('button', { name: 'Send a test' }).click();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const delivered = page.getByText('Delivered', { exact: true });
  await expect
    .poll(async () => {
      await refresh.click();
      return delivered.last().isVisible();
    }, WAIT)
    .toBe(true);
  expect(verify(first)).toMatchObject({ type: 'webhook.test' });
  await page.getByText('Message and 1 try').click();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New signing key' }).click();
  const renew = page.getByRole('dialog', { name: 'Make a new signing key?' });
  await renew.getByRole('button', { name: 'New signing key' }).click();
  const second = await secretOf();
  await expect.poll(() => page.locator('button:focus').textContent()).toBe('New signing key');
  expect(await page.content()).not.toContain(second);
  await page.getByText('The earlier signing key signs too until').waitFor();
  // By two quick presses it is sent again once.
  const resends: string[] = [];
  page.on('request', (request) => request.url().endsWith('/resend') && resends.push(request.url()));
  const resend = await keepWaiting(page, '**/deliveries/*/resend');
  await page.getByRole('button', { name: 'Send again: webhook.test' }).click();
  await expect.poll(() => page.evaluate('document.activeElement.ariaBusy')).toBe('true');
  await page.keyboard.press('Enter');
  resend();
  await expect.poll(() => receiver.received.length, WAIT).toBe(2);
  expect(resends).toHaveLength(1);
  for (const secret of [first, second]) verify(secret);

  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch on' }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Switch on');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('There is no webhook yet.').waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([
    'Failed to load resource: the server responded with a status of 400 (Bad Request)',
  ]);
});

test('an owner who hears nothing of a new webhook, signing key or API key reads that it may be there, and sees it', async () => {
  const receiver = await startWebhookReceiver();
  const { page, context } = await visit({ url: server.url });
  const [name = '', value = ''] = (
    await signIn(database, await createMember(database, { isAdmin: true }))
  ).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  const said = (text: string) => page.getByText(text).first().waitFor(WAIT);

  await page.goto('/admin/webhooks');
  await page.route('**/api/admin/webhooks', loseAnswer);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const webhook = page.getByRole('dialog', { name: 'New webhook' });
  await webhook.getByRole('textbox', { name: 'Name' }).fill('Unheard');
  await webhook.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await webhook.getByRole('checkbox', { name: 'redemption.issued' }).check();
  await webhook.getByRole('button', { name: 'New webhook' }).click();
  await said('The webhook may have been made: look at the list first');
  await webhook.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Open Unheard' }).click();

  await page.route('**/webhooks/*/secret', loseAnswer);
  await page.getByRole('button', { name: 'New signing key' }).click();
  const renew = page.getByRole('dialog', { name: 'Make a new signing key?' });
  await renew.getByRole('button', { name: 'New signing key' }).click();
  await said('There may be a new signing key that nobody has seen: make another one within 24 hours');
  await page.getByText('The earlier signing key signs too until').waitFor();
  await page.unroute('**/webhooks/*/secret', loseAnswer);
  await renew.getByRole('button', { name: 'New signing key' }).click();
  const made = page.getByRole('dialog', { name: 'Your new signing key' });
  await made.getByRole('button', { name: 'I have copied it' }).click();

  await page.goto('/admin/keys');
  await page.route('**/api/admin/keys', loseAnswer);
  await page.getByRole('button', { name: 'New key' }).click();
  const key = page.getByRole('dialog', { name: 'New API key' });
  await key.getByRole('textbox', { name: 'Name' }).fill('Unheard');
  await key.getByRole('checkbox', { name: 'See the totals and the health of the site' }).check();
  await key.getByRole('button', { name: 'New key' }).click();
  await said('There may be a new key that nobody has seen: look at the list and revoke it');
  await key.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Revoke Unheard' }).waitFor();
});
