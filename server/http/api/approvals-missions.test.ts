import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { recordTerms } from '#domain/earning/index.ts';
import { advertiserKey } from '#server/config/secret.ts';
import { openApprovals } from '#testing/approvals.ts';
import { giveGrants } from '#testing/captcha.ts';
import { credit } from '#testing/factories.ts';
import {
  advertiserQuery,
  clickOf,
  LINK,
  missionMember,
  newMission,
  SURVEY,
  VIDEO,
} from '#testing/missions.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** A mission that may pay much needs a second admin. */

const SECRET = 'a secret of at least thirty-two characters';
const site = await startTestServer({ APP_SECRET: SECRET });
const { database } = site;
const { admin, keyOf, approvalOf, pointsOf, shown, missionOf } = openApprovals(site);

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

  test('pays neither who published it nor who approved it, also if they had started it before, and everybody else', async () => {
    const [ada, berta] = [await admin(), await admin()];
    for (const { id } of [ada, berta]) {
      await credit(database, id, 10);
      await giveGrants(database, id, 'mission', 3);
    }
    const said = async ({ visitor }: { visitor: Visitor }, path: string, body?: object) => {
      const answer = await visitor.post(`/api/missions/${path}`, body);
      return answer.body.code ?? answer.status;
    };
    const alone = (await ada.add({ points: 10_000, totalCap: 1 })).body;
    expect(alone).toMatchObject({ status: 'active', awaitingApproval: false });
    expect(await said(ada, `${alone.id}/start`)).toBe('mission_own');
    expect(await said(berta, `${alone.id}/start`)).toBe(200);

    const both = (await ada.add({ points: 20_000, totalCap: 1_000 })).body.id;
    await berta.decide(await approvalOf(both), 'approved');
    for (const one of [ada, berta]) expect(await said(one, `${both}/start`)).toBe('mission_own');

    const survey = await newMission(database, { points: 500, content: SURVEY });
    const video = await newMission(database, { points: 500, content: VIDEO });
    const link = await newMission(database, { points: 500, content: LINK });
    for (const id of [survey, video]) expect(await said(ada, `${id}/start`)).toBe(200);
    const clicks: string[] = [];
    for (const { visitor } of [ada, berta]) {
      const started = await visitor.post(`/api/missions/${link}/start`, undefined);
      clicks.push(clickOf(started.body.content.url));
    }
    // Her day is used up, so both wait for the second admin.
    const shorter = { content: { ...VIDEO, seconds: 1 }, totalCap: 2 };
    expect((await ada.change(video, shorter)).body.awaitingApproval).toBe(true);
    await berta.decide(await approvalOf(video), 'approved');
    expect((await ada.change(survey, { totalCap: 2 })).body.awaitingApproval).toBe(true);
    await berta.decide(await approvalOf(survey), 'approved');
    expect(await said(ada, `${video}/completion`)).toBe('mission_own');
    expect(await said(ada, `${survey}/answers`, { answers: { q1: 'yes', q2: 'no' } })).toBe('mission_own');
    const easier = { content: { ...LINK, url: 'https://acme.example/easier?click={click}' }, totalCap: 2 };
    expect((await ada.change(link, easier)).body.awaitingApproval).toBe(true);
    await berta.decide(await approvalOf(link), 'approved');
    for (const click of clicks) {
      const query = advertiserQuery(advertiserKey(SECRET, 'acme'), { click });
      const answer = await fetch(`${site.url}/api/mission-postbacks/acme?${query}`);
      expect([answer.status, await answer.text()]).toEqual([409, 'closed']);
    }
    for (const { id } of [ada, berta]) expect(await pointsOf(id)).toBe(10);
  });

  test('is added once by a request that is repeated, published or waiting', async () => {
    const [ada, berta] = [await admin(), await admin()];
    for (const plan of [
      { points: 10, totalCap: 100 },
      { points: 5_000_000, totalCap: null },
    ]) {
      const requestId = randomUUID();
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => ada.add({ ...plan, requestId })));
      for (const other of others) expect(other.body).toEqual(first?.body);
      const id = first?.body.id;
      const counts = await sql<{ spent: number; asked: number }>`select
        (select count(*)::integer from staff_spending where subject_id = ${id}) as spent,
        (select count(*)::integer from approvals where subject_id = ${id}) as asked`.execute(database);
      const awaitingApproval = plan.points > 10;
      expect(counts.rows).toEqual([{ spent: awaitingApproval ? 0 : 1, asked: awaitingApproval ? 1 : 0 }]);
      expect((await ada.add({ ...plan, points: 9, requestId })).body.code).toBe('request_id_reused');
      expect((await berta.add({ ...plan, requestId })).body.id).not.toBe(id);
    }
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

  test('keeps its advertiser once a member has started it, also as a draft and with two admins', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const id = await newMission(database, { points: 5_000, totalCap: 4, content: LINK });
    const mine = { content: { ...LINK, advertiser: 'mine' } };
    expect((await ada.change(id, mine)).body.awaitingApproval).toBe(true);
    await (await missionMember(site)).post(`/api/missions/${id}/start`, undefined);
    expect((await berta.decide(await approvalOf(id), 'approved')).body.code).toBe('approval_expired');
    await berta.decide(await approvalOf(id), 'declined');
    for (const change of [mine, { status: 'draft' }, { ...mine, status: 'draft' }, mine]) {
      const { status, body } = await ada.change(id, change);
      expect([status, body.code]).toEqual(
        'content' in change ? [409, 'mission_advertiser_fixed'] : [200, undefined],
      );
    }
    expect((await missionOf(id)).content).toEqual(LINK);
    // Its address still can.
    const moved = { content: { ...LINK, url: 'https://acme.example/new?click={click}' } };
    expect((await ada.change(id, moved)).body).toMatchObject(moved);
  });

  test('can be stopped but not changed while it waits, and neither a tampered request nor one from before the stop is published', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const { id } = (await ada.add({ points: 10, totalCap: 2_000 })).body;
    await berta.decide(await approvalOf(id), 'approved');
    await ada.change(id, { points: 20 });
    for (const change of [{ points: 5 }, { title: 'Other' }, { status: 'active', points: 20 }]) {
      expect((await berta.change(id, change)).body.code).toBe('approval_open');
    }
    const approvalId = await approvalOf(id);
    const tamper = (place: string, value: number) =>
      sql`update approvals set payload = jsonb_set(payload, ${place}::text[], ${String(value)}::jsonb)
        where id = ${approvalId}`.execute(database);
    // The second pays no more, but for less.
    for (const [place, other, asked] of [
      ['{plan,points}', 9_000, 20],
      ['{plan,content,seconds}', 1, 30],
    ] as const) {
      await tamper(place, other);
      expect((await berta.decide(approvalId, 'approved')).body.code).toBe('approval_expired');
      await tamper(place, asked);
    }
    expect((await berta.change(id, { status: 'paused' })).body.status).toBe('paused');
    expect((await berta.decide(approvalId, 'approved')).body.code).toBe('mission_stopped');
    expect(await missionOf(id)).toMatchObject({ status: 'paused', points: 10 });
    // Who wants it open again asks for that.
    await berta.decide(approvalId, 'declined');
    await ada.change(id, { status: 'active', points: 20 });
    expect((await berta.decide(await approvalOf(id), 'approved')).status).toBe(200);
    expect(await missionOf(id)).toMatchObject({ status: 'active', points: 20, content: { seconds: 30 } });
  });

  test('is not published over terms that came into force since it was asked for', async () => {
    const [ada, berta] = [await admin(), await admin()];
    const id = await newMission(database, { points: 5_000, totalCap: 4 });
    await ada.change(id, { points: 6_000 });
    const mostPoints = 20_000;
    await transactOn(database)((tx) =>
      recordTerms(tx, { id, points: 4_000 }, { digest: 'of other terms', mostPoints }),
    );
    const decided = await berta.decide(await approvalOf(id), 'approved');
    expect(decided.body.code).toBe('approval_expired');
    expect(await missionOf(id)).toMatchObject({ points: 5_000 });
    await sql`delete from mission_terms where digest = 'of other terms'`.execute(database);
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

test.each(['active', 'paused', 'ended'])(
  'a key changes no word of a mission that is %s, and shows none to members again',
  async (status) => {
    const ada = await admin();
    const key = await keyOf(ada, ['catalogue.edit']);
    const id = await newMission(database, { totalCap: 1 });
    if (status !== 'active') await ada.change(id, { status });
    const { title, instructions, translations } = await missionOf(id);
    for (const answer of [
      await key.change(id, { title: 'Your password, please' }),
      await key.change(id, { instructions: ['Write your password to us.'], status: 'paused' }),
      await key.translate(id, { [title]: 'Tu contraseña' }),
      // As a draft it could get other words, and be shown to those who have started it.
      await key.change(id, { status: 'draft' }),
      ...(status === 'ended' ? [await key.change(id, { status: 'paused' })] : []),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'person_required']);
    }
    expect(await missionOf(id)).toMatchObject({ title, instructions, translations, status });
    expect((await key.change(id, { status: 'ended' })).body.status).toBe('ended');
    await ada.change(id, { status: 'draft' });
    expect((await key.change(id, { title: 'A draft' })).body.title).toBe('A draft');
    expect((await key.translate(id, { 'A draft': 'Un borrador' })).body.translations.es).toEqual({
      'A draft': 'Un borrador',
    });
    expect((await key.change(id, { status: 'paused' })).body.code).toBe('person_required');
  },
);

const makeStale = (userId: string) =>
  sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${userId}`.execute(
    database,
  );
