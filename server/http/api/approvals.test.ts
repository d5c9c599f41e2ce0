import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { proveApprovals } from '#domain/administration/index.ts';
import { openApprovals } from '#testing/approvals.ts';
import { createMember } from '#testing/factories.ts';
import { LINK, missionMember, newMission, SURVEY } from '#testing/missions.ts';
import { startTestServer } from '#testing/server.ts';

/** Beyond a limit no admin moves or promises points alone, by any combination of calls. */

const site = await startTestServer();
const { database } = site;
const { admin, keyOf, members, standings, pointsOf, approvalOf, shown, pass, claimOf } = openApprovals(site);

describe('one admin', () => {
  test('gives $10 to ten members within a day, and the eleventh award waits for a second admin', async () => {
    const ada = await admin('finance');
    const answers = [];
    for (const id of await members(10)) answers.push(await ada.give(id));
    expect(new Set(standings(answers))).toEqual(new Set(['done']));
    const [more = ''] = await members(1);
    expect((await ada.give(more, 1)).body.standing).toBe('awaiting_approval');
  });

  test('moves a limited amount within a day over awards, points, claims and missions together', async () => {
    const ada = await admin();
    const [one = '', two = '', three = '', four = ''] = await members(4);
    expect((await ada.adjust(one, 2_000)).body.standing).toBe('done');
    expect((await ada.adjust(two, 1_999)).body.standing).toBe('done');
    // Points that are taken do not free any of the limit.
    expect((await ada.adjust(two, -1)).body.standing).toBe('done');
    expect((await ada.give(one)).body.standing).toBe('done');
    expect((await ada.add({ points: 40, totalCap: 100 })).body.status).toBe('active');
    expect((await ada.grant((await claimOf()).id, 1_000)).body.standing).toBe('done');
    expect((await ada.adjust(three, 1)).body.standing).toBe('done');
    expect((await ada.adjust(four, 1)).body.standing).toBe('awaiting_approval');
    expect((await ada.give(four, 1)).body.standing).toBe('awaiting_approval');
    expect((await ada.add({ points: 1, totalCap: 1 })).body.status).toBe('draft');
    expect((await ada.grant((await claimOf()).id, 1)).body.standing).toBe('awaiting_approval');
    // Another admin has a limit of their own.
    expect((await (await admin()).adjust(four, 1)).body.standing).toBe('done');
  });

  test('takes a limited amount within a day, over all members and by keys as well, apart from what they give', async () => {
    const [ada, berta] = [await admin('finance'), await admin()];
    const key = await keyOf(await admin(), ['points.adjust']);
    const rich = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => (await createMember(database, { points: 5_000 })).id),
      );
    for (const { adjust } of [ada, key]) {
      const answers = await Promise.all((await rich(7)).map((id) => adjust(id, -2_000)));
      expect(answers.filter(({ body }) => body.standing === 'done')).toHaveLength(5);
    }
    const [one = '', two = ''] = await rich(2);
    const refused = await key.adjust(one, -1);
    expect([refused.status, refused.body.code]).toEqual([403, 'person_required']);
    const { body } = await ada.adjust(one, -1_500);
    expect(body.standing).toBe('awaiting_approval');
    expect(await pointsOf(one)).toBe(5_000);
    // What is taken uses up nothing of what may be given.
    expect((await ada.adjust(two, 2_000)).body.standing).toBe('done');
    expect((await berta.decide(await approvalOf(body.id), 'approved')).status).toBe(200);
    expect(await pointsOf(one)).toBe(3_500);
    await pass(ada.id, 23);
    expect((await ada.adjust(two, -1)).body.standing).toBe('awaiting_approval');
    await pass(ada.id, 2);
    for (const id of await rich(5)) expect((await ada.adjust(id, -2_000)).body.standing).toBe('done');
  });

  test('does not exceed the limit by parallel requests', async () => {
    const ada = await admin();
    const ids = await members(20);
    const answers = await Promise.all(ids.map((id, n) => (n % 2 ? ada.give(id) : ada.adjust(id, 1_000))));
    expect(standings(answers).filter((one) => one === 'done')).toHaveLength(10);
  });

  test('has the next 10,000 a day later, not an hour later, and approved amounts do not count', async () => {
    const [ada, berta] = [await admin(), await admin()];
    for (const id of await members(5)) await ada.adjust(id, 2_000);
    await pass(ada.id, 23);
    const [late = '', later = ''] = await members(2);
    const { body } = await ada.adjust(late, 1);
    expect(body.standing).toBe('awaiting_approval');
    await pass(ada.id, 2);
    expect((await berta.decide(await approvalOf(body.id), 'approved')).status).toBe(200);
    expect(await pointsOf(late)).toBe(1);
    for (const id of [...(await members(4)), later]) {
      expect((await ada.adjust(id, 2_000)).body.standing).toBe('done');
    }
  });

  test('has the next $20 and 2,000 points for one member a day later, not an hour later', async () => {
    const ada = await admin();
    const [member = ''] = await members(1);
    const claims = await missionMember(site);
    const first = await claimOf(undefined, claims);
    const again = await claimOf(undefined, claims);
    const once = async (claim: { id: string }) =>
      [await ada.give(member), await ada.adjust(member, 1_500), await ada.grant(claim.id, 1_500)].map(
        ({ body }) => body.standing,
      );
    expect(await once(first)).toEqual(['done', 'done', 'done']);
    await pass(ada.id, 23);
    expect(await once(again)).toEqual(['awaiting_approval', 'awaiting_approval', 'awaiting_approval']);
    await pass(ada.id, 2);
    await ada.decide(await approvalOf(again.id), 'declined');
    expect(await once(again)).toEqual(['done', 'done', 'done']);
  });

  test('shares one limit with all their keys, and a key cannot ask for an approval', async () => {
    const ada = await admin();
    const key = await keyOf(ada, ['points.adjust', 'payouts.work']);
    for (const id of await members(4)) expect((await key.adjust(id, 2_000)).body.standing).toBe('done');
    const [one = '', two = ''] = await members(2);
    expect((await ada.adjust(one, 2_000)).body.standing).toBe('done');
    for (const answer of [await key.adjust(two, 1), await key.give(two, 1), await key.give(two, 20)]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'person_required']);
    }
    expect(await pointsOf(two)).toBe(0);
    expect((await ada.adjust(two, 1)).body.standing).toBe('awaiting_approval');
  });
});

