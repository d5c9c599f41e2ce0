import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DEPARTED, memberAccount, post } from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { proveDebts } from './prove-debts.ts';

const { database, transact } = await testDatabase();
const newMember = async () => (await createMember(database)).id;
const [former, heir, stranger] = [await newMember(), await newMember(), await newMember()];

interface Debt {
  owed?: number;
  /** What waits for the next account, if it waits. */
  waits?: number;
  met?: number;
  /** Points that came back to the account that was left. */
  paid?: number;
  /** Who paid, and what of it the account that took the debt over got. */
  by?: string;
  eased?: number;
  easedOf?: string;
}

/** Posts a debt of a former member. Returns its sentences, without its id. */
async function provenOf({ owed = 0, met = 0, paid = 0, eased = 0, waits, by, easedOf }: Debt) {
  const id = randomUUID();
  const common = { unit: 'points', kind: 'debt', reference: id, actor: 'system', mayOverdraw: true } as const;
  const [from, to] = [DEPARTED, DEPARTED];
  await transact(async (tx) => {
    await post(
      tx,
      [
        { ...common, key: `debt_left:${id}`, from, to: memberAccount(former), amount: owed },
        { ...common, key: `debt_met:${id}`, from: memberAccount(heir), to, amount: met },
        { ...common, key: `debt_paid:${id}:1`, from: memberAccount(by ?? former), to, amount: paid },
        { ...common, key: `debt_eased:${id}:1`, from, to: memberAccount(easedOf ?? heir), amount: eased },
      ].filter(({ amount }) => amount > 0),
    );
    if (waits !== undefined)
      await sql`insert into departures (id, mailboxes, points_owed) values (${id}, '{}', ${waits})`.execute(
        tx,
      );
  });
  return (await proveDebts(database))
    .filter((text) => text.includes(id))
    .map((text) => text.replace(id, 'ID'));
}

test.each<[string, Debt]>([
  ['waits for the next account', { owed: 40, waits: 40 }],
  ['was paid in part while it waited', { owed: 40, paid: 15, waits: 25 }],
  ['was paid while a pause waits on', { owed: 40, paid: 40, waits: 0 }],
  ['is no debt, but a pause', { waits: 0 }],
  ['was taken over', { owed: 40, met: 40 }],
  ['was paid in part, taken over and then eased', { owed: 40, met: 40, paid: 15, eased: 15 }],
  ['was taken over after a part was paid', { owed: 40, paid: 15, met: 25 }],
  ['nobody took over in time', { owed: 40 }],
])('the proof finds nothing in a debt that %s', async (_, debt) => {
  expect(await provenOf(debt)).toEqual([]);
});

test.each<[string, Debt, string]>([
  [
    'waits for more',
    { owed: 40, waits: 41 },
    '40 points were left, 0 taken over, 0 paid and 0 of them given on, and 41 wait',
  ],
  [
    'waits and was taken over',
    { owed: 40, met: 40, waits: 40 },
    '40 points were left, 40 taken over, 0 paid and 0 of them given on, and 40 wait',
  ],
  [
    'nobody left',
    { met: 40 },
    '0 points were left, 40 taken over, 0 paid and 0 of them given on, and 0 wait',
  ],
  [
    'was taken over in part',
    { owed: 40, met: 30 },
    '40 points were left, 30 taken over, 0 paid and 0 of them given on, and 0 wait',
  ],
  [
    'was paid too much',
    { owed: 40, paid: 41 },
    '40 points were left, 0 taken over, 41 paid and 0 of them given on, and 0 wait',
  ],
  [
    'eased nobody',
    { owed: 40, met: 40, eased: 5 },
    '40 points were left, 40 taken over, 0 paid and 5 of them given on, and 0 wait',
  ],
  [
    'another member paid',
    { owed: 40, met: 40, paid: 5, eased: 5, by: stranger },
    '40 points were left, 40 taken over, 5 paid and 5 of them given on, and 0 wait',
  ],
  [
    'eased another member',
    { owed: 40, met: 40, paid: 5, eased: 5, easedOf: stranger },
    '40 points were left, 40 taken over, 5 paid and 5 of them given on, and 0 wait',
  ],
])('the proof names a debt that %s', async (_, debt, sentence) => {
  expect(await provenOf(debt)).toEqual([`debt ID: ${sentence}`]);
});
