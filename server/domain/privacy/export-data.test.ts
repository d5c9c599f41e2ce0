import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordAction } from '#domain/administration/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit } from '#testing/factories.ts';
import { openRedemption } from '#testing/redemption.ts';
import { exportData } from './export-data.ts';

const { database } = await testDatabase();

async function filesOf(userId: string, rowsMax?: number) {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportData(database, userId, rowsMax)) pieces.push(piece);
  const files = unzipSync(Buffer.concat(pieces));
  const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
  const { contents } = json('contents.json') as {
    contents: { file: string; rows: number; complete: boolean }[];
  };
  return {
    transfers: json('ledger_transfers.json') as { amount: number }[],
    actions: json('audit_entries.json') as object[],
    redemptions: json('card_redemptions.json') as { reason: string }[],
    alarms: json('wall_alarms.json') as object[],
    of: (file: string) => contents.find((one) => one.file === file),
  };
}

test('an export of many rows holds the newest, oldest first, and says that it is cut', async () => {
  const { id } = await createMember(database);
  const other = await createMember(database, { points: 9 });
  for (const points of [1, 2, 3]) await credit(database, id, points);
  const whole = await filesOf(id, 3);
  expect(whole.transfers.map(({ amount }) => amount)).toEqual([1, 2, 3]);
  expect(whole.of('ledger_transfers')).toEqual({ file: 'ledger_transfers', rows: 3, complete: true });
  const cut = await filesOf(id, 2);
  expect(cut.transfers.map(({ amount }) => amount)).toEqual([2, 3]);
  expect(cut.of('ledger_transfers')).toEqual({ file: 'ledger_transfers', rows: 2, complete: false });
  expect((await filesOf(other.id)).transfers.map(({ amount }) => amount)).toEqual([9]);
});

test('an export has the points of an alarm that is about the member alone, and none of one with those of others', async () => {
  const { id } = await createMember(database);
  await sql`insert into wall_alarms (wall, kind, day, value, threshold, user_id)
    select 'games', unnest(array['member', 'paid_twice']), '2026-05-31', 900, 1, ${id}`.execute(database);
  expect((await filesOf(id)).alarms).toMatchObject([
    { wall: 'games', kind: 'member', points: '900' },
    { wall: 'games', kind: 'paid_twice', points: null },
  ]);
});

test('an export names the network addresses that the audit trail keeps of who was staff, and nothing of others', async () => {
  const [me, other] = [await createMember(database), await createMember(database)];
  for (const [{ id }, ip] of [
    [me, '192.0.2.7'],
    [other, '192.0.2.8'],
  ] as const) {
    const subject = { kind: 'member', id: other.id };
    await recordAction(database, { id, role: 'support', ip }, 'POST /api/admin/users/{id}/pause', {
      subject,
    });
  }
  const { actions } = await filesOf(me.id);
  expect(actions).toEqual([
    { at: expect.any(String), action: 'POST /api/admin/users/{id}/pause', ip: '192.0.2.7' },
  ]);
});

test('an export says of an open redemption why it waits, and of an ended one why it ended', async () => {
  const { id, memberId } = await openRedemption(database);
  for (const [status, told] of [
    ['processing', 'provider_unreachable'],
    ['failed', 'details_needed'],
  ] as const) {
    await database
      .updateTable('cardRedemptions')
      .set({ status, reason: 'provider_unreachable', exactReason: 'details_needed' })
      .where('id', '=', id)
      .execute();
    expect((await filesOf(memberId)).redemptions).toEqual([
      expect.objectContaining({ status, reason: told }),
    ]);
  }
});

test('nobody who is unknown has an export', async () => {
  const { rows } = await sql<{ id: string }>`select gen_random_uuid()::text as id`.execute(database);
  await expect(filesOf(rows[0]?.id ?? '')).rejects.toThrow('no result');
});
