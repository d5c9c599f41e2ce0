import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WallAlarm } from '#contract/walls.ts';
import { transactOn } from '#database/transaction.ts';
import { watchWalls } from '#domain/earning/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { HELD_OFFER_WALL, OFFER_WALL, type OfferMember, startOfferSite } from '#testing/offers.ts';
import type { Visitor } from '#testing/server.ts';

await untilTodayLasts();
const site = await startOfferSite();
const { database, offer, member, click, tell, started } = site;
await offer(
  {
    id: '1',
    title: 'Build a city',
    goals: [
      { id: 'a', name: 'Level 10', amount: 250 },
      { id: 'b', name: 'Level 20', amount: 400 },
    ],
  },
  { id: '2', title: 'Build a farm', goals: [{ id: 'a', name: 'Level 5', amount: 100 }] },
);
const staff = async () => {
  const visitor = site.visitor();
  visitor.cookie = await signIn(
    database,
    await createMember(database, { isAdmin: true, staffRole: 'owner' }),
  );
  return visitor;
};
const admin = await staff();
const HAPPENED_AT = new Date(Date.now() - 1_000).toISOString();

const file = (
  { visitor }: OfferMember,
  clickId: string,
  more: object = {},
  text = 'Level 20 did not come.',
) =>
  visitor.post('/api/claims', {
    about: { kind: 'offer', clickId, ...more },
    happenedAt: HAPPENED_AT,
    text,
  });
const fileAbout = async ({ visitor }: OfferMember, about: object) => {
  const { body } = await visitor.post('/api/claims', {
    ...{ about, happenedAt: HAPPENED_AT, text: 'Nothing came.' },
  });
  return body.id as string;
};
const decide = (who: Visitor, id: string, points?: number) =>
  who.post(`/api/admin/claims/${id}/decision`, {
    answer: 'So be it.',
    ...(points === undefined ? { decision: 'refused' } : { decision: 'granted', points }),
  });
/** A second open claim about the same click, as a server of the former release files it. */
const fileTwice = async (one: OfferMember, clickId: string): Promise<[string, string]> => {
  const { body } = await file(one, clickId);
  const { rows } = await sql<{ id: string }>`
    insert into reward_claims (user_id, wall, title, happened_at, text, click_id, offer)
    select user_id, wall, title, happened_at, text, click_id, offer from reward_claims where id = ${body.id}
    returning id`.execute(database);
  return [body.id, rows[0]?.id ?? ''];
};
/** Decides what waits for a second admin about the claim. */
const secondly = async (who: Visitor, claim: string, decision: 'approved' | 'declined') => {
  const { id } = await database
    .selectFrom('approvals')
    .select('id')
    .where('subjectId', '=', claim)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return who.post(`/api/admin/approvals/${id}/decision`, { decision });
};
const evidenceOf = async (id: string) => (await admin.get(`/api/admin/claims/${id}/evidence`)).body;
const goals = [
  { goalId: 'a', name: 'Level 10', promised: 250, state: 'credited', paid: 250 },
  { goalId: 'b', name: 'Level 20', promised: 400, state: 'started', paid: 0 },
];

test('a claim about a started offer keeps by itself what was promised and what has come', async () => {
  const one = await member();
  const id = await click(one, '1');
  await tell({ user: one.code, tx: 'arrived', points: 250, goal: 'a', click: id });
  const [{ startedAt } = { startedAt: '' }] = await started(one);
  // What the member writes about it does not count.
  const filed = await file(one, id, { title: 'Mine', wall: 'sandbox', promisedPoints: 9_999 });
  expect([filed.status, filed.body]).toMatchObject([
    200,
    { wall: OFFER_WALL, title: 'Build a city', missionId: null, state: 'open' },
  ]);
  expect((await evidenceOf(filed.body.id)).reported).toEqual({ startedAt, goals });
  const claim = database.selectFrom('rewardClaims').select('offer').where('id', '=', filed.body.id);
  expect(await claim.executeTakeFirst()).toEqual({
    offer: { offerId: '1', startedAt, promisedPoints: 650, paidPoints: 250, goals },
  });
  expect((await one.visitor.get('/api/claims')).body[0]).toEqual(filed.body);
});

