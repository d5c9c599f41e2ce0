import { afterAll, afterEach, expect, test } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { credit } from '#testing/factories.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { expectAccessible, launch, type Visit } from './browser.ts';
import { chooseCard, signUp } from './member.ts';

/** Rewards of real providers on the screens of their owner, with stand-ins for the vendors. */

const WAIT = { timeout: 15_000 };
const [tremendous, stripe] = await Promise.all([startTremendous(), startStripe()]);
const folder = await temporaryFolder();
const embedded = await startEmbedded(folder.path);
await migrate(embedded.url);
const database = createDatabase(createPool(embedded.url, () => {}));
const server = await startProcess(folder.path, {
  DATABASE_URL: embedded.url,
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
  await database.destroy();
  await embedded.stop();
  await folder.remove();
  await Promise.all([tremendous.close(), stripe.close()]);
});
const visit = await launch();
let current: Visit | undefined;
afterEach(() => expect(current?.faults).toEqual([]));

/** What Stripe.js does, as far as the page can see: it asks for a nonce and mounts what it is told to. */
const STRIPE_JS = `globalThis.Stripe = (key, { apiVersion }) => ({
  createEphemeralKeyNonce: async ({ issuingCard }) => ({ nonce: 'nonce of ' + issuingCard }),
  elements: () => ({
    create: (type, { issuingCard, nonce, ephemeralKeySecret }) => ({
      mount: (place) => { place.textContent = [type, issuingCard, nonce, ephemeralKeySecret.slice(0, 8), apiVersion].join(' '); },
      unmount: () => {},
    }),
  }),
});`;

test('a reward comes as a link, a card after its address was given in the frame of its issuer', async () => {
  current = await visit({ url: server.url });
  const { page } = current;
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STRIPE_JS }),
  );
  await signUp(page, server.url, 'payouts@example.com');
  // Before a visitor has signed in, the browser itself complains of the 401 that says so.
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
  await expectAccessible(page);

  await chooseCard(page, '$5.00');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const asked = page.getByRole('button', { name: 'Give your address' });
  await asked.waitFor(WAIT);
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
  await shown
    .getByText(`issuingCardNumberDisplay ${issued?.id} nonce of ${issued?.id} ek_test_`)
    .waitFor(WAIT);
  await expectAccessible(page);
});
