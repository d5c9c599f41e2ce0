import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { CardTier } from '#contract/rewards.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { type Transact, transactOn } from '#database/transaction.ts';
import { memberAccount, PAYOUTS_HELD, post, type Transfer, wallAccount } from '#domain/ledger/index.ts';
import {
  type OwnRewards,
  openOwnRewards,
  type PayoutProvider,
  type PayoutRequest,
  type Redemption,
  type RewardKeys,
  readReward,
  requestRedemption,
  type Serving,
} from '#domain/redemption/index.ts';
import { afterwards } from './afterwards.ts';
import { giveGrants } from './captcha.ts';
import { createMember } from './factories.ts';

/** A folder for a test file's issuer, removed after the file. */
export async function issuerFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-issuer-'));
  afterwards(() => rm(folder, { recursive: true }));
  return folder;
}

/** Rows of redemptions that the transaction has read. */
async function countRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables
    where relname = 'card_redemptions'`.execute(tx);
  return rows[0]?.read ?? 0;
}

/** Transactions that look for indexes, and how many redemptions each has read so far. */
export function countingReads(transact: Transact): { counted: Transact; read: number[] } {
  const read: number[] = [];
  const counted: Transact = (work) =>
    transact(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const before = await countRead(tx);
      const done = await work(tx);
      read.push((await countRead(tx)) - before);
      return done;
    });
  return { counted, read };
}

/** The keys of this run for codes and links. */
export const REWARD_KEYS: RewardKeys = { seal: randomBytes(32), fingerprint: randomBytes(32) };

/** The site's own data of redemptions, for the manual and stock providers. */
export const ownRewards = (database: Database): OwnRewards => openOwnRewards(database, REWARD_KEYS);

/** A reward to make for a person with a name and a billing address. */
export function payoutRequest(values: Partial<PayoutRequest> = {}): PayoutRequest {
  const memberId = randomUUID();
  return {
    redemptionId: randomUUID(),
    amountCents: 100,
    productIds: [],
    recipient: {
      memberId,
      name: 'Robin Example',
      email: `${memberId}@example.com`,
      address: BILLING_ADDRESS,
      customer: null,
    },
    ...values,
  };
}

export const BILLING_ADDRESS = {
  line1: '1 Main Street',
  line2: '',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
};

/** Of a site whose providers make rewards without an address. */
export const NO_ISSUERS = { providers: [], reviewHours: 48 };

/** A redemption of a new member, with a solved captcha and the points given. */
export async function openRedemption(
  database: Database,
  values: { cardTier?: CardTier; points?: number; provider?: string } = {},
): Promise<Redemption & { memberId: string }> {
  const member = await createMember(database, { points: values.points ?? 100 });
  await giveGrants(database, member.id, 'redemption');
  const redemption = await transactOn(database)((tx) =>
    askForCard(tx, { memberId: member.id, requestId: randomUUID(), ...values }),
  );
  return { ...redemption, memberId: member.id };
}

/** Redemptions of new members: one is requested in the usual way, the others are copies of it without jobs. */
export async function openRedemptions(
  database: Database,
  count: number,
  values: { provider?: string } = {},
): Promise<{ id: string; memberId: string }[]> {
  const first = await openRedemption(database, values);
  const { rows: copies } = await sql<{ id: string; memberId: string }>`
    with members as (
      insert into users (email, password, name, email_verified)
      select gen_random_uuid() || '@example.com', 'none', 'Robin Example', true
      from generate_series(2, ${count}::integer) returning id
    )
    insert into card_redemptions
    select (jsonb_populate_record(r, jsonb_build_object(
      'id', gen_random_uuid(), 'user_id', m.id, 'request_id', gen_random_uuid()))).*
    from card_redemptions r, members m where r.id = ${first.id}
    returning id, user_id as member_id`.execute(database);
  const transfers = copies.flatMap(({ id, memberId }) => pointsOf(id, memberId, first.pointsUsed));
  if (transfers.length > 0) await transactOn(database)((tx) => post(tx, transfers));
  return [first, ...copies];
}

/** The transfers that give the points to the member and hold them for the redemption. */
function pointsOf(id: string, memberId: string, amount: number): Transfer[] {
  const member = memberAccount(memberId);
  const credit = randomUUID();
  return [
    {
      key: `test:${credit}`,
      unit: 'points',
      from: wallAccount('test'),
      to: member,
      amount,
      kind: 'adjustment',
      reference: credit,
      actor: 'system',
    },
    {
      key: `redemption:${id}`,
      unit: 'points',
      from: member,
      to: PAYOUTS_HELD,
      amount,
      kind: 'redemption',
      reference: id,
      actor: member,
    },
  ];
}

/** Requests a card of a tier after the captcha, made by the named provider. */
export async function askForCard(
  tx: Tx,
  asked: {
    memberId: string;
    requestId: string;
    cardTier?: CardTier;
    provider?: string;
    thresholdPoints?: number;
  },
): Promise<Redemption> {
  const { memberId, requestId, cardTier = '1USD', thresholdPoints = 100 } = asked;
  const reward = await readReward(tx, { cardTier });
  const serving = servedBy(asked.provider);
  return requestRedemption(
    tx,
    { memberId, requestId, reward },
    { thresholdPoints, serving, reviewHours: 48 },
  );
}

/** The rewards of a site where one provider makes every card. */
export const servedBy = (id = 'sandbox', delivery: PayoutProvider['delivery'] = 'at_once'): Serving => ({
  tiers: { '1USD': id, '5USD': id, '10USD': id, '20USD': id },
  providers: [{ id, delivery, test: id === 'sandbox' }],
});

/** Makes the redemption due, as after a pause of ten minutes or a worker's death. */
export async function endLease(database: Database, redemptionId: string): Promise<void> {
  await database
    .updateTable('cardRedemptions')
    .set({
      leasedUntil: sql`now() - interval '1 minute'`,
      // `least` alone would make a time of none.
      unansweredSince: sql`case when unanswered_since is not null then least(unanswered_since, now() - interval '10 minutes') end`,
      lastUnansweredAt: sql`case when last_unanswered_at is not null then least(last_unanswered_at, now() - interval '10 minutes') end`,
    })
    .where('id', '=', redemptionId)
    .where('status', 'in', ['pending', 'processing', 'review'])
    .execute();
}

/** Notes each move of a redemption from one state to another from now on. Answers a reader of the moves so far. */
export async function noteMoves(database: Database): Promise<() => Promise<string[]>> {
  await sql`create table test_moves (move text)`.execute(database);
  await sql`create function test_note_move() returns trigger language plpgsql as $$
    begin
      insert into test_moves values (old.status || ' -> ' || new.status);
      return null;
    end $$`.execute(database);
  await sql`create trigger test_note_move after update of status on card_redemptions
    for each row when (old.status <> new.status) execute function test_note_move()`.execute(database);
  return async () => {
    const { rows } = await sql<{ move: string }>`select distinct move from test_moves order by move`.execute(
      database,
    );
    return rows.map(({ move }) => move);
  };
}
