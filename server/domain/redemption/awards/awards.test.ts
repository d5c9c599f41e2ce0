import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Transact } from '#database/transaction.ts';
import { listAwards, memberRewards } from '#domain/administration/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { noticeMail, noticePush, type StoredNotice } from '#domain/notices/words/words.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import {
  assignFulfilment,
  checkReward,
  endRedemption,
  expireRedemptions,
  fulfilRedemption,
  type PayoutProvider,
  proveAwards,
  proveRedemptions,
  refuseFulfilment,
} from '#domain/redemption/index.ts';
import { manualPayouts } from '#providers/payouts/manual/manual.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit, MAILBOX_KEY } from '#testing/factories.ts';
import { askForCard, endLease, issuerFolder, ownRewards, servedBy } from '#testing/redemption.ts';
import { OWN_SERVING } from '#testing/rewards.ts';
import { recordAward, startAward } from './awards.ts';

const { database, transact } = await testDatabase();
const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });

const manual = manualPayouts(ownRewards(database));

/** An award under way. */
async function given(served = servedBy()) {
  const [member, admin] = [await createMember(database), await createMember(database, { isAdmin: true })];
  const request = { memberId: member.id, adminId: admin.id, requestId: randomUUID(), reason: 'Thank you' };
  const award = await transact(async (tx) => {
    const recorded = await recordAward(tx, { ...request, cardTier: '5USD' });
    await startAward(tx, recorded.award, served);
    return recorded.award;
  });
  const { id } = await database
    .selectFrom('cardRedemptions')
    .select('id')
    .where('awardId', '=', award.id)
    .executeTakeFirstOrThrow();
  const stands = async () => {
    const { status } = await database
      .selectFrom('cashRewards')
      .select('status')
      .where('id', '=', award.id)
      .executeTakeFirstOrThrow();
    const { cashRewardedCents, points } = await database
      .selectFrom('users')
      .select(['cashRewardedCents', 'points'])
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    return { status, cashRewardedCents, points };
  };
  /** As staff see it in their list. */
  const listed = async () => {
    const found = (await listAwards(database)).find((one) => one.id === award.id);
    return [found?.status, found?.cause];
  };
  return { id, award, stands, listed, memberId: member.id, adminId: admin.id };
}
/** The newest notice to the member: its kind, the mail and the push message. */
async function told(memberId: string) {
  const { id, kind, data, createdAt } = await database
    .selectFrom('notices')
    .select(['id', 'kind', 'data', 'createdAt'])
    .where('userId', '=', memberId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const notice = { id, kind, data, createdAt, language: 'en', country: null, path: '/' } as StoredNotice;
  const site = {
    productName: 'Pocketful',
    appUrl: 'https://rewards.example',
    supportEmail: 'help@rewards.example',
    rewardWording: 'specification',
  } as const;
  const { title, body } = noticePush(site, notice);
  return { kind, mail: noticeMail(site, 'a@example.com', notice, '').text, push: `${title}. ${body}` };
}
const work = (id: string, provider: PayoutProvider = issuer, through: Transact = transact) =>
  fulfilRedemption({ transact: through, providers: [provider], report: () => {} }, id);
const provider = (changes: Partial<PayoutProvider>): PayoutProvider => ({
  id: issuer.id,
  delivery: issuer.delivery,
  prepare: (request) => issuer.prepare(request),
  commit: (request, ref) => issuer.commit(request, ref),
  lookup: (request) => issuer.lookup(request),
  void: (ref) => issuer.void(ref),
  ...changes,
});

afterEach(async () => {
  for (const prove of [proveLedger, proveRedemptions, proveAwards]) expect(await prove(database)).toEqual([]);
});

test('after a worker was killed before any of its commits, the next one pays once', async () => {
  for (const survived of [0, 1, 2]) {
    const { id, stands } = await given();
    let commits = 0;
    const killed = work(id, issuer, (run) => {
      if (++commits > survived) throw new Error('killed');
      return transact(run);
    });
    await expect(killed).rejects.toThrow('killed');
    await endLease(database, id);
    await Promise.all([work(id), work(id), work(id)]);
    await endLease(database, id);
    await work(id);
    expect(await stands()).toEqual({ status: 'issued', cashRewardedCents: 500, points: 0 });
    const cards = (await issuer.cards()).filter((card) => card.redemptionId === id);
    expect(cards.filter(({ state }) => state === 'issued')).toHaveLength(1);
  }
});

test('an award that the issuer refuses fails without moving anything, and the member gets a notice', async () => {
  const { id, stands, listed, memberId } = await given();
  await work(id, provider({ prepare: async () => ({ t: 'rejected', code: 'no' }) }));
  expect(await stands()).toEqual({ status: 'failed', cashRewardedCents: 0, points: 0 });
  const { kind, mail } = await told(memberId);
  expect(kind).toBe('award_failed');
  expect(mail).not.toContain('Thank you');
  expect(await listed()).toEqual(['failed', null]);
});

test('an award that a person refuses or ends is told with their reason and names no issuer, and staff see who ended it', async () => {
  const text = 'It was meant for another member.';
  const refused = await given(servedBy('manual'));
  await work(refused.id, manual);
  await transact((tx) => assignFulfilment(tx, refused.id, refused.adminId, OWN_SERVING));
  await transact((tx) => refuseFulfilment(tx, { redemptionId: refused.id, adminId: refused.adminId }, text));
  await work(refused.id, manual);

  const ended = await given();
  const promisedBy = sql<Date>`now() - interval '1 hour'`;
  await database.updateTable('cardRedemptions').set({ promisedBy }).where('id', '=', ended.id).execute();
  await transact((tx) => endRedemption(tx, { redemptionId: ended.id, text, adminId: ended.adminId }));
  await work(ended.id);

  for (const { stands, listed, memberId } of [refused, ended]) {
    expect(await stands()).toEqual({ status: 'failed', cashRewardedCents: 0, points: 0 });
    expect(await listed()).toEqual(['failed', 'staff_refused']);
    const { kind, mail, push } = await told(memberId);
    expect(kind).toBe('award_failed');
    expect(mail).toContain(text);
    expect(mail + push).not.toMatch(/issuer|Thank you/);
  }
});

test('an award that ends because its member leaves is listed so, and one that staff ended before stays theirs', async () => {
  const [left, ended] = [await given(servedBy('manual')), await given(servedBy('manual'))];
  await work(ended.id, manual);
  await transact((tx) => assignFulfilment(tx, ended.id, ended.adminId, OWN_SERVING));
  await transact((tx) => refuseFulfilment(tx, { redemptionId: ended.id, adminId: ended.adminId }, 'No.'));
  for (const { id, listed, memberId, cause } of [
    { ...left, cause: 'member_left' },
    { ...ended, cause: 'staff_refused' },
  ]) {
    await work(id, manual);
    await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
    await endLease(database, id);
    await work(id, manual);
    expect(await listed()).toEqual(['failed', cause]);
    expect(await memberRewards(database, memberId, undefined)).toMatchObject([{ id, reason: cause }]);
  }
});

test('an award whose last day is over is listed without another cause', async () => {
  const { id, listed } = await given();
  await work(id);
  expect(await listed()).toEqual(['issued', null]);
  const expiresAt = sql<Date>`now() - interval '2 days'`;
  await database.updateTable('cardRedemptions').set({ expiresAt }).where('id', '=', id).execute();
  await expireRedemptions(transact);
  expect(await listed()).toEqual(['expired', null]);
});

test('an award that its issuer takes back unused loses its cash, and no points appear', async () => {
  const { id, stands } = await given();
  await work(id);
  const withdrawn = provider({ fate: async () => ({ t: 'withdrawn', unused: true }) });
  await Promise.all([1, 2, 3].map(() => checkReward({ transact, providers: [withdrawn] }, id)));
  expect(await stands()).toEqual({ status: 'reversed', cashRewardedCents: 0, points: 0 });
});

test('an award is started once', async () => {
  const { award } = await given();
  await expect(transact((tx) => startAward(tx, award, servedBy()))).rejects.toThrow('unique');
});

test('an award is not the first redemption, which is a small one', async () => {
  const { memberId } = await given();
  await credit(database, memberId, 600);
  await giveGrants(database, memberId, 'redemption');
  const request = { memberId, requestId: randomUUID(), cardTier: '5USD' } as const;
  await expect(transact((tx) => askForCard(tx, request))).rejects.toMatchObject({
    code: 'first_redemption_tier',
  });
});

test('the proof names an award whose cash is missing', async () => {
  const { award } = await given();
  await database
    .updateTable('cardRedemptions')
    .set({ status: 'issued' })
    .where('awardId', '=', award.id)
    .execute();
  expect(await proveAwards(database)).toEqual([`award ${award.id} is issued and lacks its transfer`]);
  await database
    .updateTable('cardRedemptions')
    .set({ status: 'failed' })
    .where('awardId', '=', award.id)
    .execute();
});
