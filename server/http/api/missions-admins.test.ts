import { beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import { missionTexts } from '#contract/missions.rules.ts';
import type { PlannedMission } from '#contract/missions.ts';
import type { Translations } from '#contract/translations.ts';
import { transactOn } from '#database/transaction.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { openMissions } from '#testing/mission-calls.ts';
import { LINK, missionMember, SURVEY, VIDEO } from '#testing/missions.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';

const { site, database, start, answer, said, pointsOf, missionOf } = await openMissions();

describe('admins', () => {
  beforeEach(untilTodayLasts, LONG_TEST_MS_MAX);
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

  test('of two who change the content that they both looked at, the second is refused, and the first one stays', async () => {
    const [ada, ben] = [await admin(), await admin()];
    const { id, contentVersion: seen } = (await ada.post('/api/admin/missions', plan)).body;
    const [first] = SURVEY.kind === 'survey' ? SURVEY.questions : [];
    const asking = (text: string) => ({
      ...SURVEY,
      questions: [{ ...first, options: [...(first?.options ?? []), { id: 'third', text }] }],
    });
    const change = (editor: typeof ada, body: object) =>
      editor.call('PATCH', `/api/admin/missions/${id}`, body);
    const stored = async () =>
      (await ada.get('/api/admin/missions')).body.find((one: { id: string }) => one.id === id);
    const saved = await change(ada, { content: asking('Maybe'), seen });
    expect(saved.status).toBe(200);
    expect(said(await change(ben, { content: asking('Never'), title: 'Newer', seen }))).toBe(
      '409 mission_changed',
    );
    expect(await stored()).toMatchObject({ title: 'New', content: asking('Maybe') });
    // A response that was lost is asked for again, and other fields replace nothing of it.
    expect((await change(ada, { content: asking('Maybe'), seen })).body.contentVersion).toBe(
      saved.body.contentVersion,
    );
    expect((await change(ben, { title: 'Newer', seen })).status).toBe(200);
    expect(await stored()).toMatchObject({ title: 'Newer', content: asking('Maybe') });
    // Who has looked again may, and so may a program that says nothing of it.
    expect((await change(ben, { content: asking('Never'), seen: saved.body.contentVersion })).status).toBe(
      200,
    );
    expect((await change(ada, { content: asking('Always') })).body.content).toEqual(asking('Always'));
  });

  test('give a mission texts in other languages, which members, their notices, tasks and claims follow', async () => {
    const editor = await admin();
    const created = await editor.post('/api/admin/missions', {
      ...plan,
      title: 'Tell us',
      status: 'active',
      position: 900,
    });
    const { id } = created.body;
    const path = `/api/admin/missions/${id}/translations`;
    const texts = { 'Tell us': 'Cuéntanos', 'Go.': 'Adelante.', 'Do you?': '¿Lo haces?', constructor: 'x' };
    const saved = await editor.call('PUT', `${path}/es`, { texts });
    expect(saved.body.translations).toEqual({ es: texts });
    expect(said(await editor.call('PUT', `${path}/xx`, { texts }))).toBe('400 invalid_input');
    expect(said(await editor.call('PUT', `${path}/fr`, { texts: { 'Tell us': '' } }))).toBe(
      '400 invalid_input',
    );
    expect(said(await editor.call('PUT', `${path}/fr`, { texts: { 'Tell us': 'x'.repeat(501) } }))).toBe(
      '400 invalid_input',
    );

    const visitor = await missionMember(site);
    expect(await missionOf(visitor, id)).toMatchObject({ title: 'Tell us' });
    await visitor.call('PUT', '/api/user/language', { language: 'es' });
    expect(await missionOf(visitor, id)).toMatchObject({
      title: 'Cuéntanos',
      description: 'New one',
      instructions: ['Adelante.'],
    });
    expect((await start(visitor, id)).body.title).toBe('Cuéntanos');
    const about = { kind: 'mission', missionId: id };
    const claim = { about, happenedAt: new Date().toISOString(), text: 'Nothing came.' };
    expect((await visitor.post('/api/claims', claim)).body.title).toBe('Cuéntanos');
    expect((await visitor.get('/api/claims')).body).toMatchObject([{ title: 'Cuéntanos' }]);
    expect((await answer(visitor, id, { q1: 'yes', q2: 'no' })).body.title).toBe('Cuéntanos');
    const [task] = (await visitor.get('/api/tasks')).body;
    expect(task.title).toBe('Cuéntanos');

    // The words have changed, so nobody reads a translation of the old ones.
    await editor.call('PATCH', `/api/admin/missions/${id}`, { title: 'Ask us' });
    expect(await missionOf(visitor, id)).toMatchObject({ title: 'Ask us', instructions: ['Adelante.'] });
    const trail = await database
      .selectFrom('auditEntries')
      .select('after')
      .where('subjectId', '=', id)
      .execute();
    expect(trail.map(({ after }) => JSON.stringify(after))).toContainEqual(
      expect.stringContaining('Cuéntanos'),
    );
  });

  test('give a reward its words in another language, which its members read', async () => {
    const editor = await admin();
    const known = (await editor.get('/api/admin/rewards')).body.rewards as {
      id: string;
      key: string;
      title: string;
      description: string;
    }[];
    const { id = '', title = '', description = '' } = known.find(({ key }) => key === 'bus-ticket') ?? {};
    const saved = await editor.call('PUT', `/api/admin/rewards/${id}/translations/es`, {
      texts: { [title]: 'Pasaje', [description]: 'Un viaje.' },
    });
    expect(saved.body.translations.es).toEqual({ [title]: 'Pasaje', [description]: 'Un viaje.' });
    expect(saved.body.translations.de[title]).toBe('Busticket');
    const visitor = await missionMember(site);
    const offered = async () =>
      (await visitor.get('/api/rewards')).body.offers.find((one: { id: string }) => one.id === id)?.title;
    expect(await offered()).toBe(title);
    await visitor.call('PUT', '/api/user/language', { language: 'es' });
    await expect.poll(offered).toBe('Pasaje');
  });

  test('only those who edit the catalogue may translate', async () => {
    const editor = await admin();
    const { id } = (await editor.post('/api/admin/missions', plan)).body;
    const member = await missionMember(site);
    const asked = await member.call('PUT', `/api/admin/missions/${id}/translations/es`, {
      texts: { New: 'Nuevo' },
    });
    expect(said(asked)).toBe('403 not_admin');
  });

  test('announce drafts: members read their words, at most three, and cannot start them', async () => {
    const editor = await admin();
    const visitor = await missionMember(site);
    const announced = async () => (await visitor.get('/api/missions/announced')).body;
    expect(await announced()).toEqual([]);
    const ids: string[] = [];
    for (const position of [40, 10, 30, 20]) {
      const draft = { ...plan, title: `Soon ${position}`, position, announced: true };
      ids.push((await editor.post('/api/admin/missions', draft)).body.id);
    }
    await editor.post('/api/admin/missions', { ...plan, title: 'Never said' });
    const [, first = ''] = ids;
    expect(await announced()).toEqual([
      {
        id: first,
        kind: 'survey',
        title: 'Soon 10',
        description: 'New one',
        pointsEarned: 50,
        difficulty: 'easy',
      },
      expect.objectContaining({ title: 'Soon 20' }),
      expect.objectContaining({ title: 'Soon 30' }),
    ]);
    expect(said(await start(visitor, first))).toBe('404 not_found');
    await editor.call('PATCH', `/api/admin/missions/${first}`, { status: 'active' });
    expect((await announced()).map(({ title }: { title: string }) => title)).toEqual([
      'Soon 20',
      'Soon 30',
      'Soon 40',
    ]);
    await editor.call('PATCH', `/api/admin/missions/${first}`, { status: 'ended' });
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

test('every text of the examples is translated into every language', async () => {
  const missions = await database
    .selectFrom('missions')
    .selectAll()
    .where('example', 'is not', null)
    .execute();
  const rewards = await database
    .selectFrom('rewards')
    .selectAll()
    .where('kind', '<>', 'prepaid_card')
    .execute();
  const plans = missions as unknown as PlannedMission[];
  const written = [
    ...plans.map((plan) => ({ texts: missionTexts(plan), translations: plan.translations })),
    ...rewards.map(({ title, description, translations }) => ({ texts: [title, description], translations })),
  ] as { texts: string[]; translations: Translations }[];
  expect(written).toHaveLength(9);
  for (const { texts, translations } of written) {
    const others = LANGUAGE_CODES.filter((code) => code !== 'en');
    const missing = others.flatMap((code) =>
      texts.filter((text) => !translations[code]?.[text]).map((text) => [code, text]),
    );
    expect(missing).toEqual([]);
    expect(
      Object.values(translations)
        .flatMap((one) => Object.keys(one))
        .every((text) => texts.includes(text)),
    ).toBe(true);
  }
});
