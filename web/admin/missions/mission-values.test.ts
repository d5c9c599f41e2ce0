import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { missionPlan } from '#contract/missions.rules.ts';
import type { MissionContent, MissionPlan } from '#contract/missions.ts';
import { fieldOf, newMission, newQuestion, planOf, statusTextOf, valuesOf } from './mission-values.ts';

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

/** The survey after an editor who opened it has made these its questions and answers, and its ids by text. */
function edited(opened: MissionContent, asked: Record<string, string[]>) {
  const values = valuesOf({ ...PLAN, content: opened });
  values.questions = Object.entries(asked).map(([text, options]) => ({
    ...(values.questions.find((question) => question.text === text) ?? newQuestion()),
    text,
    options: options.join('\n'),
  }));
  const { content } = z.parse(missionPlan, planOf(values));
  if (content.kind !== 'survey') throw new Error('the kind stays');
  const all = content.questions.flatMap(({ options, ...question }) => [question, ...options]);
  return { content, ids: new Map(all.map(({ text, id }) => [text, id])) };
}

test('an answer keeps its id while its text stays, and no other text gets it, whoever adds one and whenever', () => {
  const opened = CONTENTS[1] as MissionContent;
  const maybe = edited(opened, { 'How often?': ['Every week', 'Never', 'Maybe'], 'New?': ['Yes', 'No'] });
  expect([maybe.ids.get('How often?'), maybe.ids.get('Never')]).toEqual(['often', 'never']);
  const elsewhere = edited(opened, { 'How often?': ['Never', 'Every day'], 'Other?': ['Yes', 'No'] });
  const without = edited(maybe.content, { 'How often?': ['Every week', 'Never'] });
  const after = edited(without.content, { 'How often?': ['Never', 'Sometimes'], 'Next?': ['Yes', 'No'] });
  const answers = [maybe.ids.get('Maybe'), elsewhere.ids.get('Every day'), after.ids.get('Sometimes')];
  const questions = [maybe.ids.get('New?'), elsewhere.ids.get('Other?'), after.ids.get('Next?')];
  expect([new Set(answers).size, new Set(questions).size]).toEqual([3, 3]);
  const again = edited(without.content, { 'How often?': ['Never', 'Maybe'] });
  expect(again.ids.get('Maybe')).toBe(answers[0]);
});

test('the same answer twice in a question has two ids', () => {
  const { content } = edited(CONTENTS[1] as MissionContent, {
    'How often?': ['Never', 'Maybe', 'Maybe', 'Never'],
  });
  expect(new Set(content.questions[0]?.options.map(({ id }) => id)).size).toBe(4);
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
