import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Member } from '#contract/member.ts';
import type { Wall } from '#contract/walls.ts';
import { applyNews } from './live.ts';
import { createQueryClient, keys } from './queries.ts';

const member = { id: '0195f3c2-0000-7000-8000-000000000001', name: 'Ada', points: 75 } as Member;
/** Longer than a read is tried. */
const LATER_MS = 60_000;

function filledCache(): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(keys.user, member);
  for (const name of ['tasks', 'statement', 'claims', 'redemptions', 'rewards'] as const)
    queryClient.setQueryData(keys[name], []);
  return queryClient;
}

const stale = (queryClient: QueryClient) =>
  Object.entries(keys)
    .filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);

test('a balance event is written into the member without a call', async () => {
  const queryClient = filledCache();
  await applyNews(queryClient, { type: 'balance', data: { points: 375, change: 300 } });
  expect(queryClient.getQueryData(keys.user)).toEqual({ ...member, points: 375 });
  expect(stale(queryClient)).toEqual(['statement', 'rewards']);
});

test('a balance event is not overwritten by a read that began before it', async () => {
  const queryClient = filledCache();
  const answers = [Promise.withResolvers<Member>(), Promise.withResolvers<Member>()];
  let reads = 0;
  const screen = new QueryObserver(queryClient, {
    queryKey: keys.user,
    queryFn: () => answers[reads++]?.promise,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const unsubscribe = screen.subscribe(() => undefined);
  const earlier = applyNews(queryClient, { type: 'redemption', data: { id: member.id, status: 'issued' } });
  const now = applyNews(queryClient, { type: 'balance', data: { points: 375, change: 300 } });
  expect(queryClient.getQueryData<Member>(keys.user)?.points).toBe(375);
  answers[0]?.resolve(member);
  answers[1]?.resolve({ ...member, points: 375 });
  await Promise.all([earlier, now]);
  expect(queryClient.getQueryData<Member>(keys.user)?.points).toBe(375);
  unsubscribe();
});

test('a credit makes the list of tasks stale, and a redemption or another address what it changes', async () => {
  const tasks = filledCache();
  await applyNews(tasks, { type: 'tasks', data: {} });
  expect(stale(tasks)).toEqual(['user', 'tasks', 'statement', 'claims']);

  const redemption = filledCache();
  await applyNews(redemption, { type: 'redemption', data: { id: member.id, status: 'issued' } });
  expect(stale(redemption)).toEqual(['user', 'statement', 'rewards', 'redemptions']);

  const address = filledCache();
  await applyNews(address, { type: 'address', data: {} });
  expect(stale(address)).toEqual(['rewards', 'redemptions']);
});

test('a pause that begins or ends makes the member stale, and the redemptions that it stops', async () => {
  const queryClient = filledCache();
  await applyNews(queryClient, { type: 'pause', data: {} });
  expect(stale(queryClient)).toEqual(['user', 'redemptions']);
});

test.each([{ type: 'sharing', data: {} }, { type: 'interrupted' }] as const)(
  'at $type a wall of another decision is shown anew, and no other one is loaded again',
  async (news) => {
    const wall = (memberCode: string, url: string, shares: boolean | null) =>
      ({ memberCode, embed: { kind: 'iframe', url }, sharing: { fields: ['email'], shares } }) as Wall;
    const queryClient = filledCache();
    const [told, other] = [wall('ada', '/?mail=ada', true), wall('lovelace', '/?view=1', false)];
    queryClient.setQueryData(keys.walls, [told, other]);
    const withdrawn = wall('ada', '/?mail=', false);
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('fetch', async () => Response.json([withdrawn, wall('lovelace', '/?view=2', false)]));
    await applyNews(queryClient, news);
    expect(queryClient.getQueryData(keys.walls)).toEqual([withdrawn, other]);
  },
);

test('a read of the walls that fails is tried again, and leaves them as they are if it goes on failing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => void vi.unstubAllGlobals());
  const wall = (shares: boolean | null) =>
    ({ memberCode: 'ada', embed: { kind: 'asked' }, sharing: { fields: ['email'], shares } }) as Wall;
  const queryClient = filledCache();
  queryClient.setQueryData(keys.walls, [wall(null)]);
  const read = async (...answers: (Wall[] | Error)[]) => {
    vi.stubGlobal('fetch', async () => {
      const answer = answers.shift() ?? new TypeError('Failed to fetch');
      if (answer instanceof Error) throw answer;
      return Response.json(answer);
    });
    const applied = applyNews(queryClient, { type: 'sharing', data: {} });
    await vi.advanceTimersByTimeAsync(LATER_MS);
    await applied;
    return queryClient.getQueryData(keys.walls);
  };
  expect(await read(new TypeError('Failed to fetch'), [wall(true)])).toEqual([wall(true)]);
  expect(await read()).toEqual([wall(true)]);
});

test('a wall that is paused, shown again or asks for more is shown anew, and no other one is loaded again', async () => {
  const wall = (memberCode: string, embed: object, fields = ['email']) =>
    ({ memberCode, embed, sharing: { fields, shares: null } }) as Wall;
  const frame = (view: number) => ({ kind: 'iframe', url: `/?view=${view}` });
  const queryClient = filledCache();
  onTestFinished(() => void vi.unstubAllGlobals());
  const after = async (...walls: Wall[]) => {
    vi.stubGlobal('fetch', async () => Response.json(walls));
    await applyNews(queryClient, { type: 'walls', data: {} });
    return queryClient.getQueryData(keys.walls);
  };
  const [other, asking] = [wall('lovelace', frame(1)), wall('hopper', { kind: 'asked' })];
  const paused = wall('ada', { kind: 'paused' });
  queryClient.setQueryData(keys.walls, [wall('ada', frame(1)), other, asking]);
  expect(await after(paused, wall('lovelace', frame(2)), asking)).toEqual([paused, other, asking]);

  const shown = wall('ada', frame(3));
  const more = wall('hopper', { kind: 'asked' }, ['email', 'name']);
  expect(await after(shown, wall('lovelace', frame(3)), more)).toEqual([shown, other, more]);
});

test('a wall that is paused and at once shown again is shown, also where a hidden tab has no timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => void vi.unstubAllGlobals());
  const wall = (kind: string) => ({ memberCode: 'ada', embed: { kind }, sharing: null }) as unknown as Wall;
  const queryClient = createQueryClient(() => undefined);
  queryClient.setQueryData(keys.walls, [wall('iframe')]);
  for (const kind of ['paused', 'iframe']) {
    vi.stubGlobal('fetch', async () => Response.json([wall(kind)]));
    await applyNews(queryClient, { type: 'walls', data: {} });
    expect(queryClient.getQueryData(keys.walls)).toEqual([wall(kind)]);
  }
});

