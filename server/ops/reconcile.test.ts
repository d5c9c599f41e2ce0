import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fulfilRedemption } from '#domain/redemption/index.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { testDatabase } from '#testing/database.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { runOps } from '#testing/process.ts';
import { openRedemption } from '#testing/redemption.ts';

const { database, transact, url } = await testDatabase();
const vendor = await startTremendous();
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-ops-'));
afterAll(() => Promise.all([vendor.close(), rm(folder, { recursive: true, force: true })]));
const reconcile = () =>
  runOps(['reconcile'], {
    DATABASE_URL: url,
    DATA_DIR: folder,
    TREMENDOUS_BASE_URL: vendor.settings.baseUrl,
    TREMENDOUS_API_KEY: vendor.settings.apiKey,
    TREMENDOUS_PRODUCT_IDS: vendor.settings.productIds.join(','),
    TREMENDOUS_WEBHOOK_KEY: vendor.settings.webhookKey,
  });

test('reconcile exits 0 when both sides agree, and 1 with a line for each difference', async () => {
  const { id } = await openRedemption(database, { provider: 'tremendous' });
  const providers = [new TremendousPayouts(vendor.settings)];
  await fulfilRedemption({ transact, providers, report: () => {} }, id);
  expect(await reconcile()).toMatchObject({ code: 0, output: expect.stringContaining('on both sides') });

  await database.updateTable('cardRedemptions').set({ status: 'failed' }).where('id', '=', id).execute();
  const { code, output } = await reconcile();
  expect(code).toBe(1);
  expect(output).toContain(`redemption ${id} has failed: its points went back`);
  expect(output).toContain('1 differences.');
});

test('a restored site needs the list of a provider that is not set up only if it may have made rewards lately', async () => {
  const site = await testDatabase();
  const compare = () => runOps(['reconcile', '--restored'], { DATABASE_URL: site.url, DATA_DIR: folder });
  const { id } = await openRedemption(site.database, { provider: 'tremendous' });
  await openRedemption(site.database, { provider: 'manual' });
  const issued = (ago: string) =>
    sql`
      update card_redemptions set status = 'issued', issued_at = now(), created_at = now() - ${ago}::interval
      where id = ${id}`.execute(site.database);
  await issued('1 day');
  const lately = await compare();
  expect(lately).toMatchObject({ code: 1 });
  expect(lately.output).toContain(
    'tremendous could not be asked: it is not set up here, and 0 open and 1 issued',
  );
  expect(lately.output).toContain('Start no worker before');

  await issued('1 year');
  const longAgo = await compare();
  expect(longAgo).toMatchObject({ code: 0 });
  expect(longAgo.output).toContain('tremendous is not set up here: its 1 issued redemptions are older');
  expect(longAgo.output).not.toContain('Start no worker');
});
