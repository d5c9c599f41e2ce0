import { expect, test, vi } from 'vitest';
import { Refusal } from '#domain/common/refusal.ts';
import {
  expireRedemptions,
  fulfilRedemption,
  type PayoutProvider,
  revealCard,
} from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { issuerFolder, openRedemption } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();
const providers = [new SandboxIssuer({ dataDir: await issuerFolder() })];
const run = (id: string) => fulfilRedemption({ transact, providers, report: () => {} }, id);
const setExpiry = (id: string, expiresAt: Date) =>
  database.updateTable('cardRedemptions').set({ expiresAt }).where('id', '=', id).execute();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const reveal = (memberId: string, id: string) =>
  revealCard({ database, providers, report: () => {} }, memberId, id);

test('shows an issued card to its owner, and to nobody else', async () => {
  const { id, memberId } = await openRedemption(database);
  await expect(reveal(memberId, id)).rejects.toEqual(new Refusal('not_found'));
  await run(id);
  expect(await reveal(memberId, id)).toMatchObject({ label: 'TEST CARD' });
  const other = await openRedemption(database);
  await expect(reveal(other.memberId, id)).rejects.toEqual(new Refusal('not_found'));
  await run(other.id);
});

test('a card whose last day is over everywhere is expired and no longer shown', async () => {
  const { id, memberId } = await openRedemption(database);
  await run(id);
  // The evening of its last day in the west of the Americas.
  await setExpiry(id, hoursAgo(8));
  await expireRedemptions(transact);
  expect(await reveal(memberId, id)).toMatchObject({ label: 'TEST CARD' });
  await setExpiry(id, hoursAgo(13));
  await expireRedemptions(transact);
  const row = database.selectFrom('cardRedemptions').select('status').where('id', '=', id);
  expect(await row.executeTakeFirst()).toMatchObject({ status: 'expired' });
  await expect(reveal(memberId, id)).rejects.toEqual(new Refusal('not_found'));
});

test('an issued card whose provider is not set up is reported, and its owner is told to come again', async () => {
  const { id, memberId } = await openRedemption(database);
  await run(id);
  const reported: unknown[] = [];
  const ports = { database, providers: [], report: (error: unknown) => reported.push(error) };
  await expect(revealCard(ports, memberId, id)).rejects.toEqual(new Refusal('busy'));
  expect(reported).toEqual([new Error('The payout provider sandbox is not set up.')]);
});

test('an owner is told to come again when the provider ignores the signal', async () => {
  const { id, memberId } = await openRedemption(database);
  await run(id);
  const silent = { id: 'sandbox', reveal: () => new Promise<never>(() => {}) } as unknown as PayoutProvider;
  const reported: unknown[] = [];
  const ports = { database, providers: [silent], report: (error: unknown) => reported.push(error) };
  const late = new Error('too late');
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort(late));
  await expect(revealCard(ports, memberId, id)).rejects.toEqual(new Refusal('busy'));
  expect(reported).toEqual([late]);
});
