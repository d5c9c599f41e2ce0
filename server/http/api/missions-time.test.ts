import { describe, expect, test } from 'vitest';
import type { MissionContent } from '#contract/missions.ts';
import { openMissions } from '#testing/mission-calls.ts';
import { beat, missionMember, newMission, passTime } from '#testing/missions.ts';

/** Moved at a time, well below the silence after which nothing counts: a busy test adds to it. */
const STEP_SECONDS = 2;
/** Longer than any test takes. */
const LONG = { kind: 'video', sources: ['/media/example.webm'], seconds: 600 } satisfies MissionContent;
const { site, database, start, complete, said, missionOf } = await openMissions();

/** Checks that these seconds were counted, and no more besides than what the test itself has taken since it began. */
function expectCounted(countedMs: number, seconds: number, began: number): void {
  expect(countedMs).toBeGreaterThanOrEqual(seconds * 1_000);
  expect(countedMs).toBeLessThanOrEqual(seconds * 1_000 + Date.now() - began);
}

/** More than this between the beginning and the end of a scene may have been a silence between two of its heartbeats. */
const SLOW_MS = 5_000;

const TRIES_MAX = 5;

/** Plays a scene again that failed while the machine was so slow. */
async function inTime(scene: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const began = Date.now();
    try {
      return await scene();
    } catch (error) {
      if (Date.now() - began < SLOW_MS || tries === TRIES_MAX) throw error;
    }
  }
}

describe('time', () => {
  test('is counted by the server: heartbeats in a burst gain nothing', async () => {
    const id = await newMission(database, { content: LONG });
    const visitor = await missionMember(site);
    await start(visitor, id);
    const began = Date.now();
    await Promise.all(Array.from({ length: 100 }, () => beat(visitor, id)));
    const { body } = await beat(visitor, id);
    expect(body.countedMs).toBeLessThanOrEqual(Date.now() - began);
    expect(said(await complete(visitor, id))).toBe('409 mission_unfinished');
  });

  test('in two tabs counts once', () =>
    inTime(async () => {
      const began = Date.now();
      const id = await newMission(database);
      const visitor = await missionMember(site);
      await start(visitor, id);
      await beat(visitor, id, { view: 'tab-first' });
      await passTime(database, id, visitor.id, STEP_SECONDS);
      const second = await beat(visitor, id, { view: 'tab-second' });
      expect(second.body).toMatchObject({ state: 'elsewhere', countedMs: 0 });
      const first = await beat(visitor, id, { view: 'tab-first' });
      expect(first.body.state).toBe('counting');
      expectCounted(first.body.countedMs, STEP_SECONDS, began);
    }));

  test('in two missions counts for one at a time, and a tab that changes missions takes its clock along', () =>
    inTime(async () => {
      const began = Date.now();
      const [first, second] = [await newMission(database), await newMission(database)];
      const visitor = await missionMember(site, { grants: 2 });
      await start(visitor, first);
      await start(visitor, second);
      await Promise.all([beat(visitor, first), beat(visitor, second, { view: 'tab-second' })]);
      await passTime(database, first, visitor.id, STEP_SECONDS);
      await passTime(database, second, visitor.id, STEP_SECONDS);
      const answers = await Promise.all([
        beat(visitor, first),
        beat(visitor, second, { view: 'tab-second' }),
      ]);
      expect(answers.map(({ body }) => body.state).sort()).toEqual(['counting', 'elsewhere']);
      const running = answers[0].body.state === 'counting' ? 'page-one' : 'tab-second';
      for (const id of [first, second]) {
        expect((await beat(visitor, id, { view: running })).body.state).toBe('counting');
      }
      const counted = [await missionOf(visitor, first), await missionOf(visitor, second)];
      expectCounted(
        counted.reduce((sum, { countedMs }) => sum + countedMs, 0),
        STEP_SECONDS,
        began,
      );
    }));

  test('stops while the page is left, and continues afterwards, also after a reload', () =>
    inTime(async () => {
      const began = Date.now();
      const id = await newMission(database);
      const visitor = await missionMember(site);
      await start(visitor, id);
      await beat(visitor, id);
      await passTime(database, id, visitor.id, STEP_SECONDS);
      await beat(visitor, id, { playing: false });
      await passTime(database, id, visitor.id, 600);
      expectCounted((await missionOf(visitor, id)).countedMs, STEP_SECONDS, began);
      await beat(visitor, id, { view: 'page-two' });
      await passTime(database, id, visitor.id, 600);
      const later = await beat(visitor, id, { view: 'page-two' });
      expectCounted(later.body.countedMs, STEP_SECONDS, began);
    }));

  test('that is not over completes nothing, but a second before the end is enough', async () => {
    const id = await newMission(database, { content: LONG });
    const visitor = await missionMember(site);
    await start(visitor, id);
    const count = (seconds: number) =>
      database
        .updateTable('missionAttempts')
        .set({ countedMs: seconds * 1_000 })
        .where('missionId', '=', id)
        .execute();
    await beat(visitor, id);
    await count(LONG.seconds - 60);
    await beat(visitor, id);
    expect(said(await complete(visitor, id))).toBe('409 mission_unfinished');
    await count(LONG.seconds - 1);
    await beat(visitor, id);
    expect(said(await complete(visitor, id))).toBe('200 completed');
  });
});
