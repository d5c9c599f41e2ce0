import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { logPostback } from './postback-log.ts';

const { database, transact } = await testDatabase();

test('a call that names no transaction is logged without reading what others have sent', async () => {
  // Most refused calls name a transaction, and forged calls name none.
  await sql`insert into postback_log (wall, verdict, transaction_id, member_code, source_ip, latency_ms, raw)
    select 'w', case when i % 2 = 0 then 'bad_signature' when i % 20 = 1 then 'refused' else 'duplicate' end,
      case when i % 2 = 1 then i::text end, i::text, '', 1, ''
    from generate_series(1, 20000) i`.execute(database);
  await sql`analyze postback_log`.execute(database);
  const receipt = { wall: 'w', sourceIp: '', raw: '', elapsed: () => 1 };
  const entry = { reason: null, transactionId: null, memberCode: 'm', reversal: false };
  const read = await transact(async (tx) => {
    await logPostback(tx, receipt, { ...entry, verdict: 'refused' });
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
      where relname = 'postback_log'`.execute(tx);
    return rows[0]?.read;
  });
  expect(read).toBeLessThan(100);
});