test('a wall that was paused before the stream was open is shown as paused', async () => {
  const wall = (kind: string) => ({ memberCode: 'ada', embed: { kind }, sharing: null }) as unknown as Wall;
  const queryClient = filledCache();
  queryClient.setQueryData(keys.walls, [wall('asked')]);
  vi.stubGlobal('fetch', async () => Response.json([wall('paused')]));
  onTestFinished(() => void vi.unstubAllGlobals());
  await applyNews(queryClient, { type: 'joined' });
  expect(queryClient.getQueryData(keys.walls)).toEqual([wall('paused')]);
});

test('everything is read again after an interruption', async () => {
  const queryClient = filledCache();
  await applyNews(queryClient, { type: 'interrupted' });
  expect(stale(queryClient)).toEqual(['user', 'tasks', 'statement', 'claims', 'rewards', 'redemptions']);
});

test('points that moved before the stream was open are read', async () => {
  const queryClient = filledCache();
  queryClient.setQueryDefaults(keys.user, { queryFn: () => ({ ...member, points: 175 }) });
  await queryClient.fetchQuery({ queryKey: keys.user });
  queryClient.setQueryData(keys.user, member);
  // The observer represents a screen, as only shown data is read again at once.
  const screen = new QueryObserver(queryClient, { queryKey: keys.user, staleTime: Number.POSITIVE_INFINITY });
  const unsubscribe = screen.subscribe(() => undefined);
  await applyNews(queryClient, { type: 'joined' });
  expect(queryClient.getQueryData<Member>(keys.user)?.points).toBe(175);
  expect(stale(queryClient)).toEqual(['tasks', 'statement', 'claims', 'rewards', 'redemptions']);
  unsubscribe();
});

test('what moved before the stream was open is read, though the balance is the same', async () => {
  const queryClient = filledCache();
  await applyNews(queryClient, { type: 'joined' });
  expect(stale(queryClient)).toEqual(['user', 'tasks', 'statement', 'claims', 'rewards', 'redemptions']);
});

test('an event without a signed-in member creates none', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(keys.user, null);
  await applyNews(queryClient, { type: 'balance', data: { points: 375, change: 300 } });
  expect(queryClient.getQueryData(keys.user)).toBeNull();
});
