import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Redemption } from '#contract/redemptions.ts';
import { announce } from '#database/live.ts';
import { transactOn } from '#database/transaction.ts';
import { makeSignerChain } from '#providers/passes/signer-chain.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { credit } from '#testing/factories.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { askForCard, BILLING_ADDRESS } from '#testing/redemption.ts';
import { expectAccessible, launch, loseFirst, routeFirst, type Visit, WAIT } from './browser.ts';
import { chooseCard, enter } from './member.ts';

/** Rewards of real providers on the member's screens, with stand-ins for the vendors. */

const [tremendous, stripe] = await Promise.all([startTremendous(), startStripe()]);
const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const chain = await makeSignerChain();
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const googleKey = path.join(folder.path, 'google.json');
await writeFile(
  googleKey,
  JSON.stringify({
    client_email: 'passes@rewards.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }),
);
const server = await startProcess(folder.path, {
  APPLE_PASS_CERT: chain.certificate,
  APPLE_PASS_KEY: chain.key,
  APPLE_PASS_WWDR: chain.wwdr,
  APPLE_PASS_TYPE_ID: chain.passTypeId,
  APPLE_TEAM_ID: chain.teamId,
  GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
  GOOGLE_WALLET_KEY: googleKey,
  DATABASE_URL: databaseUrl,
  PAYOUT_PROVIDER: 'tremendous,5USD=stripe',
  TREMENDOUS_BASE_URL: tremendous.settings.baseUrl,
  TREMENDOUS_API_KEY: tremendous.settings.apiKey,
  TREMENDOUS_PRODUCT_IDS: tremendous.settings.productIds.join(','),
  TREMENDOUS_WEBHOOK_KEY: tremendous.settings.webhookKey,
  STRIPE_BASE_URL: stripe.settings.baseUrl,
  STRIPE_API_KEY: stripe.settings.apiKey,
  STRIPE_PUBLISHABLE_KEY: stripe.settings.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripe.settings.webhookSecret,
});
afterAll(async () => {
  await server.end();
  await folder.remove();
  await Promise.all([tremendous.close(), stripe.close()]);
});
const visit = await launch();
let current: Visit | undefined;
afterEach(() => expect(current?.faults).toEqual([]));

/** A stand-in for Stripe.js: it asks for a nonce and mounts the requested elements. The first `silent` nonces never come. */
const stripeJs = (silent = 0) => `let nonces = 0; globalThis.Stripe = (key, { apiVersion }) => ({
  createEphemeralKeyNonce: ({ issuingCard }) =>
    new Promise((resolve) => ++nonces > ${silent} && resolve({ nonce: 'nonce of ' + issuingCard })),
  elements: () => ({
    create: (type, { issuingCard, nonce, ephemeralKeySecret }) => ({
      mount: (place) => { place.textContent = [type, issuingCard, nonce, ephemeralKeySecret.slice(0, 8), apiVersion].join(' '); },
      unmount: () => {},
    }),
  }),
});`;

const ISSUER = 'https://js.stripe.com/**';

test('one reward is a link with its passes, another a card after its address was given in the frame of its issuer', async () => {
  current = await visit({ url: server.url });
  const { page } = current;
  await page.route(ISSUER, (route) => route.fulfill({ contentType: 'text/javascript', body: stripeJs() }));
  await enter(page, server.url, database, 'payouts@example.com');
  // The browser itself reports the 401 for a visitor who is not signed in.
  current.faults.length = 0;
  const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await credit(database, id, 700);

  await chooseCard(page, '$1.00');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const ready = page.getByRole('dialog', { name: 'Your card is ready' });
  await ready.waitFor(WAIT);
  await ready.getByRole('button', { name: 'Show card' }).click();
  const link = page.getByRole('dialog', { name: 'Your card' }).getByRole('link', { name: 'Open my reward' });
  await link.waitFor(WAIT);
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/testflight\.tremendous\.com\//);
  await page.getByRole('button', { name: 'Get a new link' }).click();
  await page.getByText('This is a new link.').waitFor(WAIT);
  await expectAccessible(page);
  const apple = page.getByRole('link', { name: 'Add reward pass to Apple Wallet' });
  const [file] = await Promise.all([page.waitForEvent('download', WAIT), apple.click()]);
  expect(file.suggestedFilename()).toBe('reward.pkpass');
  const pass = await page.request.get((await apple.getAttribute('href')) ?? '');
  expect(pass.headers()['content-type']).toBe('application/vnd.apple.pkpass');
  expect((await pass.body()).subarray(0, 2).toString()).toBe('PK');
  const google = page.getByRole('link', { name: 'Add reward pass to Google Wallet' });
  const lead = await page.request.get((await google.getAttribute('href')) ?? '', { maxRedirects: 0 });
  expect(lead.headers().location).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w.-]+$/);

  // What the issuer still needs is said before; whoever does not give it has the points back.
  await chooseCard(page, '$5.00');
  await page.getByRole('dialog').getByText('Ready once the card issuer has your details').waitFor(WAIT);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const result = page.getByRole('dialog', { name: 'Your details are needed' });
  await result.getByRole('button', { name: 'Get my points back' }).click(WAIT);
  const ended = page.getByRole('dialog', { name: 'Your card could not be issued' });
  await ended.getByText('Back in your balance').waitFor(WAIT);

  await chooseCard(page, '$5.00');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const asked = page.getByRole('button', { name: 'Add your billing address' });
  await result.getByRole('button', { name: 'Add your billing address' }).waitFor(WAIT);
  // Either may be what is missing, so the screen names both.
  await result.getByText('a profile name in Latin letters (A–Z)').waitFor(WAIT);
  // The screen behind the dialog is that of the profile already.
  await result.getByRole('link', { name: 'Profile' }).click();
  await result.waitFor({ state: 'detached', ...WAIT });
  await expect.poll(() => page.evaluate('document.activeElement.id'), WAIT).toBe('account');
  await page.goto('/history?tab=cards');
  await asked.click();
  const form = page.getByRole('dialog', { name: 'Billing address' });
  await form.getByRole('button', { name: 'Save address' }).click();
  await form.getByText('Required').first().waitFor(WAIT);
  await form.getByLabel('Street and number').fill('1 Main Street');
  await form.getByLabel('City').fill('Springfield');
  await form.getByLabel('State or province').fill('IL');
  await form.getByLabel('Postal code').fill('62701');
  await form.getByLabel('Country code').fill('us');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save address' }).click();
  await form.waitFor({ state: 'detached', ...WAIT });

  const card = page.getByRole('listitem').filter({ hasText: '$5.00' });
  await card.getByRole('button', { name: 'Show card' }).click(WAIT);
  const [issued] = stripe.cards;
  const shown = page.getByRole('dialog', { name: 'Your card' });
  const number = shown.getByText(`issuingCardNumberDisplay ${issued?.id} nonce of ${issued?.id} ek_test_`);
  await number.waitFor(WAIT);
  await expectAccessible(page);

  // First its script never comes, then what it asks the issuer for.
  await page.unroute(ISSUER);
  const scriptAsked = Promise.withResolvers<void>();
  await routeFirst(page, ISSUER, () => scriptAsked.resolve());
  await page.clock.install();
  await page.reload();
  await card.getByRole('button', { name: 'Show card' }).click(WAIT);
  await scriptAsked.promise;
  await giveUp(page);
  await page.route(ISSUER, (route) => route.fulfill({ contentType: 'text/javascript', body: stripeJs(1) }));
  await shown.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.evaluate('nonces'), WAIT).toBe(1);
  await giveUp(page);
  await shown.getByRole('button', { name: 'Try again' }).click();
  await number.waitFor(WAIT);
});