test('staff see the steps as they are now and as they were at the report, and the calls about them as they came', async () => {
  const [one, other] = [await member(), await member()];
  const [id, foreign] = [await click(one, '1'), await click(other, '1')];
  await tell({ user: one.code, tx: randomUUID(), points: 250, goal: 'a', click: id });
  await tell({ user: other.code, tx: randomUUID(), points: 250, goal: 'a', click: foreign });
  const { body: claim } = await file(one, id);
  expect((await admin.get('/api/admin/claims')).body).toContainEqual(
    expect.objectContaining({ id: claim.id, title: 'Build a city' }),
  );
  // Names the offer and no click.
  await tell({ user: one.code, tx: 'late', points: 400, goal: 'b', offer: '1' });
  const { offer: found, reported } = await evidenceOf(claim.id);
  expect(found).toMatchObject({
    clickId: id,
    goals: [{ state: 'credited' }, { state: 'credited', paid: 400 }],
  });
  expect(found.calls).toMatchObject([
    { kind: 'credited', goalId: 'b', transactionId: 'late', points: 400 },
    { kind: 'credited', goalId: 'a', points: 250 },
  ]);
  expect(found.calls[1].raw).toContain(id);
  expect(JSON.stringify(found)).not.toContain(other.code);
  expect(reported.goals).toEqual(goals);
  await sql`delete from offer_clicks where id = ${id}`.execute(database);
  expect(await evidenceOf(claim.id)).toMatchObject({ offer: null, reported });
});

test('the decision stays with staff, and is paid by the wall', async () => {
  const one = await member();
  const { body } = await file(one, await click(one, '1'));
  expect(await site.pointsOf(one)).toBe(0);
  expect((await decide(admin, body.id, 400)).status).toBe(200);
  expect(await site.pointsOf(one)).toBe(400);
});

test('what is sent again while its claim is open is that claim, also at the same moment', async () => {
  const one = await member();
  const [first, second] = [await click(one, '1'), await click(one, '2')];
  const filed = await Promise.all(Array.from({ length: 4 }, () => file(one, first)));
  expect(filed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(filed.map(({ body }) => body.id)).size).toBe(1);
  const other = (await file(one, second)).body.id;
  expect((await one.visitor.get('/api/claims')).body.map(({ id }: { id: string }) => id)).toEqual([
    other,
    filed[0]?.body.id,
  ]);
  await decide(admin, other);
  expect((await file(one, second)).body.id).not.toBe(other);
  expect((await file(one, first, {}, 'Level 10 did not come either.')).body).toMatchObject({
    id: expect.not.stringMatching(filed[0]?.body.id),
    text: 'Level 10 did not come either.',
  });
  const happenedAt = new Date(Date.parse(HAPPENED_AT) - 3_600_000).toISOString();
  const about = { kind: 'offer', clickId: first };
  const earlier = await one.visitor.post('/api/claims', {
    about,
    happenedAt,
    text: 'Level 20 did not come.',
  });
  expect(earlier.body).toMatchObject({ id: expect.not.stringMatching(filed[0]?.body.id), happenedAt });
});

test('of two claims about one click one is granted, whoever decides at the same moment', async () => {
  const second = await staff();
  for (let round = 0; round < 4; round += 1) {
    const one = await member();
    const claims = await fileTwice(one, await click(one, '1'));
    const decided = await Promise.all([decide(admin, claims[0], 400), decide(second, claims[1], 400)]);
    const said = decided.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort();
    expect(said).toEqual(['200 ', '409 claim_granted_before']);
    expect(await site.pointsOf(one)).toBe(400);
  }
});

