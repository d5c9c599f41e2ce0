import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { exportRows } from './exports.ts';

const { database, transact } = await testDatabase();
const DAYS = 10;
const DAY_MINUTES = 1_440;
const DAY_MS = 86_400_000;
const FIRST_DAY = new Date('2020-01-01T00:00:00Z');
const SIZES = { batch: 2_000, stretch: 1_000 };

/** Posts a transfer for each minute of these days, in an order that differs by up to half an hour from that of their times. */
async function postDays(name: string, first: Date, days: number): Promise<void> {
  await sql`
    insert into ledger_transfers (key, unit, from_account, to_account, amount, kind, reference, actor, created_at)
    select ${name}::text || ':' || n, 'points', 'wall:test', 'payouts:held', 1, 'adjustment', 'test', 'system',
      ${first}::timestamptz + n * interval '1 minute'
    from generate_series(0, ${days * DAY_MINUTES - 1}::integer) n
    order by n + n * 7919 % 31`.execute(database);
}

const dayOf = (index: number, days = 1) => {
  const from = new Date(FIRST_DAY.getTime() + index * DAY_MS);
  return { from, to: new Date(from.getTime() + days * DAY_MS) };
};
const exported = async (range: { from: Date; to: Date }) => {
  const parts = await Array.fromAsync(exportRows(database, 'ledger', range, SIZES));
  return { parts: parts.length, keys: parts.flat().map(({ key }) => key) };
};
/** The keys of the transfers of a time in the order of their ids. */
const posted = async ({ from, to }: { from: Date; to: Date }) => {
  const { rows } = await sql<{ key: string }>`
    select key from ledger_transfers where created_at >= ${from} and created_at < ${to} order by id`.execute(
    database,
  );
  return rows.map(({ key }) => key);
};

test('an export of transfers reads the ledger around the days asked for, and misses none that was posted out of order', async () => {
  await postDays('ordered', FIRST_DAY, DAYS);
  for (const isRolledUp of [false, true]) {
    if (isRolledUp) await rollUpLedger(transact);
    for (const index of [0, 4, DAYS - 1]) {
      const { parts, keys } = await exported(dayOf(index));
      expect(keys).toHaveLength(DAY_MINUTES);
      expect(keys).toEqual(await posted(dayOf(index)));
      expect(parts).toBeLessThanOrEqual(3);
    }
  }
  expect((await exported(dayOf(0, DAYS))).keys).toEqual(await posted(dayOf(0, DAYS)));
  for (const index of [-2, DAYS + 1]) expect(await exported(dayOf(index))).toEqual({ parts: 1, keys: [] });
});

test('transfers whose clock was wrong by days are exported with their day, each once', async () => {
  await postDays('early', dayOf(DAYS).from, 1);
  await postDays('late', dayOf(2).from, 1);
  for (const range of [dayOf(2), dayOf(2, 3), dayOf(DAYS)]) {
    const { keys } = await exported(range);
    expect(keys.sort()).toEqual((await posted(range)).sort());
  }
});