test('who gives no details has the points back although the answer is lost, and another name is known at once', async () => {
  current = await visit({ url: server.url });
  const { page, faults } = current;
  await enter(page, server.url, database, 'no-details@example.com');
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'no-details@example.com')
    .executeTakeFirstOrThrow();
  await database.updateTable('users').set({ name: '山田太郎' }).where('id', '=', id).execute();
  await credit(database, id, 1_600);
  await giveGrants(database, id, 'redemption', 3);
  const ask = (cardTier: '1USD' | '5USD', provider: string) =>
    transactOn(database)((tx) =>
      askForCard(tx, { memberId: id, requestId: randomUUID(), cardTier, provider }),
    );
  await ask('1USD', 'tremendous');
  await ask('5USD', 'stripe');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Your details are needed' });
  const giveUp = waiting.getByRole('button', { name: 'Get my points back' });
  await page.goto('/history?tab=cards');
  await giveUp.waitFor(WAIT);
  await loseFirst(page, '**/api/redemptions/*/end');
  await giveUp.click();
  await page.getByRole('listitem').getByText('Back in your balance').first().waitFor(WAIT);
  expect(await page.getByText('That did not work').count()).toBe(0);
  // The button is gone.
  await expect.poll(() => page.evaluate('document.activeElement.id'), WAIT).toMatch(/^redemption-/);

  const { id: second } = await ask('5USD', 'stripe');
  await giveUp.waitFor(WAIT);
  await page.route('**/api/redemptions/*/end', (route) => route.fulfill({ json: { ended: false } }));

  // Another device was faster. Who reads elsewhere keeps their place; a pressed button leaves it to what is still there.
  const list = '**/api/redemptions';
  const known = (await (await page.request.get('/api/redemptions')).json()) as Redemption[];
  const ended = known.find(({ status }) => status === 'failed');
  const others = Array.from({ length: 7 }, () => ({ ...ended, id: randomUUID() }));
  const hear = async (...redemptions: object[]) => {
    await page.unroute(list);
    if (redemptions.length > 0) await page.route(list, (route) => route.fulfill({ json: redemptions }));
    const event = { type: 'redemption', data: { id: second, status: 'issued' } } as const;
    await transactOn(database)(async (tx) => announce(tx, id, event));
  };
  const issued = known.map((one) => (one.id === second ? { ...one, status: 'issued', reason: null } : one));
  await page.evaluate('document.activeElement.blur()');
  await hear(...issued);
  await giveUp.waitFor({ state: 'detached', ...WAIT });
  expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  await hear(...known, ...others);
  await page.getByRole('button', { name: /^On their way/ }).click(WAIT);
  await page.route(list, (route) => route.fulfill({ json: [...issued, ...others] }));
  await giveUp.click();
  await giveUp.waitFor({ state: 'detached', ...WAIT });
  expect(await page.getByText('Your points are set aside.').count()).toBe(0);
  await expect.poll(() => page.evaluate('document.activeElement.localName'), WAIT).toBe('h1');
  await hear();

  await Promise.all([
    page.getByText('We are finding out what happened.', { exact: true }).waitFor(WAIT),
    giveUp.click(),
  ]);

  await database
    .insertInto('billingAddresses')
    .values({ userId: id, ...BILLING_ADDRESS })
    .execute();
  await waiting.getByRole('link', { name: 'Profile' }).click();
  await page.waitForURL('**/profile#account');
  await page.getByRole('radio', { name: '$5.00 prepaid card' }).click();
  const needed = page.getByText('a profile name in Latin letters (A–Z)');
  await needed.waitFor(WAIT);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Username').fill('Taro Yamada');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await needed.waitFor({ state: 'detached', ...WAIT });
  const statusOf = async (redemption: string) => {
    const query = database.selectFrom('cardRedemptions').select('status').where('id', '=', redemption);
    return (await query.executeTakeFirstOrThrow()).status;
  };
  // The next look would come ten minutes later.
  await expect.poll(() => statusOf(second), WAIT).toBe('issued');
  // Of the lost answer, and of the visitor who was not signed in.
  faults.length = 0;
});

/** Lets more time pass on the page than it waits for anything. */
const giveUp = (page: Page) => page.clock.fastForward(50_000);
