import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { readConfig } from '#server/config/config.ts';
import { testDatabase } from '#testing/database.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { runInProcess } from '#testing/ops.ts';
import { LONG_TEST_MS_MAX, PATIENT } from '#testing/patience.ts';
import { runProofs } from './run-proofs.ts';

const { database, url } = await testDatabase();
const LIMIT_MS = 5_000;
const limits = new URLSearchParams({ options: `-c statement_timeout=${LIMIT_MS}` });
const limited = createDatabase(createPool(`${url}?${limits}`, () => {}, { ...PATIENT, limitsFrom: 'role' }));
afterAll(() => limited.destroy());
beforeEach(untilTodayLasts, LONG_TEST_MS_MAX);
const report = (...args: string[]) =>
  runInProcess(['walls', 'report', ...args], (work) => work(database, readConfig({})));

test('the proof may take longer than the time limit of a statement', async () => {
  const holding = await database.startTransaction().execute();
  await sql`lock table webhook_transactions in access exclusive mode`.execute(holding);
  const proof = runProofs(limited, { wallCostPercentMax: 100 });
  const waits = sql<{ waits: boolean }>`
    select exists (
      select from pg_locks l join pg_database d on d.oid = l.database
      where not l.granted and l.relation = 'webhook_transactions'::regclass and d.datname = current_database()
    ) as waits`;
  await expect.poll(async () => (await waits.execute(database)).rows[0]?.waits).toBe(true);
  await sql`select pg_sleep(${LIMIT_MS / 1_000 + 1})`.execute(holding);
  await holding.commit().execute();
  expect(await proof).toBe(0);
});

test('a day on which a wall cost more than it pays is a warning of the proof, and in the report of the walls', async () => {
  await sql`insert into wall_days (wall, day, credits, points, named, named_points, usd_micros, flagged, reversed_points,
      reversed_usd_micros)
    select wall, (now() at time zone 'UTC')::date - back, 30, 1000, 20, 900, micros, 2, 100, 1000000
    from (values ('dear', 0, 5000000), ('fair', 1, 9000000), ('old', 40, 0)) days (wall, back, micros)`.execute(
    database,
  );
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const output = () => said.mock.calls.splice(0).map(([line]) => String(line));
  try {
    const [today, yesterday] = [0, 1].map((back) =>
      new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10),
    );
    expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);
    expect(output().filter((line) => line.startsWith('Warning'))).toEqual([
      `Warning: wall dear, ${today}: credits of 900 points came with a revenue of 5.00 dollars.`,
    ]);
    expect(await runProofs(database, { wallCostPercentMax: 90 })).toBe(0);
    expect(output().filter((line) => line.startsWith('Warning'))).toHaveLength(2);

    expect(await report()).toBe(0);
    const cells = output().map((line) => line.split(/\s{2,}/));
    expect(cells.slice(1)).toEqual([
      [today, 'dear', '30', '1000', '100', '10', '2', '9.00', '4.00', '-5.00', 'yes'],
      [yesterday, 'fair', '30', '1000', '100', '10', '2', '9.00', '8.00', '-1.00'],
    ]);
    expect(cells[0]).toHaveLength(11);
    expect(await report('--days', '41')).toBe(0);
    expect(output()).toHaveLength(4);
    for (const wrong of [['--days', '0'], ['--days', 'x'], ['--days', '401'], ['--day'], ['more']])
      expect(await report(...wrong), wrong.join(' ')).toBe(2);
  } finally {
    said.mockRestore();
  }
});
