import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { KeyScope } from '#contract/api-keys.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import { operatorGrants, proveApprovals, verifyAuditTrail } from '#domain/administration/index.ts';
import { proveClaims, proveMissions } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { mailedCode, mailedToken, mailsWith, newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { LINK, missionMember, newMission, SURVEY, VIDEO } from '#testing/missions.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** Beyond a limit no admin moves or promises points alone, by any combination of calls. */

const site = await startTestServer();
const { database } = site;

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
const MISSION = {
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
const members = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await createMember(database)).id));
const standings = (answers: { body: { standing: string } }[]) =>
  answers.map(({ body }) => body.standing).sort();
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
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

afterEach(async () => {
  for (const prove of [proveLedger, proveMissions, proveClaims, proveApprovals, verifyAuditTrail])
    expect(await prove(database)).toEqual([]);
});

describe('a mission that may pay much', () => {
  test('is a draft until a second admin publishes exactly the terms that were asked for', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const { body: asked } = await ada.add({ points: 5_000_000, totalCap: null });
    expect(asked).toMatchObject({ status: 'draft', awaitingApproval: true, points: 5_000_000 });
    const member = await missionMember(site);
    expect((await member.post(`/api/missions/${asked.id}/start`, undefined)).status).toBe(404);

    const id = await approvalOf(asked.id);
    expect(await shown(berta, id)).toMatchObject({
      state: 'open',
      mayApprove: true,
      userId: null,
      name: null,
      asked: {
        kind: 'mission',
        missionId: asked.id,
        title: 'A mission',
        points: 5_000_000,
        mostPoints: null,
      },
    });
    expect(await shown(ada, id)).toMatchObject({ mayApprove: false });
    expect((await ada.decide(id, 'approved')).body.code).toBe('approval_own');
    expect((await berta.decide(id, 'approved')).status).toBe(200);
    expect(await missionOf(asked.id)).toMatchObject({ status: 'active', points: 5_000_000 });
    expect((await member.post(`/api/missions/${asked.id}/start`, undefined)).status).toBe(200);
  });

  test.each([
    ['its points', { points: 11 }],
    ['its places', { totalCap: 2_001 }],
    ['its places of a day', { dailyCap: 5 }],
    ['what proves it', { content: { ...VIDEO, seconds: 1 } }],
  ])('stays unchanged until a second admin approves a change of %s', async (_, change) => {
    const [ada, berta] = [await admin(), await admin()];
    const { id } = (await ada.add({ points: 10, totalCap: 2_000 })).body;
    await berta.decide(await approvalOf(id), 'approved');
    const before = await missionOf(id);
    expect((await ada.change(id, change)).body).toMatchObject({ points: 10, awaitingApproval: true });
    expect(await missionOf(id)).toMatchObject({
      points: 10,
      totalCap: 2_000,
      dailyCap: null,
      content: before.content,
    });
    expect((await berta.decide(await approvalOf(id), 'approved')).status).toBe(200);
    expect(await missionOf(id)).toMatchObject(change);
  });

  test('changes its advertiser or opens again only with two admins', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const { id } = (await ada.add({ points: 10, totalCap: 2_000, content: LINK })).body;
    await berta.decide(await approvalOf(id), 'approved');
    expect((await ada.change(id, { content: { ...LINK, advertiser: 'mine' } })).body.awaitingApproval).toBe(
      true,
    );
    await berta.decide(await approvalOf(id), 'declined');
    expect((await missionOf(id)).content).toMatchObject({ advertiser: 'acme' });
    // A change of words moves no money, and any admin may stop a mission.
    expect((await ada.change(id, { title: 'Better words' })).body).toMatchObject({ title: 'Better words' });
    for (const status of ['paused', 'ended'] as const) {
      expect((await ada.change(id, { status })).body).toMatchObject({ status, awaitingApproval: false });
      expect((await ada.change(id, { status: 'active' })).body).toMatchObject({
        status,
        awaitingApproval: true,
      });
      await berta.decide(await approvalOf(id), 'approved');
      expect((await missionOf(id)).status).toBe('active');
    }
  });

  test('cannot get another proof by a detour over a pause or a draft', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const { id } = (await ada.add({ points: 10, totalCap: 2_000 })).body;
    await berta.decide(await approvalOf(id), 'approved');
    const easier = { content: { ...VIDEO, seconds: 1 } };
    await ada.change(id, { status: 'paused' });
    expect((await ada.change(id, easier)).body.awaitingApproval).toBe(true);
    expect((await missionOf(id)).content).toMatchObject({ seconds: 30 });
    await berta.decide(await approvalOf(id), 'declined');
    // A draft pays no one, not even members who have started.
    await ada.change(id, { status: 'draft' });
    expect((await ada.change(id, easier)).body).toMatchObject({ status: 'draft', awaitingApproval: false });
    expect((await ada.change(id, { status: 'paused' })).body).toMatchObject({
      status: 'draft',
      awaitingApproval: true,
    });
  });

  test('can be stopped but not changed while it waits, and a tampered request is not published', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const { id } = (await ada.add({ points: 10, totalCap: 2_000 })).body;
    await berta.decide(await approvalOf(id), 'approved');
    await ada.change(id, { points: 20 });
    for (const change of [{ points: 5 }, { title: 'Other' }, { status: 'active', points: 20 }]) {
      expect((await berta.change(id, change)).body.code).toBe('approval_open');
    }
    expect((await berta.change(id, { status: 'paused' })).body.status).toBe('paused');
    const approvalId = await approvalOf(id);
    const tamper = (points: number) =>
      sql`update approvals set payload = jsonb_set(payload, '{plan,points}', ${String(points)}::jsonb)
        where id = ${approvalId}`.execute(database);
    await tamper(9_000);
    expect((await berta.decide(approvalId, 'approved')).body.code).toBe('approval_expired');
    await tamper(20);
    expect((await berta.decide(approvalId, 'approved')).status).toBe(200);
    expect(await missionOf(id)).toMatchObject({ status: 'active', points: 20 });
  });

  test('is measured with what it paid and promised before, so that several small changes do not pass', async () => {
    const ada = await admin();
    const id = await newMission(database, { points: 5_000, totalCap: 2, content: SURVEY });
    for (const done of [true, false]) {
      const member = await missionMember(site);
      await member.post(`/api/missions/${id}/start`, undefined);
      if (done) await member.post(`/api/missions/${id}/answers`, { answers: { q1: 'yes', q2: 'no' } });
    }
    // 5000 were paid, and the member who has started has 5000 promised, which count for any place.
    expect((await ada.change(id, { points: 1, totalCap: 3 })).body.awaitingApproval).toBe(true);
    expect((await shown(ada, await approvalOf(id))).asked.mostPoints).toBe(15_000);
  });

  test('is not published if it may pay more by now than when it was asked for', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const id = await newMission(database, { points: 5_000, totalCap: 4 });
    expect((await ada.change(id, { points: 4_000, totalCap: 10 })).body.awaitingApproval).toBe(true);
    const approvalId = await approvalOf(id);
    expect((await shown(berta, approvalId)).asked.mostPoints).toBe(40_000);
    await (await missionMember(site)).post(`/api/missions/${id}/start`, undefined);
    expect((await berta.decide(approvalId, 'approved')).body.code).toBe('approval_expired');
    expect(await missionOf(id)).toMatchObject({ points: 5_000, totalCap: 4 });
    expect((await ada.decide(approvalId, 'declined')).status).toBe(200);
  });

  test('waits too if it is one of many small ones of the same admin and day, even in parallel', async () => {
    const ada = await admin();
    const added = await Promise.all(Array.from({ length: 5 }, () => ada.add({ points: 40, totalCap: 100 })));
    expect(added.map(({ body }) => body.status).sort()).toEqual([
      'active',
      'active',
      'draft',
      'draft',
      'draft',
    ]);
    expect((await ada.add({ points: 100, totalCap: 20 })).body.status).toBe('active');
    expect((await ada.add({ points: 1, totalCap: 1 })).body.status).toBe('draft');
    const live = added.find(({ body }) => body.status === 'active')?.body.id;
    // Opening it again unchanged promises nothing new, but another proof does.
    await ada.change(live, { status: 'paused' });
    expect((await ada.change(live, { status: 'active' })).body.status).toBe('active');
    expect((await ada.change(live, { content: { ...VIDEO, seconds: 1 } })).body.awaitingApproval).toBe(true);
  });

  test('needs a fresh sign-in; a key can save drafts and stop missions, but publishes nothing', async () => {
    const ada = await admin();
    const key = await keyOf(ada, ['catalogue.edit']);
    const draft = await key.add({ status: 'draft', points: 5_000_000, totalCap: null });
    expect(draft.body).toMatchObject({ status: 'draft', awaitingApproval: false });
    expect((await key.change(draft.body.id, { points: 5 })).body.points).toBe(5);
    for (const answer of [
      await key.add({ points: 1, totalCap: 1 }),
      await key.change(draft.body.id, { status: 'active', totalCap: 1 }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'person_required']);
    }
    const live = await newMission(database, { totalCap: 1 });
    expect((await key.change(live, { points: 1 })).body.code).toBe('person_required');
    expect((await key.change(live, { status: 'paused' })).body.status).toBe('paused');
    await makeStale(ada.id);
    for (const answer of [await ada.add({ status: 'draft' }), await ada.change(live, { status: 'active' })]) {
      expect(answer.body.code).toBe('reauthentication_required');
    }
  });
});
const makeStale = (userId: string) =>
  sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${userId}`.execute(
    database,
  );

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
      expect((await shown(owner, approvalId)).asked).toEqual({ kind: 'claim', points });
      expect((await owner.decide(approvalId, 'declined')).status).toBe(200);
      expect((await support.grant(id, 3_000)).body.standing).toBe('awaiting_approval');
      expect((await owner.decide(await approvalOf(id), 'approved')).status).toBe(200);
      expect(await pointsOf(member.id)).toBe(before + points);
    }
  });

  test("needs a second admin even from an owner, and parallel ones pass up to the admin's limit", async () => {
    const owner = await admin();
    expect((await owner.grant((await claimOf()).id, 2_001)).body.standing).toBe('awaiting_approval');
    const open = await Promise.all(Array.from({ length: 12 }, () => claimOf()));
    const answers = await Promise.all(open.map(({ id }) => owner.grant(id, 1_000)));
    expect(standings(answers).filter((one) => one === 'done')).toHaveLength(10);
  });
});

describe('a new role', () => {
  async function promoted(role: StaffRole = 'finance') {
    const owner = await admin();
    const { id, visitor, email } = await signUp(site);
    await owner.visitor.post('/api/admin/staff', { email, role });
    await database.updateTable('users').set({ totpEnabledAt: new Date() }).where('id', '=', id).execute();
    visitor.cookie = await signIn(database, { id, isAdmin: true });
    return { owner, accomplice: { id, email, visitor, ...act(visitor) } };
  }
  const age = (id: string, hours: number) =>
    sql`update users set approver_since = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
      database,
    );
  const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    return body.code ?? status;
  };

  test('approves nothing for three days, and no one approves what it asks for', async () => {
    const { owner, accomplice } = await promoted();
    const [member = ''] = await members(1);
    const byOwner = await approvalOf((await owner.give(member, 20)).body.id);
    const byNew = await approvalOf((await accomplice.give(member, 20)).body.id);
    const decisions = () => [
      codeOf(accomplice.decide(byOwner, 'approved')),
      codeOf(owner.decide(byNew, 'approved')),
    ];
    expect(await Promise.all(decisions())).toEqual(['approver_too_new', 'approver_too_new']);
    const from = Date.parse((await shown(accomplice, byOwner)).mayApproveFrom) - Date.now();
    expect(Math.round(from / 3_600_000)).toBe(72);
    expect((await shown(owner, byNew)).mayApprove).toBe(false);
    await age(accomplice.id, 71);
    expect(await Promise.all(decisions())).toEqual(['approver_too_new', 'approver_too_new']);
    await age(accomplice.id, 73);
    expect(await shown(owner, byNew)).toMatchObject({ mayApprove: true, mayApproveFrom: null });
    expect(await Promise.all(decisions())).toEqual([200, 200]);
  });

  test('moves nothing alone for three days', async () => {
    const { accomplice } = await promoted('owner');
    const [member = '', other = ''] = await members(2);
    const answers = [
      await accomplice.give(member, 1),
      await accomplice.adjust(member, 1),
      await accomplice.grant((await claimOf()).id, 1),
    ];
    expect(new Set(standings(answers))).toEqual(new Set(['awaiting_approval']));
    expect((await accomplice.add({ points: 1, totalCap: 1 })).body.status).toBe('draft');
    await age(accomplice.id, 73);
    expect((await accomplice.adjust(other, 1)).body.standing).toBe('done');
  });

  test('is mailed to every owner; a role that the operator gives counts at once and is mailed too', async () => {
    const bystander = await admin();
    const { owner, accomplice } = await promoted();
    for (const { email } of [bystander, owner]) {
      const [mail] = await mailsWith(site, email, /A role among the admins/);
      expect(mail?.text).toContain('/admin/staff');
    }
    expect(await site.mails(accomplice.email, 0)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('A role among the admins') }),
    );
    const [member = ''] = await members(1);
    const asked = await approvalOf((await owner.give(member, 20)).body.id);
    await database.transaction().execute((tx) => operatorGrants(tx, accomplice.email, 'owner'));
    await mailsWith(site, bystander.email, /A role among the admins/, 2);
    accomplice.visitor.cookie = await signIn(database, { id: accomplice.id, isAdmin: true });
    expect(await codeOf(accomplice.decide(asked, 'approved'))).toBe(200);
    // Any change of the role by staff starts the three days again.
    const more = await approvalOf((await owner.give(member, 20)).body.id);
    await owner.visitor.call('PUT', `/api/admin/staff/${accomplice.id}`, { role: 'finance' });
    accomplice.visitor.cookie = await signIn(database, { id: accomplice.id, isAdmin: true });
    expect(await codeOf(accomplice.decide(more, 'approved'))).toBe('approver_too_new');
  });

  test.each(['password', 'address'] as const)('is what an approver with a new %s counts as', async (what) => {
    const { owner, accomplice } = await promoted();
    await age(accomplice.id, 100);
    const [member = ''] = await members(1);
    const asked = await approvalOf((await owner.give(member, 20)).body.id);
    if (what === 'password') {
      await site.visitor().post('/api/forgot-password', { email: accomplice.email });
      const token = await mailedToken(site, accomplice.email);
      await site.visitor().post('/api/reset-password', { token, newPassword: 'another long one' });
      accomplice.visitor.cookie = await signIn(database, { id: accomplice.id, isAdmin: true });
    } else {
      const to = newAddress();
      await accomplice.visitor.call('PATCH', '/api/user/profile', { email: to, currentPassword: PASSWORD });
      const code = await mailedCode(site, to);
      expect((await accomplice.visitor.post('/api/user/email-change/confirm', { code })).status).toBe(200);
    }
    expect(await codeOf(accomplice.decide(asked, 'approved'))).toBe('approver_too_new');
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
