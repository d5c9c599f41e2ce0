import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { missionPlan } from '#contract/missions.rules.ts';
import type { MissionContent, MissionPlan } from '#contract/missions.ts';
import { fieldOf, newMission, planOf, statusTextOf, valuesOf } from './mission-values.ts';

const PLAN: Omit<MissionPlan, 'content'> = {
  title: 'A mission',
  description: 'What it is about',
  instructions: ['First', 'Then'],
  points: 100,
  difficulty: 'easy',
  status: 'active',
  announced: false,
  dailyCap: null,
  totalCap: 50,
  position: 10,
};
const CONTENTS: MissionContent[] = [
  { kind: 'video', sources: ['/media/a.webm', '/media/a.mp4'], seconds: 30 },
  {
    kind: 'survey',
    questions: [
      {
        id: 'often',
        text: 'How often?',
        options: [
          { id: 'week', text: 'Every week' },
          { id: 'never', text: 'Never' },
        ],
      },
    ],
  },
  { kind: 'app_install', advertiser: 'acme', url: 'https://acme.example/?c={click}' },
  { kind: 'sign_up', advertiser: 'acme', url: 'https://acme.example/?c={click}' },
  { kind: 'browse', seconds: 60, items: [{ title: 'Mug', text: 'Enamel', price: '$12' }] },
];

test('opening and saving a mission of any kind changes nothing', () => {
  for (const content of CONTENTS) {
    const plan = { ...PLAN, content };
    expect(planOf(valuesOf(plan))).toEqual(plan);
    expect(z.parse(missionPlan, planOf(valuesOf(plan)))).toEqual(plan);
  }
});

test('an answer keeps its id while its text stays, and a removed id is never reused for another text', () => {
  const values = valuesOf({ ...PLAN, content: CONTENTS[1] as MissionContent });
  const [question] = values.questions;
  if (!question) throw new Error('the survey has a question');
  values.questions = [
    { ...question, options: 'Never\nEvery day' },
    { ...question, key: '', text: 'New?' },
  ];
  const { content } = planOf(values);
  if (content.kind !== 'survey') throw new Error('the kind stays');
  expect(content.questions.map(({ id }) => id)).toEqual(['often', 'q1']);
  expect(content.questions[0]?.options).toEqual([
    { id: 'never', text: 'Never' },
    { id: 'o1', text: 'Every day' },
  ]);
});

test('only of a draft that is not announced staff read that no member sees it', () => {
  const textOf = (status: MissionPlan['status'], announced: boolean) => statusTextOf({ status, announced });
  expect(textOf('draft', false)).toBe('draft');
  expect(textOf('draft', true)).toBe('draftAnnounced');
  expect(textOf('active', true)).toBe('active');
});

test('every fault of an empty form is shown at a field of the form', () => {
  for (const { kind } of CONTENTS) {
    const values = { ...newMission(), kind };
    const parsed = z.safeParse(missionPlan, planOf(values));
    const fields = parsed.error?.issues.map(({ path }) => fieldOf(path.join('.'))) ?? [];
    expect(fields).toContain('points');
    for (const field of fields) {
      const [name = '', position, part = ''] = field.split('.');
      expect(values).toHaveProperty(name);
      if (position !== undefined && position !== 'root')
        expect(values).toHaveProperty([name, position, part]);
    }
  }
});
