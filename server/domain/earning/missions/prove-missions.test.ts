import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { MISSIONS, memberAccount, post } from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { newMission } from '#testing/missions.ts';
import { proveMissions } from './prove-missions.ts';

const { database } = await testDatabase();
const [member, other] = [await createMember(database), await createMember(database)];

/** The member's completed mission, credited to one account and taken back from another, if from any. */
async function completed(creditedTo: string, takenFrom?: string): Promise<string> {
  const missionId = await newMission(database);
  const reversedAt = takenFrom === undefined ? null : new Date();
  const { id: taskId } = await database
    .insertInto('tasks')
    .values({ userId: member.id, taskType: 'ad_view', pointsEarned: 100, reversedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await database
    .insertInto('missionAttempts')
    .values({
      ...{ missionId, userId: member.id, points: 100, clickId: missionId, taskId, reversedAt },
      ...{ reservedUntil: new Date(), completedAt: sql<Date>`now()` },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const common = { unit: 'points', amount: 100, reference: id, actor: 'system', mayOverdraw: true } as const;
  const place = `${missionId}:${member.id}`;
  await transactOn(database)(async (tx) => {
    const to = memberAccount(creditedTo);
    const [credit] = await post(tx, [
      { ...common, key: `mission:${place}`, from: MISSIONS, to, kind: 'credit' },
    ]);
    if (takenFrom === undefined) return;
    const back = { from: memberAccount(takenFrom), to: MISSIONS, kind: 'reversal' } as const;
    await post(tx, [{ ...common, ...back, key: `mission-reversal:${place}`, reverses: credit?.id ?? '' }]);
  });
  return `mission ${missionId} of member ${member.id}`;
}

test('the proof names a mission whose credit or reversal moved the points of another member', async () => {
  await completed(member.id);
  await completed(member.id, member.id);
  expect(await proveMissions(database)).toEqual([]);
  const [credited, takenBack] = [await completed(other.id), await completed(member.id, other.id)];
  expect(await proveMissions(database)).toEqual([
    `${credited}: is completed, but has no credit of 100 points in the ledger`,
    `${takenBack}: is taken back, but no reversal of 100 points takes its credit back`,
  ]);
});
