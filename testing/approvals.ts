import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import type { KeyScope } from '#contract/api-keys.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import { proveApprovals, verifyAuditTrail } from '#domain/administration/index.ts';
import { proveClaims, proveMissions } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { missionMember, VIDEO } from '#testing/missions.ts';
import type { TestServer, Visitor } from '#testing/server.ts';

/** A mission that staff may add, as the call takes it. */
export const MISSION = {
  title: 'A mission',
  description: 'Do it',
  instructions: ['Do it.'],
  points: 100,
  difficulty: 'easy',
  status: 'active',
  dailyCap: null,
  totalCap: 10,
  position: 2_000,
  content: VIDEO,
};

/**
 * Admins of the site who move money and points, and what their calls leave. After each test every proof is asked.
 */
export function openApprovals(site: TestServer) {
  const { database } = site;
  afterEach(async () => {
    for (const prove of [proveLedger, proveMissions, proveClaims, proveApprovals, verifyAuditTrail])
      expect(await prove(database)).toEqual([]);
  });

  const act = (visitor: Visitor, headers: Record<string, string> = {}) => {
    const post = (path: string, body: object) => visitor.post(path, body, headers);
    return {
      give: (userId: string, amountUSD = 10) =>
        post(`/api/admin/gift-cash/${userId}`, {
          cardTier: `${amountUSD}USD`,
          amountUSD,
          reason: 'Thank you',
          requestId: randomUUID(),
        }),
      adjust: (userId: string, points: number) =>
        post(`/api/admin/users/${userId}/adjustments`, {
          points,
          reasonCode: 'goodwill',
          text: 'For the trouble',
          requestId: randomUUID(),
        }),
      grant: (claimId: string, points?: number) =>
        post(`/api/admin/claims/${claimId}/decision`, { decision: 'granted', answer: 'Yes.', points }),
      refuse: (claimId: string) =>
        post(`/api/admin/claims/${claimId}/decision`, { decision: 'refused', answer: 'No.' }),
      add: (plan: object) => post('/api/admin/missions', { ...MISSION, ...plan }),
      change: (id: string, plan: object) => visitor.call('PATCH', `/api/admin/missions/${id}`, plan, headers),
      translate: (id: string, texts: object) =>
        visitor.call('PUT', `/api/admin/missions/${id}/translations/es`, { texts }, headers),
      decide: (id: string, decision: 'approved' | 'declined') =>
        post(`/api/admin/approvals/${id}/decision`, { decision }),
    };
  };
  async function admin(staffRole: StaffRole = 'owner') {
    const member = await createMember(database, { isAdmin: true, staffRole });
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, member);
    return { ...member, visitor, ...act(visitor) };
  }
  async function keyOf({ visitor }: { visitor: Visitor }, scopes: KeyScope[]) {
    const { key } = (await visitor.post('/api/admin/keys', { name: 'Accounting', scopes, days: 1 })).body;
    return act(site.visitor(), { Authorization: `Bearer ${key}` });
  }
  const members = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await createMember(database)).id));
  const standings = (answers: { body: { standing: string } }[]) =>
    answers.map(({ body }) => body.standing).sort();
  const pointsOf = async (id: string) =>
    (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow())
      .points;
  const approvalOf = async (subjectId: string) =>
    (
      await database
        .selectFrom('approvals')
        .select('id')
        .where('subjectId', '=', subjectId)
        .orderBy('requestedAt', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id;
  const shown = async ({ visitor }: { visitor: Visitor }, approvalId: string) =>
    (await visitor.get('/api/admin/approvals')).body.find(({ id }: { id: string }) => id === approvalId);
  const missionOf = (id: string) =>
    database.selectFrom('missions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** Lets hours pass since the actions of the admin. */
  async function pass(adminId: string, hours: number): Promise<void> {
    const before = (column: string) => sql`${sql.ref(column)} - make_interval(hours => ${hours})`;
    await sql`update staff_spending set created_at = ${before('created_at')} where admin_id = ${adminId}`.execute(
      database,
    );
    await sql`update cash_rewards set created_at = ${before('created_at')} where awarded_by = ${adminId}`.execute(
      database,
    );
    await sql`update points_adjustments set created_at = ${before('created_at')} where requested_by = ${adminId}`.execute(
      database,
    );
    await sql`update reward_claims set decided_at = ${before('decided_at')} where decided_by = ${adminId}`.execute(
      database,
    );
  }
  async function claimOf(
    about: object = { kind: 'wall', wall: 'sandbox', title: 'The game' },
    member?: Visitor,
  ) {
    const visitor = member ?? (await missionMember(site));
    const happenedAt = new Date(Date.now() - 3_600_000).toISOString();
    const { body } = await visitor.post('/api/claims', { about, happenedAt, text: 'Nothing came.' });
    return { id: body.id as string, userId: (visitor as { id?: string }).id ?? '' };
  }
  return { act, admin, keyOf, members, standings, pointsOf, approvalOf, shown, missionOf, pass, claimOf };
}