test('a claim that waits for a second admin is not paid when another about its click was granted meanwhile', async () => {
  const second = await staff();
  const one = await member();
  const [large, small] = await fileTwice(one, await click(one, '1'));
  expect((await decide(admin, large, 3_000)).body.standing).toBe('awaiting_approval');
  expect((await decide(second, small, 400)).status).toBe(200);
  expect(await secondly(second, large, 'approved')).toMatchObject({
    status: 409,
    body: { code: 'claim_granted_before' },
  });
  expect(await site.pointsOf(one)).toBe(400);
  expect((await secondly(second, large, 'declined')).status).toBe(200);
});

test('a click that is claimed again after a grant is shown to staff as granted, and only refused', async () => {
  const [one, other] = [await member(), await member()];
  const id = await click(one, '1');
  const granted = (await file(one, id)).body.id;
  await decide(admin, granted, 400);
  // Claims that are about something else, or of somebody else.
  const elsewhere = await fileAbout(one, { kind: 'wall', wall: OFFER_WALL, title: 'A game' });
  await fileAbout(one, { kind: 'wall', wall: 'sandbox', title: 'Elsewhere' });
  await file(other, await click(other, '1'));
  const again = (await file(one, id)).body.id;
  expect((await evidenceOf(again)).claims).toEqual([
    {
      ...{ id: granted, title: 'Build a city', happenedAt: expect.any(String) },
      ...{ state: 'granted', points: 400, same: true },
    },
    {
      ...{ id: elsewhere, title: 'A game', happenedAt: expect.any(String) },
      ...{ state: 'open', points: null, same: false },
    },
  ]);
  // Nor is a second admin asked for one of many points.
  for (const points of [400, 3_000]) {
    expect(await decide(admin, again, points)).toMatchObject({
      status: 409,
      body: { code: 'claim_granted_before' },
    });
  }
  expect((await decide(admin, again)).status).toBe(200);
  expect(await site.pointsOf(one)).toBe(400);
});

test('a task is granted once, and so is the one that a grant has made', async () => {
  const one = await member();
  await tell({ user: one.code, tx: randomUUID(), points: 250, goal: 'a', offer: '1' });
  const tasks = async () => (await one.visitor.get('/api/tasks')).body as { id: string }[];
  const about = (taskId: string | undefined) =>
    fileAbout(one, { kind: 'wall', wall: OFFER_WALL, title: 'Level 10', taskId });
  const [credited] = await tasks();
  const first = await about(credited?.id);
  expect(await about(credited?.id)).toBe(first);
  expect((await decide(admin, first, 100)).status).toBe(200);
  const made = (await tasks()).find(({ id }) => id !== credited?.id);
  for (const taskId of [credited?.id, made?.id]) {
    const again = await about(taskId);
    expect((await evidenceOf(again)).claims[0]).toMatchObject({ id: first, points: 100, same: true });
    expect((await decide(admin, again, 100)).body.code).toBe('claim_granted_before');
  }
  expect(await site.pointsOf(one)).toBe(350);
});

test.each<[string, (click: string, offer: string, foreign: string) => object]>([
  ['the click', (click) => ({ click })],
  ['the offer alone', (_, offer) => ({ offer })],
  ["the offer and another member's click", (_, offer, foreign) => ({ offer, click: foreign })],
])(
  'a click and a task that it brought are one, whichever claim is granted first, where the call names %s',
  async (_, naming) => {
    const foreign = await click(await member(), '1');
    for (const first of ['click', 'task'] as const) {
      const one = await member();
      const [id, elsewhere] = [await click(one, '1'), await click(one, '2')];
      const taskOf = async (ofClick: string, offerId: string, points: number) => {
        const tx = randomUUID();
        await tell({ user: one.code, tx, points, goal: 'a', ...naming(ofClick, offerId, foreign) });
        const { rows } = await sql<{ id: string }>`
          select id from webhook_transactions where transaction_id = ${tx}`.execute(database);
        return rows[0]?.id;
      };
      const [task, otherTask] = [await taskOf(id, '1', 100), await taskOf(elsewhere, '2', 50)];
      const aboutTask = (taskId: string | undefined) =>
        fileAbout(one, { kind: 'wall', wall: OFFER_WALL, title: 'Level 10', taskId });
      const claims = { click: (await file(one, id)).body.id as string, task: await aboutTask(task) };
      const other = first === 'click' ? claims.task : claims.click;
      expect(other).not.toBe(claims[first]);
      expect((await decide(admin, claims[first], 150)).status).toBe(200);
      expect((await evidenceOf(other)).claims).toMatchObject([
        { id: claims[first], same: true, points: 150 },
      ]);
      expect((await decide(admin, other, 150)).body.code).toBe('claim_granted_before');
      expect((await decide(admin, await aboutTask(otherTask), 50)).status).toBe(200);
      expect(await site.pointsOf(one)).toBe(350);
    }
  },
);

