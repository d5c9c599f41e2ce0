import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { PATIENT, WAIT } from '#testing/patience.ts';
import { createDatabase, createPool, type Database } from './client.ts';
import { transactOn } from './transaction.ts';

const { url, database, transact } = await testDatabase();
const HESITATION_MS = 50;

/** Runs the work on one connection, with a table of its own. */
const onConnection = (name: string, work: (connection: Database, table: string) => Promise<void>) =>
  database.connection().execute(async (connection) => {
    await sql.raw(`create table ${name} (first_value integer, second_value text)`).execute(connection);
    await sql.raw(`insert into ${name} values (1, 'one'), (2, 'two')`).execute(connection);
    await work(connection, name);
  });

/** The texts of the statements that a connection has prepared, of those that contain this. */
const textsFor = async (connection: Database, text: string): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where strpos(statement, ${text}) > 0
      and strpos(statement, 'pg_prepared_statements') = 0 order by statement`.execute(connection);
  return rows.map(({ statement }) => statement);
};
const preparedFor = async (connection: Database, text: string): Promise<number> =>
  (await textsFor(connection, text)).length;

const rowsOf = async (connection: Database, table: string, value = 1) =>
  (await sql`select * from ${sql.table(table)} where first_value = ${value}`.execute(connection)).rows;

/** The server's "ReadyForQuery", the last 6 bytes of what it says to a statement: type, length, state of the transaction. */
const isReady = (bytes: Buffer) =>
  bytes.length > 6 && bytes.at(-6) === 'Z'.charCodeAt(0) && bytes.readUInt32BE(bytes.length - 5) === 5;

/** A way to the database on which "ReadyForQuery" comes a moment after what goes before it. */
async function openHesitantProxy() {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()));
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      if (!isReady(bytes)) return client.write(bytes);
      client.write(bytes.subarray(0, -6));
      return setTimeout(() => client.write(bytes.subarray(-6)), HESITATION_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return {
    url: way.href,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('a statement is prepared from its second use on, once on each connection, and gives the same rows', async () => {
  await onConnection('prepared', async (connection, table) => {
    const counts = [];
    for (const value of [1, 2, 1, 3]) {
      const rows = await rowsOf(connection, table, value);
      expect(rows).toEqual(
        [
          { firstValue: 1, secondValue: 'one' },
          { firstValue: 2, secondValue: 'two' },
        ].filter(({ firstValue }) => firstValue === value),
      );
      counts.push(await preparedFor(connection, table));
    }
    expect(counts).toEqual([0, 1, 1, 1]);
    await database.connection().execute(async (other) => {
      expect(await rowsOf(other, table)).toHaveLength(1);
      expect(await preparedFor(other, table)).toBe(1);
    });
  });
});

test('what comes back from a change is counted, and a text of several statements gives the rows of its last', async () => {
  await onConnection('changed', async (connection, table) => {
    for (let turn = 1; turn <= 3; turn += 1) {
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set first_value = first_value + ${10}`.execute(connection);
      expect(numAffectedRows).toBe(2n);
      const { rows } = await sql.raw(`select 1 as a; select 2 as b`).execute(connection);
      expect(rows).toEqual([{ b: 2 }]);
    }
    expect((await sql.raw('').execute(connection)).rows).toEqual([]);
  });
});

test.each(['UTC', 'Asia/Kolkata'])(
  'times are read as the driver reads them, where it is %s',
  async (zone) => {
    const times = [
      '2026-11-27 10:00:00.123999Z',
      '2026-02-28 23:59:59.5Z',
      '1969-12-31 23:59:59.001Z',
      '0099-03-04 05:06:07Z',
      '12026-01-02 00:00:00Z',
      '0044-03-15 12:00:00Z BC',
      'infinity',
    ];
    await onConnection(`times_${zone.slice(0, 3)}`, async (connection) => {
      await sql.raw(`set time zone '${zone}'`).execute(connection);
      const { rows } = await sql<{ at: Date | number | null; asText: string }>`
      select at, at::text as as_text from unnest(${times}::timestamptz[]) as t (at)`.execute(connection);
      const read = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');
      expect(rows.map(({ at }) => at)).toEqual(rows.map(({ asText }) => read(asText)));
      expect(rows[0]?.at).toEqual(new Date('2026-11-27T10:00:00.123Z'));
      await sql.raw('reset time zone').execute(connection);
    });
  },
);

