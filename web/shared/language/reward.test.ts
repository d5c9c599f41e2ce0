import { createFormatter, createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { REWARD_WORDINGS } from '#contract/site.values.ts';
import messages from '#web/shared/language/messages/en/app.json' with { type: 'json' };
import { isolated } from './isolate.ts';
import { type RewardScreen, rewardIn, type UnitWriters, WORDINGS } from './reward.ts';

const SCREENS: RewardScreen[] = [
  'dashboard',
  'tasks',
  'adwall',
  'history',
  'earn',
  'profile',
  'redeem',
  'admin',
];

const t = createTranslator({ locale: 'en', messages, namespace: 'common' });
const format = createFormatter({ locale: 'en' });
const english: UnitWriters = {
  dollars: (cents) => format.number(cents / 100, { style: 'currency', currency: 'USD' }),
  points: (count) => t('points', { count }),
  megabytes: (count) => t('megabytes', { amount: format.number(count) }),
  megabytesShort: (count) => t('megabytesShort', { amount: format.number(count) }),
  gigabytesShort: (count) => t('gigabytesShort', { amount: format.number(count) }),
  whole: (text) => text,
};

/** 300 earned points on every screen of a wording. */
const shown = (wording: (typeof REWARD_WORDINGS)[number]) =>
  Object.fromEntries(
    SCREENS.map((screen) => {
      const reward = rewardIn(WORDINGS[wording][screen], english);
      return [screen, [reward.gain(300), reward.secondAmount(300)].filter(Boolean).join(', ')];
    }),
  );

test('the wording of the specification is megabytes on tasks, history, earn and profile, dollars elsewhere', () => {
  expect(shown('specification')).toEqual({
    dashboard: '+$3.00',
    tasks: '+300 MB',
    adwall: '+$3.00',
    history: '+300 MB',
    earn: '+300 MB',
    profile: '+300 MB',
    redeem: '+$3.00',
    admin: '+$3.00',
  });
});

test('the cash wording shows points and dollars on every screen', () => {
  expect(shown('cash')).toEqual({
    dashboard: '+$3.00, 300 points',
    tasks: '+300 points, $3.00',
    adwall: '+300 points, $3.00',
    history: '+300 points, $3.00',
    earn: '+300 points, $3.00',
    profile: '+300 points, $3.00',
    redeem: '+$3.00, 300 points',
    admin: '+$3.00, 300 points',
  });
});

test('the data wording shows megabytes on every screen', () => {
  expect(new Set(Object.values(shown('data')))).toEqual(new Set(['+300 MB']));
});

test('one point is singular, a loss has a minus, and a goal is short', () => {
  const cash = rewardIn(WORDINGS.cash.tasks, english);
  expect(cash.amount(1)).toBe('1 point');
  expect(cash.gain(-300)).toBe('\u2212300 points');
  const data = rewardIn(WORDINGS.data.tasks, english);
  expect([data.goal(250), data.goal(1000), data.goal(1500)]).toEqual(['250MB', '1GB', '1.5GB']);
  expect(rewardIn(WORDINGS.specification.dashboard, english).goal(100)).toBe('$1.00');
});

test('an amount in a sentence from right to left stays together with its sign', () => {
  const write: UnitWriters = { ...english, whole: (text) => isolated(text, 'rtl') };
  const data = rewardIn(WORDINGS.specification.tasks, write);
  expect([data.gain(300), data.amount(300), data.goal(1000)]).toEqual([
    '\u2068+300 MB\u2069',
    '\u2068300 MB\u2069',
    '\u20681GB\u2069',
  ]);
  expect(isolated('300 MB', 'ltr')).toBe('300 MB');
});

test('every wording has every screen', () => {
  for (const wording of REWARD_WORDINGS) expect(Object.keys(WORDINGS[wording])).toEqual(SCREENS);
});