test('a call without a click belongs to the last start of its offer before it', async () => {
  const one = await member();
  const before = await click(one, '1');
  await tell({ user: one.code, tx: randomUUID(), points: 100, goal: 'a', offer: '1' });
  const [task] = (await one.visitor.get('/api/tasks')).body as { id: string }[];
  // As after a change of what the offer promises.
  await sql`update offer_clicks set title = 'Build a village' where id = ${before}`.execute(database);
  const since = await click(one, '1');
  const ofTask = await fileAbout(one, {
    ...{ kind: 'wall', wall: OFFER_WALL, title: 'Level 10' },
    taskId: task?.id,
  });
  const [first, last] = [(await file(one, before)).body.id, (await file(one, since)).body.id];
  expect((await decide(admin, ofTask, 100)).status).toBe(200);
  expect((await decide(admin, first, 100)).body.code).toBe('claim_granted_before');
  expect((await decide(admin, last, 100)).status).toBe(200);
});

/** The open alarms about what staff granted as well, after the check that the worker makes. */
const alarmsOfTwice = async (): Promise<WallAlarm[]> => {
  await watchWalls(transactOn(database), { walls: [], costPercentMax: 100, onAlarm: () => undefined });
  const { body } = await admin.get('/api/admin/wall-alarms');
  return body.filter(({ kind }: WallAlarm) => kind === 'paid_twice');
};

/** What the member's last claim says of its wall: the points, and whether it says when. */
const paidSince = async ({ id }: OfferMember) => {
  const [claim] = (await admin.get(`/api/admin/users/${id}/requests`)).body;
  return [claim.wallPaidPoints, claim.wallPaidAt !== null];
};

test('a granted claim says what its wall has paid for the click since, and an alarm tells staff', async () => {
  const [one, other] = [await member(), await member()];
  const [id, elsewhere, clicked] = [await click(one, '1'), await click(one, '2'), await click(other, '1')];
  const tx = randomUUID();
  // What came before the report is not paid twice, and nor is what came of another offer.
  await tell({ user: one.code, tx: randomUUID(), points: 250, goal: 'a', click: id });
  await decide(admin, (await file(one, id)).body.id, 400);
  await tell({ user: one.code, tx: randomUUID(), points: 100, goal: 'a', click: elsewhere });
  expect([await paidSince(one), await alarmsOfTwice()]).toEqual([[null, false], []]);
  await tell({ user: one.code, tx, points: 400, goal: 'b', click: id });
  expect(await paidSince(one)).toEqual([400, true]);
  expect(await site.pointsOf(one)).toBe(250 + 400 + 100 + 400);
  const [alarm] = await alarmsOfTwice();
  expect(alarm).toMatchObject({ wall: OFFER_WALL, value: 400, usual: null, userId: one.id });
  const path = `/api/admin/wall-alarms/${alarm?.id}/note`;
  expect((await (await staff()).call('PUT', path, { note: 'The company takes it back.' })).status).toBe(200);
  expect(await alarmsOfTwice()).toEqual([]);
  const noted = async () =>
    (await database.selectFrom('wallAlarms').select('note').execute()).map(({ note }) => note);
  expect(await noted()).toContain('The company takes it back.');
  // What the wall takes back is no longer paid twice, and hides none that comes later.
  await tell({ user: one.code, tx, points: 400, goal: 'b', click: id, status: 2 });
  expect([await paidSince(one), await alarmsOfTwice()]).toEqual([[null, false], []]);
  // A claim about a task is about the click of that task; the next of the day opens the alarm again, however small.
  await tell({ user: other.code, tx: randomUUID(), points: 5, goal: 'a', click: clicked });
  const [task] = (await other.visitor.get('/api/tasks')).body;
  const about = { kind: 'wall', wall: OFFER_WALL, title: 'Level 10', taskId: task.id };
  await decide(admin, await fileAbout(other, about), 245);
  // A call that names the offer alone belongs to its last start.
  await tell({ user: other.code, tx: randomUUID(), points: 245, goal: 'a', offer: '1' });
  expect(await alarmsOfTwice()).toMatchObject([{ id: alarm?.id, value: 645, userId: other.id }]);
  expect([await paidSince(one), await paidSince(other)]).toEqual([
    [null, false],
    [245, true],
  ]);
  // What was noted about another member is only in the audit trail.
  expect(await noted()).not.toContain('The company takes it back.');
});