test('who asked and who decided are told apart by address and role, whatever they call themselves', async () => {
  const [ada, mallory] = [await admin(), await admin('finance')];
  await ada.visitor.call('PATCH', '/api/user/profile', { username: 'Ada' });
  await mallory.visitor.call('PATCH', '/api/user/profile', { username: 'Ada' });
  const [member = ''] = await members(1);
  const approvalId = await approvalOf((await mallory.adjust(member, 5_000)).body.id);
  const requester = { id: mallory.id, email: mallory.email, role: 'finance' };
  expect(await shown(ada, approvalId)).toMatchObject({ requestedBy: 'Ada', requester, decider: null });
  expect((await ada.decide(approvalId, 'declined')).status).toBe(200);
  const decider = { id: ada.id, email: ada.email, role: 'owner' };
  expect(await shown(mallory, approvalId)).toMatchObject({ requester, decidedBy: 'Ada', decider });
});

describe('a second admin is shown', () => {
  test('who the member is and what staff gave them within thirty days, also while the request waits, and nothing once they have left', async () => {
    const [ada, berta, finance] = [await admin(), await admin(), await admin('finance')];
    const member = await missionMember(site, { points: 0 });
    const earlier = (await ada.adjust(member.id, 700)).body.id;
    await sql`update points_adjustments set created_at = now() - interval '31 days' where id = ${earlier}`.execute(
      database,
    );
    await ada.adjust(member.id, 300);
    // What was taken is no gift less, and what nobody has approved is no gift.
    await ada.adjust(member.id, -50);
    await ada.adjust(member.id, 9_000);
    const [granted, asked] = [await claimOf(undefined, member), await claimOf(undefined, member)];
    await berta.grant(granted.id, 40);
    await ada.give(member.id, 5);
    await ada.give(member.id, 20);
    await berta.grant(asked.id, 5_000);
    const approvalId = await approvalOf(asked.id);
    await berta.adjust(member.id, 1);
    const seen = await shown(finance, approvalId);
    expect(seen.member).toEqual({
      joinedAt: expect.any(String),
      balancePoints: await pointsOf(member.id),
      givenPoints: 341,
      givenCents: 500,
    });
    expect(seen.asked.claim).toMatchObject({ wall: 'sandbox', title: 'The game', text: 'Nothing came.' });
    const path = `/api/admin/claims/${asked.id}/evidence`;
    expect((await finance.visitor.get(path)).body.claims).toHaveLength(1);

    await finance.decide(approvalId, 'approved');
    // Approved, it is not what was given beside it, and what comes later is no part of the decision.
    await berta.adjust(member.id, 2);
    expect((await shown(berta, approvalId)).member).toMatchObject({ givenPoints: 341 });
    const other = await claimOf(undefined, member);
    await berta.grant(other.id, 4_000);
    expect((await shown(finance, await approvalOf(other.id))).member).toMatchObject({ givenPoints: 5_343 });
    await sql`update users set erased_at = now() where id = ${member.id}`.execute(database);
    const left = await shown(berta, approvalId);
    expect([left.member, left.asked.claim]).toEqual([null, null]);
    await sql`update users set erased_at = null where id = ${member.id}`.execute(database);
  });
});

