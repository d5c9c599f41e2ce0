import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { REDEMPTION_STATUSES } from '#contract/redemptions.values.ts';
import {
  checkReward,
  decideReview,
  expireRedemptions,
  fulfilRedemption,
  type Outcome,
  type PayoutProvider,
} from '#domain/redemption/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { endLease, noteMoves, openRedemption } from '#testing/redemption.ts';
import { STATES } from './states.ts';

const { database, transact } = await testDatabase();
const moves = Object.entries(STATES).flatMap(([from, { next }]) =>
  Object.keys(next).map((to) => `${from} -> ${to}`),
);
const inStage = (...stages: string[]) =>
  REDEMPTION_STATUSES.filter((status) => stages.includes(STATES[status].stage));

describe('the table', () => {
  test('a redemption can reach every state, and none follows an end but of a reward that was given', () => {
    const reached = new Set<string>(['pending']);
    for (const from of reached) {
      for (const to of Object.keys(STATES[from as keyof typeof STATES].next)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...REDEMPTION_STATUSES].sort());
    const ended = REDEMPTION_STATUSES.filter((status) => STATES[status].stage !== 'open');
    const restless = ended.filter((status) => Object.keys(STATES[status].next).length > 0);
    expect(restless).toEqual(inStage('given'));
  });

  test('points leave the open states once: they are paid or go back, by a worker, by the member or by a decision', () => {
    const outcomes = inStage('open').flatMap((status) =>
      Object.entries(STATES[status].next)
        .filter(([to]) => STATES[to as keyof typeof STATES].stage !== 'open')
        .map(([to, movers]) => `${to}: ${movers.join(', ')}`),
    );
    expect([...new Set(outcomes)].sort()).toEqual([
      'failed: worker, member',
      'failed: worker, member, decision',
      'issued: worker',
    ]);
  });

  test('the machine makes each move of the table, and no other', async () => {
    const seen = await noteMoves(database);
    const answer: { outcome: Outcome } = { outcome: { t: 'absent' } };
    const reply = async () => answer.outcome as never;
    const issuer: PayoutProvider = {
      id: 'sandbox',
      delivery: 'at_once',
      prepare: reply,
      commit: reply,
      lookup: async () => (answer.outcome.t === 'rejected' ? { t: 'absent' } : answer.outcome),
      void: async () => ({ t: 'absent' }),
      fate: async () => ({ t: 'withdrawn', unused: true }),
    };
    const run = async (id: string, outcome: Outcome) => {
      answer.outcome = outcome;
      await endLease(database, id);
      await fulfilRedemption({ transact, providers: [issuer], report: () => {} }, id);
    };
    const issued = (id: string): Outcome => ({ t: 'issued', ref: id, reveal: 'details' });
    const refused: Outcome = { t: 'rejected', code: 'no' };
    const later: Outcome = { t: 'accepted', why: 'async' };
    const overdue = async (id: string) => {
      await sql`update card_redemptions set promised_by = now() - interval '1 hour' where id = ${id}`.execute(
        database,
      );
      await run(id, later);
    };
    const admin = await createMember(database, { isAdmin: true });
    const decide = (redemptionId: string, decision: 'pay' | 'refund') =>
      transact((tx) => decideReview(tx, { redemptionId, decision, text: 'Why.', adminId: admin.id }));
    const open = async (points = 100) => (await openRedemption(database, { points })).id;
    const RISKY = 100_000;

    const expiring = await open();
    await run(expiring, issued(expiring));
    await sql`update card_redemptions set expires_at = now() - interval '2 days' where id = ${expiring}`.execute(
      database,
    );
    await expireRedemptions(transact);
    const withdrawn = await open();
    await run(withdrawn, issued(withdrawn));
    for (const id of [expiring, withdrawn]) await checkReward({ transact, providers: [issuer] }, id);
    await run(await open(), refused);
    const [late, refusedLate, relieved] = [await open(), await open(), await open()];
    for (const id of [late, refusedLate, relieved]) await overdue(id);
    await run(late, issued(late));
    await run(refusedLate, refused);
    await sql`update card_redemptions set promised_by = now() + interval '1 hour' where id = ${relieved}`.execute(
      database,
    );
    await run(relieved, later);
    await decide(await open(RISKY), 'pay');
    await decide(await open(RISKY), 'refund');

    expect(await seen()).toEqual([...moves].sort());
  });
});

describe('the database', () => {
  const definitions = async (relation: string) => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = ${relation}::regclass and contype = 'c' and conname like '%status%'
      union all select indexdef from pg_indexes where tablename = ${relation} and indexdef like '%status = ANY%'`.execute(
      database,
    );
    return rows.map(({ text }) => [...text.matchAll(/'(\w+)'::text/g)].map(([, word]) => word ?? ''));
  };

  test('it takes the states of the table, and those of an award before it is a redemption', async () => {
    const [redemption = []] = await definitions('card_redemptions');
    expect(redemption.sort()).toEqual([...REDEMPTION_STATUSES].sort());
    const [award = []] = await definitions('cash_rewards');
    expect(award.sort()).toEqual([...REDEMPTION_STATUSES, 'awaiting_approval', 'declined'].sort());
  });

  test('its indexes of open redemptions cover the open states', async () => {
    const [, ...indexes] = await definitions('card_redemptions');
    expect(indexes).toHaveLength(2);
    for (const words of indexes) expect(words).toEqual(expect.arrayContaining(inStage('open')));
    for (const words of indexes) expect(words).not.toEqual(expect.arrayContaining(['issued']));
  });
});

test('no other file of the server lists states', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const word = `'(?:${REDEMPTION_STATUSES.join('|')})'`;
  const listed = new RegExp(
    `${word}\\s*[,|]\\s*${word}|${word}\\s*(?:or|and|\\|\\||&&)\\s*[\\w.]*status\\s*(?:=|===|<>|!==)\\s*${word}`,
  );
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('redemption/states.ts'),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((file) => listed.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});
