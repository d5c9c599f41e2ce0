import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { createPool } from '#database/client.ts';
import { createListener } from '#database/listener.ts';
import { testDatabase } from '#testing/database.ts';
import { PATIENT, WAIT } from '#testing/patience.ts';
import { passEvents } from './live.ts';
import type { Streams } from './streams.ts';

/** The number of failed tries to wait for; each leads to one more. */
const FAILURES = 5;
const SILENT = { tell: () => {}, tellAll: () => {}, endOf: () => {}, endAll: () => {} };

const { url, database } = await testDatabase();
const name = new URL(url).pathname.slice(1);
/** A connection to another database, because a database cannot be closed from within. */
const beside = new URL(url);
beside.pathname = '/postgres';
const maintenance = createPool(beside.href, () => {}, PATIENT);
afterAll(() => maintenance.end());
const allowConnections = (allowed: boolean) =>
  maintenance.query(`alter database ${name} allow_connections ${allowed}`);
const openLive = async (
  streams: Pick<Streams, 'tell' | 'tellAll' | 'endOf' | 'endAll'>,
  warn = (_: unknown, _what: string) => {},
) => {
  const listener = createListener(url, warn);
  passEvents(listener, streams);
  await vi.waitFor(listener.open, WAIT);
  return listener;
};
const LIVE = `from pg_stat_activity where datname = $1 and application_name = 'pocketful live'`;
const connections = async () => (await maintenance.query(`select ${LIVE}`, [name])).rows.length;
const cut = () => maintenance.query(`select pg_terminate_backend(pid) ${LIVE}`, [name]);

test('after the database refused connections for a while there is one live connection again, not one for each try', async () => {
  let failures = 0;
  let heard = 0;
  const streams = { ...SILENT, tell: () => void heard++ };
  const live = await openLive(streams, (_, what) => {
    if (what.includes('not restored')) failures++;
  });
  await expect.poll(connections).toBe(1);
  await allowConnections(false);
  await cut();
  await expect.poll(() => failures).toBeGreaterThanOrEqual(FAILURES);
  await allowConnections(true);
  await expect.poll(connections).toBe(1);
  const say = () =>
    sql`select pg_notify('live', ${JSON.stringify({ userId: 'robin', type: 'balance', data: {} })})`.execute(
      database,
    );
  await expect.poll(() => say().then(() => heard)).toBeGreaterThan(0);
  await expect.poll(connections).toBe(1);
  await live.close();
  await expect.poll(connections).toBe(0);
});

test('that staff paused a wall is told to every open page, and to all others in the process that listen', async () => {
  const told: string[] = [];
  const heard: string[] = [];
  const listener = createListener(url, () => {});
  listener.subscribe('changes', { hear: (table) => void heard.push(table), miss: () => {} });
  passEvents(listener, { ...SILENT, tellAll: ({ type }) => void told.push(type) });
  await vi.waitFor(listener.open, WAIT);
  await sql`update rewards set title = title`.execute(database);
  await sql`delete from wall_pauses`.execute(database);
  await vi.waitFor(() => expect(told).toHaveLength(1), WAIT);
  await listener.close();
  expect(told).toEqual(['walls']);
  expect(heard).toEqual(['rewards', 'wall_pauses']);
});

test('after a time without the live connection every stream ends, so that browsers reopen it and read what they missed', async () => {
  let ended = 0;
  const streams = { ...SILENT, endOf: () => void ended++, endAll: () => void ended++ };
  const live = await openLive(streams);
  // The pool could make no connection while the database takes none.
  await database.connection().execute(async (held) => {
    await allowConnections(false);
    await cut();
    await expect.poll(connections).toBe(0);
    await sql`select pg_notify('live', ${JSON.stringify({ signedOut: 'robin' })})`.execute(held);
    expect(ended).toBe(0);
    await allowConnections(true);
  });
  await expect.poll(() => ended).toBe(1);
  await live.close();
});
