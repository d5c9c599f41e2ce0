import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { StaffRole } from '#contract/staff.values.ts';
import { transactOn } from '#database/transaction.ts';
import { operatorGrants, operatorRevokes } from '#domain/administration/index.ts';
import { mailedCode, mailedToken, mailsWith, newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
import { openApprovals } from '#testing/approvals.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

/** Who has just been given a role, or changed how they sign in, moves and approves nothing. */

const site = await startTestServer();
const { database } = site;
const { act, admin, members, standings, pointsOf, approvalOf, shown, claimOf } = openApprovals(site);

const SUSPENSION = { reason: 'many_accounts', text: 'Two.' };

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

  test.each(['by an owner, and the account is deleted', 'on the command line'])(
    'that is taken away %s ends no waiting time: what it asked for can only be declined',
    async (how) => {
      const { owner, accomplice } = await promoted();
      const [member = ''] = await members(1);
      const { body } = await accomplice.adjust(member, 1_000_000);
      const asked = await approvalOf(body.id);
      if (how === 'on the command line') {
        expect(await transactOn(database)((tx) => operatorRevokes(tx, accomplice.email))).toBe(true);
      } else {
        expect((await owner.visitor.call('DELETE', `/api/admin/staff/${accomplice.id}`)).status).toBe(200);
        accomplice.visitor.cookie = await signIn(database, { id: accomplice.id, isAdmin: false });
        expect((await accomplice.visitor.call('DELETE', '/api/user/account')).status).toBe(200);
      }
      expect(await shown(owner, asked)).toMatchObject({
        requesterLeft: true,
        mayApprove: false,
        mayApproveFrom: null,
      });
      expect(await codeOf(owner.decide(asked, 'approved'))).toBe('requester_left');
      expect(await codeOf(owner.decide(asked, 'declined'))).toBe(200);
      expect(await pointsOf(member)).toBe(0);
    },
  );

  test.each(['suspended', 'given a smaller role'])(
    'of somebody who asked and was %s: it can only be declined',
    async (how) => {
      const { owner, accomplice } = await promoted();
      await age(accomplice.id, 100);
      const [member = ''] = await members(1);
      const { body } = await accomplice.adjust(member, 1_000_000);
      const asked = await approvalOf(body.id);
      expect(await shown(owner, asked)).toMatchObject({ requesterLeft: false, mayApprove: true });
      const done =
        how === 'suspended'
          ? await owner.visitor.post(`/api/admin/users/${accomplice.id}/suspension`, SUSPENSION)
          : await owner.visitor.call('PUT', `/api/admin/staff/${accomplice.id}`, { role: 'support' });
      expect(done.status).toBe(200);
      await age(accomplice.id, 100);
      expect(await shown(owner, asked)).toMatchObject({
        requesterLeft: true,
        mayApprove: false,
        mayApproveFrom: null,
      });
      expect(await codeOf(owner.decide(asked, 'approved'))).toBe('requester_left');
      expect(await codeOf(owner.decide(asked, 'declined'))).toBe(200);
      expect(await pointsOf(member)).toBe(0);
    },
  );

  test('that is suspended is back with the suspension lifted: what it asked for can be approved', async () => {
    const { owner, accomplice } = await promoted();
    await age(accomplice.id, 100);
    const [member = ''] = await members(1);
    const asked = await approvalOf((await accomplice.adjust(member, 1_000_000)).body.id);
    const suspension = `/api/admin/users/${accomplice.id}/suspension`;
    await owner.visitor.post(suspension, SUSPENSION);
    expect((await owner.visitor.call('DELETE', suspension, { reason: 'An error.' })).status).toBe(200);
    expect(await shown(owner, asked)).toMatchObject({ requesterLeft: false, mayApprove: true });
    expect(await codeOf(owner.decide(asked, 'approved'))).toBe(200);
    expect(await pointsOf(member)).toBe(1_000_000);
  });

  test.each([
    ['suspended', sql`suspended_at = now()`],
    ['given a smaller role', sql`staff_role = 'support'`],
  ])('of an approver who is %s while the decision waits approves nothing', async (_, change) => {
    const [owner, approver] = [await admin(), await admin('finance')];
    const [member = ''] = await members(1);
    const asked = await approvalOf((await owner.adjust(member, 1_000_000)).body.id);
    let deciding: ReturnType<typeof approver.decide> | undefined;
    await database.transaction().execute(async (tx) => {
      await sql`select from users where id = ${member} for update`.execute(tx);
      deciding = approver.decide(asked, 'approved');
      await untilBlocked(database);
      await sql`update users set ${change} where id = ${approver.id}`.execute(tx);
    });
    expect((await deciding)?.body.code).toBe('not_permitted');
    expect(await pointsOf(member)).toBe(0);
  });

  test('moves nothing alone for three days', async () => {
    const { accomplice } = await promoted('owner');
    const [member = '', other = ''] = await members(2);
    const answers = [
      await accomplice.give(member, 1),
      await accomplice.adjust(member, 1),
      await accomplice.adjust((await createMember(database, { points: 5 })).id, -1),
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
    await transactOn(database)((tx) => operatorGrants(tx, accomplice.email, 'owner'));
    await mailsWith(site, bystander.email, /A role among the admins/, 2);
    accomplice.visitor.cookie = await signIn(database, { id: accomplice.id, isAdmin: true });
    expect(await codeOf(accomplice.decide(asked, 'approved'))).toBe(200);
    // Any change of the role by staff starts the three days again.
    const more = await approvalOf((await owner.give(member, 20)).body.id);
    await owner.visitor.call('PUT', `/api/admin/staff/${accomplice.id}`, { role: 'finance' });
    accomplice.visitor.cookie = await signIn(database, { id: accomplice.id, isAdmin: true });
    expect(await codeOf(accomplice.decide(more, 'approved'))).toBe('approver_too_new');
  });

  test.each(['by a call', 'by an appeal'])(
    'that is suspended and let in again %s is told to every owner, also to one who is suspended',
    async (how) => {
      const [dora, berta, fred] = [await admin(), await admin(), await admin()];
      const { id: other } = await createMember(database);
      const told = async (...kinds: ('staff_suspension' | 'staff_changed')[]) => {
        const rows = await database
          .selectFrom('notices')
          .select('userId')
          .where('kind', 'in', kinds)
          .where('userId', 'in', [dora.id, berta.id, fred.id, other])
          .execute();
        const count = ({ id }: { id: string }) => rows.filter(({ userId }) => userId === id).length;
        return [dora, berta, fred, { id: other }].map(count);
      };
      const suspend = ({ id }: { id: string }) =>
        dora.visitor.post(`/api/admin/users/${id}/suspension`, SUSPENSION);
      expect((await suspend({ id: other })).status).toBe(200);
      expect(await told('staff_suspension')).toEqual([0, 0, 0, 0]);
      for (const { status } of [await suspend(berta), await suspend(fred)]) expect(status).toBe(200);
      expect(await told('staff_suspension')).toEqual([2, 2, 2, 0]);
      const before = await told('staff_changed');
      await dora.visitor.post('/api/admin/staff', { email: (await signUp(site)).email, role: 'finance' });
      expect(await told('staff_changed')).toEqual([1, 1, 1, 0].map((more, n) => (before[n] ?? 0) + more));
      if (how === 'by a call') {
        const path = `/api/admin/users/${berta.id}/suspension`;
        expect((await dora.visitor.call('DELETE', path, { reason: 'An error.' })).status).toBe(200);
      } else {
        const { rows } = await sql<{ id: string }>`
          insert into appeals (user_id, kind, paused_at, reason, text)
          select id, 'suspension', suspended_at, 'many_accounts', 'Why?' from users where id = ${berta.id}
          returning id`.execute(database);
        const decision = { decision: 'granted', answer: 'An error.' };
        const answer = await dora.visitor.post(`/api/admin/appeals/${rows[0]?.id}/decision`, decision);
        expect(answer.status).toBe(200);
      }
      expect(await told('staff_suspension')).toEqual([3, 3, 3, 0]);
    },
  );

  test('that the operator gives once more counts at once and is told; who has it so keeps the sessions', async () => {
    const bystander = await admin();
    const { owner, accomplice } = await promoted();
    await mailsWith(site, bystander.email, /A role among the admins/);
    await sql`update users set staff_role_from = 'company' where id = ${accomplice.id}`.execute(database);
    const again = () => transactOn(database)((tx) => operatorGrants(tx, accomplice.email, 'finance'));
    const [member = ''] = await members(1);
    const asked = await approvalOf((await owner.give(member, 20)).body.id);
    expect(await again()).toBe('granted');
    expect((await accomplice.visitor.get('/api/user')).status).toBe(401);
    await mailsWith(site, bystander.email, /A role among the admins/, 2);
    const kept = () =>
      database
        .selectFrom('users')
        .select(['staffRole', 'staffRoleFrom', 'approverSince'])
        .where('id', '=', accomplice.id)
        .executeTakeFirst();
    expect(await kept()).toEqual({ staffRole: 'finance', staffRoleFrom: null, approverSince: null });
    accomplice.visitor.cookie = await signIn(database, { id: accomplice.id, isAdmin: true });
    expect(await codeOf(accomplice.decide(asked, 'approved'))).toBe(200);
    expect(await again()).toBe('unchanged');
    expect((await accomplice.visitor.get('/api/user')).status).toBe(200);
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
