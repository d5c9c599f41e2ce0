import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  MANUAL_PROVIDER,
  type PayoutProvider,
  SANDBOX_PROVIDER,
  STOCK_PROVIDER,
} from '#domain/redemption/index.ts';
import { testDatabase } from '#testing/database.ts';
import { issuerFolder, ownRewards } from '#testing/redemption.ts';
import { payoutProviders, STANDARD_PROVIDERS } from './index.ts';

/** The list of payout providers. The guarantees of each provider's calls are in conformance.test.ts. */

const VARIABLES = {
  TREMENDOUS_API_KEY: 'TEST_key',
  TREMENDOUS_PRODUCT_IDS: 'A',
  TREMENDOUS_WEBHOOK_KEY: 'key',
  STRIPE_API_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const { database } = await testDatabase();
const needs = { own: ownRewards(database), dataDir: await issuerFolder() };
const settingsOf = (variables: Record<string, string>, development: boolean) => {
  const faults: string[] = [];
  const given = { variables, serves: false, development, faults };
  const settings = payoutProviders.map((description) => ({
    description,
    own: description.readSettings(given),
  }));
  expect(faults).toEqual([]);
  return settings.filter(({ own }) => own !== undefined);
};
const opened: PayoutProvider[] = await Promise.all(
  settingsOf(VARIABLES, true).map(({ description, own }) => description.open(own, needs)),
);

test('every folder is listed under its own name', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(payoutProviders.map(({ id }) => id).sort()).toEqual(folders.sort());
  expect(payoutProviders.map(({ id }) => id)).toEqual(
    expect.arrayContaining(Object.values(STANDARD_PROVIDERS)),
  );
});

test('every provider opens by its settings, under the id of its description, which the database takes', () => {
  expect(opened.map(({ id }) => id)).toEqual(payoutProviders.map(({ id }) => id));
  for (const { id } of opened) expect(id).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
});

test('without settings only the site itself makes rewards, and test cards in development', () => {
  const idsOf = (development: boolean) =>
    settingsOf({}, development).map(({ description }) => description.id);
  expect(idsOf(false).sort()).toEqual([MANUAL_PROVIDER, STOCK_PROVIDER].sort());
  expect(idsOf(true).sort()).toEqual([MANUAL_PROVIDER, SANDBOX_PROVIDER, STOCK_PROVIDER].sort());
});

test('the ids that the module of redemptions knows have the traits that it takes them to have', () => {
  const withTrait = (has: (provider: PayoutProvider) => boolean) => opened.filter(has).map(({ id }) => id);
  expect(withTrait(({ test }) => test === true)).toEqual([SANDBOX_PROVIDER]);
  expect(withTrait(({ own }) => own === 'stock')).toEqual([STOCK_PROVIDER]);
  expect(withTrait(({ own }) => own === 'person')).toEqual([MANUAL_PROVIDER]);
});

test('at most one provider keeps a name of the member: members have one column for it', () => {
  expect(opened.filter(({ enroll }) => enroll).length).toBeLessThanOrEqual(1);
});

test('variables are named after their provider and explained in .env.example, and origins are under TLS', () => {
  const example = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8');
  for (const { id, variables, browserOrigins } of payoutProviders) {
    for (const name of Object.keys(variables)) {
      expect(name).toMatch(new RegExp(`^${id.toUpperCase().replaceAll('-', '_')}_`));
      expect(example).toContain(`#${name}=`);
    }
    for (const origin of browserOrigins)
      expect(new URL(origin)).toMatchObject({ protocol: 'https:', origin });
  }
});