describe('a granted claim of many points', () => {
  test('is credited when a second admin approves, for a mission as for a wall, and is open again when declined', async () => {
    const [support, owner] = [await admin('support'), await admin()];
    const missionId = await newMission(database, { points: 90_000, content: LINK });
    const member = await missionMember(site);
    await member.post(`/api/missions/${missionId}/start`, undefined);
    const claims = [await claimOf({ kind: 'mission', missionId }, member), await claimOf(undefined, member)];
    for (const [{ id }, points] of [
      [claims[0] ?? { id: '' }, 90_000],
      [claims[1] ?? { id: '' }, 3_000],
    ] as const) {
      const before = await pointsOf(member.id);
      expect((await support.grant(id, 3_000)).body.standing).toBe('awaiting_approval');
      expect(await pointsOf(member.id)).toBe(before);
      // It waits for every admin.
      for (const again of [await owner.grant(id, 1), await owner.refuse(id)]) {
        expect(again.body.code).toBe('approval_open');
      }
      const listed = (await support.visitor.get('/api/admin/claims')).body;
      expect(listed.find((one: { id: string }) => one.id === id).awaitingApproval).toBe(true);
      const approvalId = await approvalOf(id);
      expect((await shown(owner, approvalId)).asked).toMatchObject({ kind: 'claim', claimId: id, points });
      expect((await owner.decide(approvalId, 'declined')).status).toBe(200);
      expect((await support.grant(id, 3_000)).body.standing).toBe('awaiting_approval');
      expect((await owner.decide(await approvalOf(id), 'approved')).status).toBe(200);
      expect(await pointsOf(member.id)).toBe(before + points);
    }
  });

  test('is withdrawn by another decision of who asked, whose role need not allow to approve, and of nobody else', async () => {
    const [support, other, owner] = [await admin('support'), await admin('support'), await admin()];
    const { id, userId } = await claimOf();
    const before = await pointsOf(userId);
    expect((await support.grant(id, 50_000)).body.standing).toBe('awaiting_approval');
    const asked = await approvalOf(id);
    const listed = async ({ visitor }: typeof support) => {
      const { body } = await visitor.get('/api/admin/claims');
      return body.find((one: { id: string }) => one.id === id);
    };
    expect(await listed(support)).toMatchObject({ awaitingApproval: true, mayWithdraw: true });
    expect(await listed(other)).toMatchObject({ awaitingApproval: true, mayWithdraw: false });
    for (const answer of [await other.grant(id, 5), await other.refuse(id)])
      expect(answer.body.code).toBe('approval_open');
    expect((await support.grant(id, 5_000)).body.standing).toBe('awaiting_approval');
    expect(await shown(owner, asked)).toMatchObject({ state: 'declined' });
    expect((await owner.decide(asked, 'approved')).body.code).toBe('approval_decided');
    const again = await approvalOf(id);
    expect((await shown(owner, again)).asked).toMatchObject({ kind: 'claim', claimId: id, points: 5_000 });
    expect((await support.grant(id, 500)).body.standing).toBe('done');
    expect(await shown(owner, again)).toMatchObject({ state: 'declined' });
    expect(await pointsOf(userId)).toBe(before + 500);
  });

  test('is not credited to a member who was suspended while it waited, and stays open', async () => {
    const [support, owner] = [await admin('support'), await admin()];
    const member = await missionMember(site);
    const { id } = await claimOf(undefined, member);
    expect((await support.grant(id, 3_000)).body.standing).toBe('awaiting_approval');
    await sql`update users set suspended_at = now() where id = ${member.id}`.execute(database);
    const approvalId = await approvalOf(id);
    const refused = await owner.decide(approvalId, 'approved');
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
    expect(await pointsOf(member.id)).toBe(10);
    expect(await shown(owner, approvalId)).toMatchObject({ state: 'open' });
  });

  test("needs a second admin even from an owner, and parallel ones pass up to the admin's limit", async () => {
    const owner = await admin();
    expect((await owner.grant((await claimOf()).id, 2_001)).body.standing).toBe('awaiting_approval');
    const open = await Promise.all(Array.from({ length: 12 }, () => claimOf()));
    const answers = await Promise.all(open.map(({ id }) => owner.grant(id, 1_000)));
    expect(standings(answers).filter((one) => one === 'done')).toHaveLength(10);
  });
});

