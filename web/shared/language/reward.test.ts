import { createFormatter, createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { APP_PATHS, REWARD_WORDINGS } from '#contract/site.values.ts';
import { REWARD_SCREENS, screenAt, WORDINGS } from '#contract/wording.values.ts';
import messages from '#web/shared/language/messages/en/app.json' with { type: 'json' };
import { isolated } from './isolate.ts';
import { rewardIn, type UnitWriters } from './reward.ts';

const t = createTranslator({ locale: 'en', messages, namespace: 'common' });
const format = createFormatter({ locale: 'en' });
const english: UnitWriters = {
  dollars: (cents) => format.number(cents / 100, { style: 'currency', currency: 'USD' }),
  points: (count) => t('points', { count }),
  megabytes: (count) => t('megabytes', { amount: format.number(count) }),
  megabytesShort: (count) => t('megabytesShort', { amount: format.number(count) }),
  gigabytesShort: (count) => t('gigabytesShort', { amount: format.number(count) }),
  worth: (amount, worth) => t('worth', { amount, worth }),
  whole: (text) => text,
};

/** 300 points on every screen of a wording. */
const shown = (wording: (typeof REWARD_WORDINGS)[number]) =>
  Object.fromEntries(
    REWARD_SCREENS.map((screen) => {
      const reward = rewardIn(WORDINGS[wording][screen], english);
      return [screen, [reward.figure(300), reward.secondAmount(300)].filter(Boolean).join(', ')];
    }),
  );

test('the wording of the specification is megabytes on tasks, history, earn and profile, dollars elsewhere', () => {
  expect(shown('specification')).toEqual({
    dashboard: '$3.00',
    tasks: '300 MB',
    adwall: '$3.00',
    history: '300 MB',
    earn: '300 MB',
    profile: '300 MB',
    redeem: '$3.00',
    admin: '$3.00',
    notice: '$3.00',
    landing: '$3.00',
  });
});

test('the cash wording shows points and dollars on every screen', () => {
  expect(shown('cash')).toEqual({
    dashboard: '$3.00, 300 points',
    tasks: '300 points, $3.00',
    adwall: '300 points, $3.00',
    history: '300 points, $3.00',
    earn: '300 points, $3.00',
    profile: '300 points, $3.00',
    redeem: '$3.00, 300 points',
    admin: '$3.00',
    notice: '300 points, $3.00',
    landing: '$3.00',
  });
});

test('the data wording shows megabytes on every screen of members, and dollars to staff', () => {
  const { admin, ...ofMembers } = shown('data');
  expect(new Set(Object.values(ofMembers))).toEqual(new Set(['300 MB']));
  expect(admin).toBe('$3.00');
});

test('one point is singular, a loss has a minus, and a goal is short', () => {
  const cash = rewardIn(WORDINGS.cash.tasks, english);
  expect(cash.amount(1)).toBe('1 point ($0.01)');
  expect(cash.gain(-300)).toBe('\u2212300 points ($3.00)');
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
  for (const wording of REWARD_WORDINGS) expect(Object.keys(WORDINGS[wording])).toEqual([...REWARD_SCREENS]);
});

test('every address of the app has a screen of its own, but for those before a member has a balance, and redeeming itself', () => {
  const withoutOne = APP_PATHS.filter((path) => screenAt(path) === 'redeem');
  expect(withoutOne).toEqual(['/auth', '/confirm-email', '/identity/*', '/reset-password', '/redeem']);
  expect([screenAt('/task'), screenAt('/history'), screenAt('/admin/members')]).toEqual([
    'tasks',
    'history',
    'admin',
  ]);
});

test('points never stand without what they are worth, and other units stand alone', () => {
  for (const wording of REWARD_WORDINGS)
    for (const screen of REWARD_SCREENS) {
      const { unit, amount, gain, goal } = rewardIn(WORDINGS[wording][screen], english);
      for (const text of [amount(300), gain(300), goal(300)])
        expect(text.includes('('), `${wording} ${screen} ${text}`).toBe(unit === 'points');
    }
});