test('an alarm of what was paid twice is closed by no one to whom or by whom it was granted, whomever it names', async () => {
  const [asker, approver, granter] = [await staff(), await staff(), await staff()];
  const [me, one] = [await member(), await member()];
  const role = { isAdmin: true, staffRole: 'owner', totpEnabledAt: new Date() } as const;
  await database.updateTable('users').set(role).where('id', '=', me.id).execute();
  me.visitor.cookie = await signIn(database, { id: me.id, isAdmin: true });
  const grant = async (of: OfferMember, by: Visitor, points: number) => {
    const id = await click(of, '1', HELD_OFFER_WALL);
    const { body } = await file(of, id);
    expect((await decide(by, body.id, points)).status).toBe(200);
    return { claim: body.id, paid: { user: of.code, tx: randomUUID(), points: 50, goal: 'a', click: id } };
  };
  const large = await grant(me, asker, 3_000);
  expect((await secondly(approver, large.claim, 'approved')).status).toBe(200);
  await tell(large.paid, HELD_OFFER_WALL);
  await tell((await grant(one, granter, 100)).paid, HELD_OFFER_WALL);
  const alarm = (await alarmsOfTwice()).find(({ wall }) => wall === HELD_OFFER_WALL);
  expect(alarm).toMatchObject({ value: 100, userId: one.id });
  const close = async (who: Visitor) => {
    const path = `/api/admin/wall-alarms/${alarm?.id}/note`;
    const { status, body } = await who.call('PUT', path, { note: 'Both are right.' });
    return [status, body.code];
  };
  for (const who of [me.visitor, asker, approver, granter])
    expect(await close(who)).toEqual([403, 'approval_own']);
  // Who is the only one left may.
  const { decidedBy } = await database
    .selectFrom('rewardClaims')
    .select('decidedBy')
    .where('userId', '=', one.id)
    .executeTakeFirstOrThrow();
  const others = database.updateTable('users').where('id', '<>', decidedBy).where('staffRole', '=', 'owner');
  await others.set({ suspendedAt: new Date() }).execute();
  expect(await close(granter)).toEqual([200, undefined]);
  await others.set({ suspendedAt: null }).execute();
});

