import { randomUUID } from 'node:crypto';
import type { StaffRole } from '#contract/staff.values.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { ADJUSTMENTS, memberAccount, type Posted, post, wallAccount } from '#domain/ledger/index.ts';
import { openSession } from '#domain/members/index.ts';

/** The HMAC key under which tests keep mailboxes of former members. */
export const MAILBOX_KEY = Buffer.alloc(32, 1);

/** A confirmed member, who cannot sign in without `password`, a hash. An admin has a second factor, as admins must. */
export async function createMember(
  database: Database,
  values: {
    email?: string;
    name?: string;
    password?: string;
    isAdmin?: boolean;
    staffRole?: StaffRole;
    points?: number;
  } = {},
) {
  const id = randomUUID();
  const member = await database
    .insertInto('users')
    .values({
      id,
      email: values.email ?? `${id}@example.com`,
      name: values.name ?? 'Robin Example',
      password: values.password ?? 'none',
      emailVerified: true,
      isAdmin: values.isAdmin ?? false,
      staffRole: values.isAdmin ? (values.staffRole ?? 'owner') : null,
      totpEnabledAt: values.isAdmin ? new Date() : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (values.points) await credit(database, id, values.points);
  return { ...member, points: values.points ?? 0 };
}

/** Gives points to a member, as an admin would who may give any number alone. */
export async function credit(database: Database, userId: string, points: number): Promise<Posted[]> {
  const adminId = randomUUID();
  return transactOn(database)(async (tx) => {
    const { id } = await tx
      .insertInto('pointsAdjustments')
      .values({
        ...{ userId, points, requestedBy: adminId, requestId: randomUUID() },
        ...{ reasonCode: 'goodwill', text: '', status: 'posted' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('staffSpending')
      .values({ adminId, kind: 'adjustment', subjectId: id, points })
      .execute();
    const [from, to] = [ADJUSTMENTS, memberAccount(userId)];
    const common = { unit: 'points', kind: 'adjustment', actor: 'system' } as const;
    return post(tx, [{ ...common, key: `adjustment:${id}`, from, to, amount: points, reference: id }]);
  });
}

/** A company takes these points back from the member, who may then owe some. */
export const takeBack = (database: Database, userId: string, points: number): Promise<Posted[]> =>
  transactOn(database)((tx) =>
    post(tx, [
      {
        key: `test:reversal:${randomUUID()}`,
        unit: 'points',
        from: memberAccount(userId),
        to: wallAccount('test'),
        amount: points,
        kind: 'reversal',
        reference: userId,
        actor: 'system',
        mayOverdraw: true,
      },
    ]),
  );

export interface CompletedTask {
  wall: string;
  points: number;
  taskType?: string;
  ageMs?: number;
  takenBack?: boolean;
}

/** A task of a wall that a member was credited for. */
export async function completeTask(
  database: Database,
  userId: string,
  { wall, points, taskType = 'survey', ageMs = 0, takenBack = false }: CompletedTask,
): Promise<void> {
  const id = randomUUID();
  const task = { id, userId, wall, taskType, pointsEarned: points };
  const completedAt = new Date(Date.now() - ageMs);
  const reversedAt = takenBack ? new Date() : null;
  await database
    .insertInto('tasks')
    .values({ ...task, completedAt, reversedAt })
    .execute();
  const [from, to] = [wallAccount(wall), memberAccount(userId)];
  const common = { unit: 'points', kind: 'credit', actor: 'system' } as const;
  await transactOn(database)((tx) =>
    post(tx, [{ ...common, key: `credit:${wall}:${id}`, from, to, amount: points, reference: id }]),
  );
}

/** The cookie header of a new session of the member, with every factor just proven. */
export async function signIn(database: Database, member: { id: string; isAdmin: boolean }): Promise<string> {
  const session = await transactOn(database)((tx) =>
    openSession(tx, member, { ip: '127.0.0.1', userAgent: 'test' }, { secondFactor: true }),
  );
  return `session=${session.token}`;
}
