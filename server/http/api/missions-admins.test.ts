import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { openMissions } from '#testing/mission-calls.ts';
import { LINK, missionMember, SURVEY, VIDEO } from '#testing/missions.ts';

const { site, database, start, answer, said, pointsOf, missionOf } = await openMissions();

describe('admins', () => {
  const admin = async () => {
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, await createMember(database, { isAdmin: true }));
    return visitor;
  };
  const plan = {
    title: 'New',
    description: 'New one',
    instructions: ['Go.'],
    points: 50,
    difficulty: 'easy',
    status: 'draft',
    dailyCap: null,
    totalCap: 5,
    position: 3,
    content: SURVEY,
  };

  test('add a draft that no member sees, open it, change it and pause it', async () => {
    const editor = await admin();
    const visitor = await missionMember(site);
    const created = await editor.post('/api/admin/missions', plan);
    expect(created.body).toMatchObject({ ...plan, started: 0, completed: 0, completedToday: 0 });
    const { id } = created.body;
    expect(await missionOf(visitor, id)).toBeUndefined();
    expect(said(await start(visitor, id))).toBe('404 not_found');
    const change = (body: object) => editor.call('PATCH', `/api/admin/missions/${id}`, body);
    await change({ status: 'active', points: 60 });
    expect((await missionOf(visitor, id)).state).toBe('open');
    await start(visitor, id);
    await change({ status: 'paused', points: 70 });
    const newcomer = await missionMember(site);
    expect((await missionOf(newcomer, id)).state).toBe('paused');
    expect(said(await start(newcomer, id))).toBe('409 mission_paused');
    expect(said(await answer(visitor, id, { q1: 'yes', q2: 'no' }))).toBe('200 completed');
    expect(await pointsOf(visitor.id)).toBe(70);
    await change({ status: 'ended' });
    expect(await missionOf(newcomer, id)).toBeUndefined();
    expect((await missionOf(visitor, id)).state).toBe('completed');
    const listed = (await editor.get('/api/admin/missions')).body.find(
      (one: { id: string }) => one.id === id,
    );
    expect(listed).toMatchObject({ points: 70, started: 1, completed: 1, completedToday: 1 });
  });

  test('cannot store what no member could do', async () => {
    const editor = await admin();
    const refused = async (content: object) =>
      Object.keys((await editor.post('/api/admin/missions', { ...plan, content })).body.fields ?? {});
    expect(await refused({ ...VIDEO, sources: ['https://elsewhere.example/film.mp4'] })).toEqual([
      'content.sources.0',
    ]);
    expect(await refused({ ...LINK, url: 'https://acme.example/' })).toEqual(['content.url']);
    expect(await refused({ ...LINK, url: 'javascript:alert(1)//{click}' })).toEqual(['content.url']);
    expect(await refused({ kind: 'survey', questions: [] })).toEqual(['content.questions']);
    expect(await refused({ kind: 'browse', seconds: 0, items: [] })).toContain('content.seconds');
    const known = await editor.post('/api/admin/missions', plan);
    const change = await editor.call('PATCH', `/api/admin/missions/${known.body.id}`, { content: VIDEO });
    expect(said(change)).toBe('409 mission_kind_fixed');
  });
});

test('the five examples are added once over several starts, and as drafts in production', async () => {
  const list = (await (await missionMember(site)).get('/api/missions')).body.slice(0, 5);
  expect(
    list.map((mission: { content: { kind: string }; pointsEarned: number; difficulty: string }) => [
      mission.content.kind,
      mission.pointsEarned,
      mission.difficulty,
    ]),
  ).toEqual([
    ['app_install', 300, 'easy'],
    ['video', 100, 'easy'],
    ['sign_up', 500, 'medium'],
    ['survey', 200, 'easy'],
    ['browse', 200, 'easy'],
  ]);
  const { addExampleMissions } = await import('#domain/earning/index.ts');
  await transactOn(database)((tx) => addExampleMissions(tx, { status: 'draft', advertiserUrl: '' }));
  const kept = await database.selectFrom('missions').selectAll().where('example', 'is not', null).execute();
  expect(kept.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'active'));
});