test('what a wall pays between the report and the grant is told in the same way, on the day of the grant', async () => {
  const [granter, one, other] = [await staff(), await member(), await member()];
  const [id, before] = [await click(one, '1'), await click(other, '1')];
  const claim = (await file(one, id)).body.id;
  await tell({ user: one.code, tx: randomUUID(), points: 400, goal: 'b', click: id });
  // As if the one had been four days ago, and the other three.
  await sql`update reward_claims set created_at = now() - interval '4 days' where id = ${claim}`.execute(
    database,
  );
  await sql`update tasks set completed_at = now() - interval '3 days' where user_id = ${one.id}`.execute(
    database,
  );
  expect(await paidSince(one)).toEqual([null, false]);
  expect((await decide(granter, claim, 400)).status).toBe(200);
  await tell({ user: other.code, tx: randomUUID(), points: 250, goal: 'a', click: before });
  expect((await decide(granter, (await file(other, before)).body.id, 400)).status).toBe(200);
  expect([await paidSince(one), await paidSince(other)]).toEqual([
    [400, true],
    [null, false],
  ]);
  const alarm = (await alarmsOfTwice()).find(({ userId }) => userId === one.id);
  expect(alarm).toMatchObject({ wall: OFFER_WALL, day: new Date().toISOString().slice(0, 10) });
  const path = `/api/admin/wall-alarms/${alarm?.id}/note`;
  const closed = await granter.call('PUT', path, { note: 'All is well.' });
  expect([closed.status, closed.body.code]).toEqual([403, 'approval_own']);
});

test('a claim that waits for a second admin is not paid when its wall has paid for the click meanwhile', async () => {
  const [asker, second] = [await staff(), await staff()];
  const one = await member();
  const [id, elsewhere] = [await click(one, '1'), await click(one, '2')];
  const claim = (await file(one, id)).body.id;
  const ask = async () => expect((await decide(asker, claim, 3_000)).body.standing).toBe('awaiting_approval');
  // Who asks can see what came before.
  await tell({ user: one.code, tx: randomUUID(), points: 250, goal: 'a', click: id });
  await ask();
  await tell({ user: one.code, tx: randomUUID(), points: 100, goal: 'a', click: elsewhere });
  await tell({ user: one.code, tx: randomUUID(), points: 400, goal: 'b', click: id });
  expect(await secondly(second, claim, 'approved')).toMatchObject({
    status: 409,
    body: { code: 'claim_paid_meanwhile' },
  });
  expect(await site.pointsOf(one)).toBe(750);
  expect((await admin.get('/api/admin/claims')).body).toContainEqual(
    expect.objectContaining({ id: claim, awaitingApproval: true }),
  );
  expect((await secondly(second, claim, 'declined')).status).toBe(200);
  await ask();
  expect((await secondly(second, claim, 'approved')).status).toBe(200);
  expect(await site.pointsOf(one)).toBe(3_750);
});

test("beside a claim about a wall stand at most 50 others of its member's, the same reward and the newest first", async () => {
  const one = await member();
  const id = await click(one, '1');
  const granted = (await file(one, id)).body.id;
  await decide(admin, granted, 400);
  await sql`insert into reward_claims (user_id, wall, title, happened_at, text, created_at)
    select ${one.id}, ${OFFER_WALL}, n::text, now(), 'x', now() + make_interval(mins => n)
    from generate_series(1, 60) n`.execute(database);
  const { claims } = await evidenceOf((await file(one, id)).body.id);
  expect(claims).toHaveLength(50);
  expect(claims.slice(0, 2)).toMatchObject([{ id: granted }, { title: '60' }]);
});

test("another's click, and one that is none, is not found", async () => {
  const [one, other] = [await member(), await member()];
  const foreign = await click(other, '1');
  for (const id of [foreign, randomUUID()]) expect((await file(one, id)).status).toBe(404);
  expect((await file(one, 'nosuch')).status).toBe(400);
  expect((await one.visitor.get('/api/claims')).body).toEqual([]);
});

test('a started offer names where its company helps, while its host is listed', async () => {
  const one = await member();
  await click(one, '1');
  const support = async () => {
    const { body } = await one.visitor.get(`/api/offers/${OFFER_WALL}/1`);
    const [ofStarted] = await started(one);
    expect(body.support).toBe(ofStarted?.support);
    return ofStarted?.support;
  };
  expect(await support()).toBe(`https://adunits.adgem.com/support?playerid=${one.code}&campaignid=1`);
  await sql`update feed_offers set support_url = 'https://evil.example/'`.execute(database);
  expect(await support()).toBeNull();
  await sql`update feed_offers set support_url = null`.execute(database);
  expect(await support()).toBeNull();
});
