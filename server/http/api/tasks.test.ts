import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { matureCredits } from '#domain/earning/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { HELD_WALL } from '#testing/walls.ts';

const site = await startPostbackSite();
const { database, memberWithCode, plain, visitor } = site;

async function signedIn() {
  const member = await memberWithCode();
  const browser = visitor();
  browser.cookie = await signIn(database, { id: member.id, isAdmin: false });
  const tasks = async () => (await browser.get('/api/tasks')).body as { id: string }[];
  const timeline = async (id: string) => (await browser.get(`/api/tasks/${id}/timeline`)).body;
  const kinds = async (id: string) => (await timeline(id)).events.map(({ kind }: { kind: string }) => kind);
  return { ...member, browser, tasks, timeline, kinds };
}

describe('the timeline of a task', () => {
  test('shows the postback, the credit and the reversal, each with its time', async () => {
    const { code, tx, tasks, timeline } = await signedIn();
    await plain({ tx, user: code, points: 75 });
    await plain({ tx, user: code, points: 75, status: 2 });
    const [task] = await tasks();
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await timeline(task?.id ?? '')).toEqual({
      events: [
        { kind: 'received', at, points: null, answer: null },
        { kind: 'credited', at, points: 75, answer: null },
        { kind: 'reversed', at, points: 75, answer: null },
      ],
      wall: 'plain',
    });
  });

  test('shows until when points are pending, and when they counted', async () => {
    const { code, tx, tasks, timeline, kinds } = await signedIn();
    await plain({ tx, user: code, points: 75 }, HELD_WALL);
    const [task] = await tasks();
    const id = task?.id ?? '';
    const { events } = await timeline(id);
    expect(events).toMatchObject([{ kind: 'received' }, { kind: 'pending', points: 75 }]);
    expect(Date.parse(events[1].at)).toBeGreaterThan(Date.now());
    const heldUntil = new Date(Date.now() - 1);
    await database.updateTable('webhookTransactions').set({ heldUntil }).where('id', '=', id).execute();
    // The site may have credited it meanwhile.
    await database
      .updateTable('tasks')
      .set({ heldUntil })
      .where('id', '=', id)
      .where('heldUntil', 'is not', null)
      .execute();
    await matureCredits(transactOn(database), 100);
    // The test has moved the end of the waiting time, so the transfer is younger.
    expect((await kinds(id)).toSorted()).toEqual(['credited', 'pending', 'received']);
  });

  test('of points that were taken back while pending shows no day on which they count', async () => {
    const { code, tx, tasks, kinds } = await signedIn();
    await plain({ tx, user: code, points: 75 }, HELD_WALL);
    await plain({ tx, user: code, points: 75, status: 2 }, HELD_WALL);
    const [task] = await tasks();
    expect(await kinds(task?.id ?? '')).toEqual(['received', 'reversed']);
  });

  test("shows a claim about it, in the claim's own words", async () => {
    const { code, tx, browser, tasks, timeline, kinds } = await signedIn();
    await plain({ tx, user: code, points: 75 });
    const [task] = await tasks();
    const id = task?.id ?? '';
    const about = { kind: 'wall', wall: 'plain', title: 'Juggle', taskId: id };
    const claim = { about, happenedAt: new Date().toISOString(), text: 'It should be 750.' };
    expect((await browser.post('/api/claims', claim)).status).toBe(200);
    expect(await kinds(id)).toEqual(['received', 'credited', 'claim_filed']);
    await database
      .updateTable('rewardClaims')
      .set({ decision: 'refused', answer: 'It is 75.', decidedAt: new Date() })
      .where('taskId', '=', id)
      .execute();
    expect((await timeline(id)).events.at(-1)).toMatchObject({ kind: 'claim_refused', answer: 'It is 75.' });
  });

  test('is shown only to its member, and no one can file a claim about the task of another', async () => {
    const owner = await signedIn();
    await plain({ tx: owner.tx, user: owner.code, points: 75 });
    const [task] = await owner.tasks();
    const stranger = visitor();
    stranger.cookie = await signIn(database, await createMember(database));
    expect((await stranger.get(`/api/tasks/${task?.id}/timeline`)).status).toBe(404);
    const about = { kind: 'wall', wall: 'plain', title: 'Juggle', taskId: task?.id };
    const claim = { about, happenedAt: new Date().toISOString(), text: 'Mine.' };
    expect((await stranger.post('/api/claims', claim)).status).toBe(400);
  });
});

test('what tasks typically pay is told to members alone, and holds no empty figure', async () => {
  const { browser } = await signedIn();
  expect(await browser.get('/api/tasks/typical')).toMatchObject({
    status: 200,
    body: { types: [], firstPointsMinutes: null, holdDaysMax: 0 },
  });
  expect((await visitor().get('/api/tasks/typical')).status).toBe(401);
});