test('after a change of the columns a prepared statement gives the new ones, in a transaction too', async () => {
  await onConnection('altered', async (_connection, table) => {
    const alter = (change: string) => sql.raw(`alter table ${table} ${change}`).execute(database);
    for (let turn = 1; turn <= 3; turn += 1) await rowsOf(database, table);
    await alter('add column third_value text');
    const now = [{ firstValue: 1, secondValue: 'one', thirdValue: null }];
    expect(await rowsOf(database, table)).toEqual(now);
    expect(await transact((tx) => rowsOf(tx, table))).toEqual(now);
    await alter('alter column second_value type bytea using null');
    const runs: unknown[] = [];
    const changed = await transact(async (tx) => {
      await sql`update ${sql.table(table)} set third_value = coalesce(third_value, '') || 'x' where first_value = ${1}`.execute(
        tx,
      );
      runs.push(1);
      return rowsOf(tx, table);
    });
    expect(changed).toEqual([{ firstValue: 1, secondValue: null, thirdValue: 'x' }]);
    expect(runs).toHaveLength(2);
    await alter('drop column third_value');
    expect(await rowsOf(database, table)).toEqual([{ firstValue: 1, secondValue: null }]);
  });
});

test('only the text of a statement that was out of date is another one each time, as a pooler keeps one for each text', async () => {
  await onConnection('marked', async (connection, table) => {
    const first = () =>
      sql`select first_value from ${sql.table(table)} where first_value = ${1}`.execute(connection);
    for (let turn = 1; turn <= 3; turn += 1) {
      await rowsOf(connection, table);
      await first();
    }
    const texts = new Set(await textsFor(connection, table));
    expect(texts.size).toBe(2);
    for (const [column, value] of Object.entries({ thirdValue: 3, fourthValue: 4 })) {
      await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} integer default ${sql.lit(value)}`.execute(
        database,
      );
      const rows = await rowsOf(connection, table);
      expect(rows).toMatchObject([{ firstValue: 1, [column]: value }]);
      expect(await rowsOf(connection, table)).toEqual(rows);
      expect((await first()).rows).toEqual([{ firstValue: 1 }]);
      const now = await textsFor(connection, table);
      expect(now).toHaveLength(2);
      expect(now.filter((text) => !texts.has(text))).toEqual([expect.stringContaining('select *')]);
      for (const text of now) texts.add(text);
    }
  });
});

test('a transaction whose first statement is out of date begins anew, also if the error comes before the word of its state', async () => {
  const proxy = await openHesitantProxy();
  afterwards(proxy.close);
  const hesitant = createDatabase(createPool(proxy.url, () => {}, PATIENT));
  afterwards(() => hesitant.destroy());
  await onConnection('hesitant', async (_connection, table) => {
    let runs = 0;
    const read = () =>
      transactOn(hesitant)((tx) => {
        runs += 1;
        return rowsOf(tx, table);
      });
    for (let turn = 1; turn <= 3; turn += 1) await read();
    await sql.raw(`alter table ${table} add column third_value text`).execute(database);
    expect(await read()).toEqual([{ firstValue: 1, secondValue: 'one', thirdValue: null }]);
    expect(runs).toBe(5);
  });
});

test('a statement that the server has lost is prepared anew, in a transaction too', async () => {
  await onConnection('lost', async (connection, table) => {
    for (let turn = 1; turn <= 3; turn += 1) await rowsOf(connection, table);
    await sql.raw('deallocate all').execute(connection);
    expect(await rowsOf(connection, table)).toHaveLength(1);
    expect(await preparedFor(connection, table)).toBe(1);
  });
  let runs = 0;
  const rows = await transact(async (tx) => {
    runs += 1;
    await rowsOf(tx, 'lost');
    if (runs === 1) await sql.raw('deallocate all').execute(tx);
    return rowsOf(tx, 'lost');
  });
  expect([runs, rows.length]).toEqual([2, 1]);
});

test('a statement that fails is not taken for prepared, and one that is prepared stays so when its values are wrong', async () => {
  await onConnection('failing', async (connection, table) => {
    const later = () =>
      sql`select later from ${sql.table(table)} where first_value = ${1}`.execute(connection);
    for (let turn = 1; turn <= 3; turn += 1) await expect(later()).rejects.toMatchObject({ code: '42703' });
    await sql.raw(`alter table ${table} add column later text default 'now'`).execute(connection);
    expect((await later()).rows).toEqual([{ later: 'now' }]);
    const cast = (value: string) =>
      sql<{
        n: number;
      }>`select first_value as n from ${sql.table(table)} where first_value = ${value}::text::integer`.execute(
        connection,
      );
    for (const value of ['1', '2', '1']) await cast(value);
    await expect(cast('one')).rejects.toMatchObject({ code: '22P02' });
    expect((await cast('2')).rows).toEqual([{ n: 2 }]);
    expect(await preparedFor(connection, '::text::integer')).toBe(1);
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    await expect(sql`select ${circular}::json as value`.execute(connection)).rejects.toThrow(TypeError);
    expect((await cast('2')).rows).toEqual([{ n: 2 }]);
  });
});

test('a prepared statement that is cancelled fails, and runs again', async () => {
  await onConnection('cancelled', async (connection, table) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    const sleep = (seconds: number) =>
      sql`select first_value, pg_sleep(${seconds}) from ${sql.table(table)} where first_value = 1`.execute(
        connection,
      );
    for (let turn = 1; turn <= 3; turn += 1) await sleep(0);
    const asleep = expect(sleep(60)).rejects.toMatchObject({ code: '57014' });
    await vi.waitFor(async () => {
      const { rows: cancelled } = await sql<{ done: boolean }>`
        select pg_cancel_backend(pid) as done from pg_stat_activity
        where pid = ${rows[0]?.pid} and wait_event = 'PgSleep'`.execute(database);
      expect(cancelled).toEqual([{ done: true }]);
    }, WAIT);
    await asleep;
    expect((await sleep(0)).rows).toHaveLength(1);
  });
});

test('a connection keeps the statements used last, and a text that comes once takes no place', async () => {
  await onConnection('many', async (connection, table) => {
    const ask = (n: number) =>
      sql.raw<{ n: number }>(`select ${n} as n from ${table} where first_value = 1`).execute(connection);
    for (let n = 0; n < 300; n += 1) await ask(n);
    expect(await preparedFor(connection, table)).toBe(0);
    for (let n = 0; n < 300; n += 1) await ask(n);
    const { rows } = await sql
      .raw<{ count: number }>('select count(*)::integer as count from pg_prepared_statements')
      .execute(connection);
    expect(rows).toEqual([{ count: 200 }]);
    for (let n = 0; n < 300; n += 1) expect((await ask(n)).rows).toEqual([{ n }]);
  });
});

test('a search is planned with its text each time', async () => {
  await onConnection('searched', async (connection, table) => {
    for (let turn = 1; turn <= 3; turn += 1) {
      const { rows } = await sql`
        select first_value from ${sql.table(table)} where second_value like ${'tw%'}`.execute(connection);
      expect(rows).toEqual([{ firstValue: 2 }]);
      await sql`select from ${sql.table(table)} where second_value::tsvector
        @@ ${"'two'"}::tsquery`.execute(connection);
    }
    expect(await preparedFor(connection, table)).toBe(0);
  });
});

test('without prepared statements nothing stays on the server', async () => {
  const plain = createDatabase(createPool(url, () => {}, { ...PATIENT, prepares: false }));
  afterwards(() => plain.destroy());
  await onConnection('plain', async (_, table) => {
    await plain.connection().execute(async (connection) => {
      for (let turn = 1; turn <= 3; turn += 1) expect(await rowsOf(connection, table)).toHaveLength(1);
      expect(await preparedFor(connection, table)).toBe(0);
    });
    const rows = await transactOn(plain)((tx) => rowsOf(tx, table));
    expect(rows).toHaveLength(1);
  });
});
