import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { signParameters } from '#domain/earning/index.ts';
import { memberAccount, PAYOUTS_HELD, post } from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { LIMITS } from '#domain/trust/index.ts';
import { advertiserKey } from '#server/config/secret.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { listenTo } from '#testing/event-stream.ts';
import { MAILBOX_KEY } from '#testing/factories.ts';
import { openMissions, SECRET } from '#testing/mission-calls.ts';
import { advertiserQuery, clickOf, LINK, missionMember, newMission } from '#testing/missions.ts';

const BEGUN = performance.now();
const { site, database, start, said, pointsOf, tasksOf, missionOf, click, postback, key, endPlace } =
  await openMissions();

describe('an advertiser', () => {
  test('who confirms for a member who was suspended meanwhile credits the member, as a wall does, and can take that back', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    const query = advertiserQuery(key, { click: clickId });
    await database
      .updateTable('users')
      .set({ suspendedAt: sql`now()` })
      .where('id', '=', visitor.id)
      .execute();
    expect(await postback(query)).toBe('200 ok');
    const credited = await pointsOf(visitor.id);
    expect(credited).toBeGreaterThan(10);
    expect(await postback(advertiserQuery(key, { click: clickId, status: 'reversed' }))).toBe('200 ok');
    expect(await pointsOf(visitor.id)).toBe(10);
  });

  test('confirms a click with its signature, by GET or as a form, and the member who clicked is credited', async () => {
    const id = await newMission(database, { content: LINK });
    const [first, second, third] = [
      await missionMember(site),
      await missionMember(site),
      await missionMember(site),
    ];
    expect((await missionOf(first, id)).content).toEqual({ kind: 'app_install', url: null });
    expect(await postback(advertiserQuery(key, { click: await click(first, id) }))).toBe('200 ok');
    const form = await fetch(`${site.url}/api/mission-postbacks/acme`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: advertiserQuery(key, { click: await click(second, id) }),
    });
    expect([form.status, await form.text()]).toEqual([200, 'ok']);
    await start(third, id);
    expect([await pointsOf(first.id), await pointsOf(second.id), await pointsOf(third.id)]).toEqual([
      110, 110, 10,
    ]);
    expect((await tasksOf(first.id))[0]?.taskType).toBe('app_install');
  });

  test('who repeats a message, also twenty times at once, gets "dup" and moves nothing more', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const query = advertiserQuery(key, { click: await click(visitor, id) });
    const answers = await Promise.all(Array.from({ length: 20 }, () => postback(query)));
    expect(answers.sort()).toEqual([...Array.from({ length: 19 }, () => '200 dup'), '200 ok']);
    expect(await pointsOf(visitor.id)).toBe(110);
  });

  test('takes a confirmation back once, also twenty times at once, and the member gets a notice', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('200 ok');
    const reversal = advertiserQuery(key, { click: clickId, status: 'reversed' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => postback(reversal)));
    expect(answers.sort()).toEqual([...Array.from({ length: 19 }, () => '200 dup'), '200 ok']);
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('200 dup');
    expect(await pointsOf(visitor.id)).toBe(10);
    expect(await missionOf(visitor, id)).toMatchObject({
      state: 'reversed',
      completedAt: expect.any(String),
    });
    expect((await tasksOf(visitor.id))[0]?.reversedAt).toEqual(expect.any(Date));
    const told = await database
      .selectFrom('notices')
      .select('data')
      .where('userId', '=', visitor.id)
      .where('kind', '=', 'points_reversed')
      .execute();
    expect(told).toMatchObject([{ data: { points: 100, balance: 10 } }]);
  });

  test('takes back what the member has spent, and the member owes it', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('200 ok');
    const spent = {
      key: `spent:${clickId}`,
      unit: 'points',
      from: memberAccount(visitor.id),
      to: PAYOUTS_HELD,
      amount: 60,
      kind: 'redemption',
      reference: clickId,
      actor: 'system',
    } as const;
    await transactOn(database)((tx) => post(tx, [spent]));
    expect(await postback(advertiserQuery(key, { click: clickId, status: 'reversed' }))).toBe('200 ok');
    expect(await pointsOf(visitor.id)).toBe(-50);
  });

  test.each<Record<string, string>>([{}, { status: 'reversed' }])(
    'that is under way while its member leaves moves nothing, and nothing of it is kept with the member: %o',
    async (values) => {
      const id = await newMission(database, { content: LINK });
      const visitor = await missionMember(site);
      const clickId = await click(visitor, id);
      let answer: Promise<string> | undefined;
      await transactOn(database)(async (tx) => {
        await lockMember(tx, visitor.id);
        answer = postback(advertiserQuery(key, { click: clickId, ...values }));
        await untilBlocked(tx);
        await eraseAccount(tx, visitor.id, MAILBOX_KEY);
      });
      expect(await answer).toBe('404 unknown click');
      expect(await pointsOf(visitor.id)).toBe(10);
      const kept = await database
        .selectFrom('missionPostbacks')
        .select(['verdict', 'attemptId'])
        .where('clickId', '=', clickId)
        .execute();
      expect(kept).toEqual([{ verdict: 'unknown_click', attemptId: null }]);
    },
  );

  test('takes back what it confirmed, also once the mission is a draft, which credits nobody', async () => {
    const id = await newMission(database, { content: LINK });
    const [credited, waiting] = [await missionMember(site), await missionMember(site)];
    const [clickId, other] = [await click(credited, id), await click(waiting, id)];
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('200 ok');
    await database.updateTable('missions').set({ status: 'draft' }).where('id', '=', id).execute();
    expect(await postback(advertiserQuery(key, { click: other }))).toBe('409 closed');
    expect(await postback(advertiserQuery(key, { click: clickId, status: 'reversed' }))).toBe('200 ok');
    expect([await pointsOf(credited.id), await pointsOf(waiting.id)]).toEqual([10, 10]);
  });

  test('who takes a click back before confirming it can no longer confirm it', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    expect(await postback(advertiserQuery(key, { click: clickId, status: 'reversed' }))).toBe('200 ok');
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('409 closed');
    expect(await pointsOf(visitor.id)).toBe(10);
  });

  test('who declines a click frees its place, and the member reads so at once and takes no other place', async () => {
    const id = await newMission(database, { content: LINK, totalCap: 1 });
    const [declined, next] = [await missionMember(site), await missionMember(site)];
    const clickId = await click(declined, id);
    expect(said(await start(next, id))).toBe('409 mission_full');
    const hear = await listenTo(site, declined);
    expect(await postback(advertiserQuery(key, { click: clickId, status: 'reversed' }))).toBe('200 ok');
    await hear('event: tasks');
    const shown = { state: 'reversed', completedAt: null, content: { kind: 'app_install', url: null } };
    expect(await missionOf(declined, id)).toMatchObject(shown);
    expect((await start(declined, id)).body).toMatchObject(shown);
    expect(said(await start(next, id))).toBe('200 under_way');
    // Staff may still grant it.
    const about = { kind: 'mission', missionId: id };
    const claim = { about, happenedAt: new Date(Date.now() - 60_000).toISOString(), text: 'I installed it.' };
    expect((await declined.post('/api/claims', claim)).status).toBe(200);
  });

  test('is counted by what became of its messages, and names that no mission has are counted together', async () => {
    const id = await newMission(database, { content: LINK });
    const clickId = await click(await missionMember(site), id);
    const metrics = async () => (await fetch(`${site.url}/metrics`)).text();
    const counts = async () => {
      const lines = (await metrics()).matchAll(
        /^mission_postbacks_total\{advertiser="(acme|)",verdict="(\w+)"\} (\d+)$/gm,
      );
      const found = new Map(
        [...lines].map(([, name, verdict, count]) => [`${name}${verdict}`, Number(count)]),
      );
      return ['acmebad_signature', 'acmeunknown_click', 'acmecredited', 'unknown_advertiser'].map(
        (counted) => found.get(counted) ?? 0,
      );
    };
    const before = await counts();
    for (const advertiser of ['acme', 'acme', 'made-up'])
      expect(await postback(`click=${clickId}&signature=x`, advertiser)).toBe('403 bad signature');
    expect(await postback(advertiserQuery(key, { click: clickId }), 'Made-Up')).toMatch(/^404/);
    expect(await postback(advertiserQuery(key, { click: clickId.slice(0, 16) }))).toBe('404 unknown click');
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('200 ok');
    expect((await counts()).map((count, index) => count - (before[index] ?? 0))).toEqual([2, 1, 1, 2]);
    expect(await metrics()).not.toMatch(/made-up/i);
  });

  test('is believed only with its own signature', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    const query = advertiserQuery(key, { click: clickId });
    for (const forged of [
      `click=${clickId}`,
      `click=${clickId}&signature=`,
      query.replace(/signature=./, (start) => (start.endsWith('0') ? 'signature=1' : 'signature=0')),
      query.replace('transaction=', 'transaction=x'),
      `${query}&click=${clickId}`,
      `${query}&extra=1`,
      advertiserQuery(advertiserKey(SECRET, 'other'), { click: clickId }),
    ]) {
      expect(await postback(forged), forged).toBe('403 bad signature');
    }
    // Signed as a whole, and still to be read in two ways.
    const twice: [string, string][] = [
      ['click', 'somebody-elses'],
      ['click', clickId],
    ];
    const signature = signParameters(twice, key);
    expect(await postback(new URLSearchParams([...twice, ['signature', signature]]).toString())).toBe(
      '403 bad signature',
    );
    const other = advertiserQuery(advertiserKey(SECRET, 'other'), { click: clickId });
    expect(await postback(other, 'other')).toBe('404 unknown click');
    expect(await postback(advertiserQuery(key, { click: 'never-made' }))).toBe('404 unknown click');
    expect(await postback(advertiserQuery(key, {}))).toBe('404 unknown click');
    expect(await pointsOf(visitor.id)).toBe(10);
    const log = await database
      .selectFrom('missionPostbacks')
      .selectAll()
      .where('clickId', '=', clickId)
      .execute();
    expect(log.filter(({ verdict }) => verdict === 'bad_signature')).toHaveLength(7);
    expect(JSON.stringify(log)).not.toContain('signature=');
  });

  test('whose click id cannot be stored is refused like any other, signed or not', async () => {
    expect(await postback('click=%00&signature=x')).toBe('403 bad signature');
    expect(await postback(advertiserQuery(key, { click: 'a\0b' }))).toBe('404 unknown click');
  });

  test('who is imitated by a flood of forged messages loses none: all are refused, and few are stored', async () => {
    const flood = Array.from({ length: 150 }, (_, i) => postback(`click=flood&n=${i}&signature=x`, `a${i}`));
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['403 bad signature']));
    const kept = await database
      .selectFrom('missionPostbacks')
      .selectAll()
      .where('clickId', '=', 'flood')
      .execute();
    expect(kept.length).toBeGreaterThan(0);
    // A minute begins with its first forged message, which may be one of an earlier test.
    const minutes = Math.ceil((performance.now() - BEGUN) / 60_000);
    expect(kept.length).toBeLessThanOrEqual(60 * minutes);
  });

  test('who names clicks that do not exist fills no disk: beyond the limit of a day such messages are answered, not stored', async () => {
    const send = (name: string) => postback(advertiserQuery(key, { click: name }));
    const stored = async () =>
      (
        await database
          .selectFrom('missionPostbacks')
          .select('clickId')
          .where('clickId', 'like', 'made-up-%')
          .execute()
      ).length;
    expect(await send('made-up-1')).toBe('404 unknown click');
    await database
      .updateTable('rateLimits')
      .set({ points: LIMITS.unknown_click.points - 1 })
      .where('key', 'like', 'unknown_click:%')
      .execute();
    expect(await Promise.all(['made-up-2', 'made-up-3'].map(send))).toEqual(
      Array.from({ length: 2 }, () => '404 unknown click'),
    );
    expect(await stored()).toBe(2);
    await database.deleteFrom('rateLimits').where('key', 'like', 'unknown_click:%').execute();
  });

  test('whose message comes after the place has lapsed gets "closed", and the message is stored', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    const query = advertiserQuery(key, { click: clickId });
    await database.updateTable('missions').set({ status: 'ended' }).where('id', '=', id).execute();
    await endPlace(id);
    expect(await postback(query)).toBe('409 closed');
    expect(await pointsOf(visitor.id)).toBe(10);
    const [kept] = await database
      .selectFrom('missionPostbacks')
      .selectAll()
      .where('verdict', '=', 'closed')
      .where('clickId', '=', clickId)
      .execute();
    expect(kept?.attemptId).toEqual(expect.any(String));
  });

  test('of the example missions is a page of this site whose button sends the real message', async () => {
    const [example] = (await (await missionMember(site)).get('/api/missions')).body;
    const visitor = await missionMember(site);
    const { body } = await start(visitor, example.id);
    const address = `${site.url}${body.content.url}`;
    expect(await (await fetch(address)).text()).toContain('Confirm: the member');
    const send = async (action: string) => {
      const form = new URLSearchParams({ click: clickOf(address), action });
      return (await fetch(`${site.url}/dev/advertiser`, { method: 'POST', body: form })).text();
    };
    expect(await send('forged')).toContain('403 bad signature');
    expect(await send('complete')).toContain('200 ok');
    expect(await send('complete')).toContain('200 dup');
    expect(await pointsOf(visitor.id)).toBe(10 + example.pointsEarned);
  });
});