describe('the proof', () => {
  /** What it says of a change, which is rolled back afterwards. */
  async function saidOf(change: ReturnType<typeof sql>): Promise<string[]> {
    const undo = new Error('undone');
    let said: string[] = [];
    await database
      .transaction()
      .execute(async (tx) => {
        await change.execute(tx);
        said = await proveApprovals(tx);
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    return said;
  }

  test('names a payment without a second admin and an allowance, or of another amount', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const [one = '', two = ''] = await members(2);
    const alone = (await ada.adjust(one, 300)).body.id;
    const both = (await ada.adjust(two, 3_000)).body.id;
    const approvalId = await approvalOf(both);
    await berta.decide(approvalId, 'approved');
    const { id: claim } = await claimOf();
    await ada.grant(claim, 400);
    const award = (await ada.give(one, 5)).body.id;
    for (const [subject, text] of [
      [alone, `adjustment ${alone} of 300 points`],
      [claim, `claim ${claim} of 400 points`],
      [award, `award ${award} of 500 points`],
    ] as const) {
      const lacks = [`${text} has neither a second admin nor an allowance of that much`];
      expect(await saidOf(sql`delete from staff_spending where subject_id = ${subject}`)).toEqual(lacks);
      expect(await saidOf(sql`update staff_spending set points = 1 where subject_id = ${subject}`)).toEqual(
        lacks,
      );
    }
    const lacks = `adjustment ${both} of 3000 points has neither a second admin nor an allowance of that much`;
    const lesser = sql`update approvals set payload = payload || '{"points": 3}' where id = ${approvalId}`;
    expect(await saidOf(lesser)).toEqual([lacks]);
    expect(await saidOf(sql`delete from approvals where id = ${approvalId}`)).toEqual([lacks]);
    // Neither who asked nor who got it is a second one: the table takes none of them.
    for (const who of ['requested_by', 'user_id']) {
      const byOneself = sql`update approvals set decided_by = ${sql.ref(who)} where id = ${approvalId}`;
      await expect(saidOf(byOneself)).rejects.toThrow('approvals_two_people');
    }
    const undecided = sql`update approvals set decision = 'declined' where id = ${approvalId}`;
    expect(await saidOf(undecided)).toEqual([
      `adjustment ${both} was carried out and its approval is declined`,
      lacks,
    ]);
  });

  test('names a day beyond its limit, and no other', async () => {
    const ada = await admin();
    for (const id of await members(3)) await ada.adjust(id, 2_000);
    const lower = sql`update staff_spending set limit_points = 5000 where admin_id = ${ada.id}`;
    expect(await saidOf(lower)).toEqual([
      expect.stringMatching(
        `^admin ${ada.id} moved 6000 points within a day without a second admin, more than 5000: up to adjustment`,
      ),
    ]);
    const earlier = sql`update staff_spending set limit_points = 5000, created_at = created_at
      - case when id = (select min(id) from staff_spending where admin_id = ${ada.id}) then interval '25 hours' else '0' end
      where admin_id = ${ada.id}`;
    expect(await saidOf(earlier)).toEqual([]);
  });

  test('names a mission that pays anything other than its published terms', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const { id } = (await ada.add({ points: 60, totalCap: 1_000, content: SURVEY })).body;
    const approvalId = await approvalOf(id);
    await berta.decide(approvalId, 'approved');
    const member = await missionMember(site);
    await member.post(`/api/missions/${id}/start`, undefined);
    await member.post(`/api/missions/${id}/answers`, { answers: { q1: 'yes', q2: 'no' } });

    const bare = `mission ${id} was published for 60000 points in all and has no second admin`;
    const other = `mission ${id} is active with other terms than it was published with`;
    const changed = (column: string) => sql`update missions set ${sql.ref(column)} = 7 where id = ${id}`;
    for (const column of ['points', 'total_cap', 'daily_cap'])
      expect(await saidOf(changed(column))).toEqual([other]);
    const proof = sql`update missions set content = content || '{"questions": []}' where id = ${id}`;
    expect(await saidOf(proof)).toEqual([other]);
    const unapproved = sql`update approvals set decision = null, decided_by = null, decided_at = null
      where id = ${approvalId}`;
    expect(await saidOf(unapproved)).toEqual([bare]);
    const without = sql`update mission_terms set approval_id = null, limit_points = 10000 where mission_id = ${id}`;
    expect(await saidOf(without)).toEqual([bare]);
    const promised = sql`update mission_attempts set points = 61 where mission_id = ${id}`;
    expect(await saidOf(promised)).toEqual([
      `mission ${id} promised member ${member.id} 61 points, which it was never published with`,
    ]);
    const least = sql`with less as (update approvals set payload = payload || '{"mostPoints": 59}' where id = ${approvalId})
      update mission_terms set most_points = 59 where mission_id = ${id}`;
    expect(await saidOf(least)).toEqual([
      `mission ${id} paid 60 points, more than the 59 it was published with`,
    ]);
  });
});
