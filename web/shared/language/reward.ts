import { useTranslations } from 'use-intl';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { RewardWording } from '#contract/site.values.ts';
import { site } from '#web/shared/api/site.ts';
import { isolated } from './isolate.ts';
import { useFormats, useLanguage } from './language.tsx';

/** A screen that shows rewards. */
export type RewardScreen =
  | 'dashboard'
  | 'tasks'
  | 'adwall'
  | 'history'
  | 'earn'
  | 'profile'
  | 'redeem'
  | 'admin';
/** What a screen counts in. One point is one US cent is one megabyte, so only the words differ. */
export type RewardUnit = 'dollars' | 'points' | 'megabytes';

interface ScreenWording {
  /** The unit of every amount. */
  unit: RewardUnit;
  /** The unit shown beside it, if the wording shows two. */
  second: RewardUnit | null;
}

const DOLLARS: ScreenWording = { unit: 'dollars', second: null };
const MEGABYTES: ScreenWording = { unit: 'megabytes', second: null };
const DOLLARS_AND_POINTS: ScreenWording = { unit: 'dollars', second: 'points' };
const POINTS_AND_DOLLARS: ScreenWording = { unit: 'points', second: 'dollars' };

/**
 * The unit of each screen; only this table decides it. `specification`: megabytes where the specification describes a
 * screen so, dollars elsewhere. `cash`: points and dollars everywhere. `data`: megabytes everywhere.
 */
export const WORDINGS: Record<RewardWording, Record<RewardScreen, ScreenWording>> = {
  specification: {
    dashboard: DOLLARS,
    tasks: MEGABYTES,
    adwall: DOLLARS,
    history: MEGABYTES,
    earn: MEGABYTES,
    profile: MEGABYTES,
    redeem: DOLLARS,
    admin: DOLLARS,
  },
  cash: {
    dashboard: DOLLARS_AND_POINTS,
    tasks: POINTS_AND_DOLLARS,
    adwall: POINTS_AND_DOLLARS,
    history: POINTS_AND_DOLLARS,
    earn: POINTS_AND_DOLLARS,
    profile: POINTS_AND_DOLLARS,
    redeem: DOLLARS_AND_POINTS,
    admin: DOLLARS_AND_POINTS,
  },
  data: {
    dashboard: MEGABYTES,
    tasks: MEGABYTES,
    adwall: MEGABYTES,
    history: MEGABYTES,
    earn: MEGABYTES,
    profile: MEGABYTES,
    redeem: MEGABYTES,
    admin: MEGABYTES,
  },
};

export interface Reward extends ScreenWording {
  /** Points in this screen's unit: `$3.00`, `300 points`, `300 MB`. */
  amount: (points: number) => string;
  /** The same in the second unit; null if the screen shows one. */
  secondAmount: (points: number) => string | null;
  /** What a task credited or debited: `+300 MB`, `−$3.00`. */
  gain: (points: number) => string;
  /** A goal, short: `$1.00`, `1000 points`, `1GB`, `250MB`. */
  goal: (points: number) => string;
}

const MEGABYTES_PER_GIGABYTE = 1000;
/** A minus as wide as the plus; screen readers read it as minus. */
const MINUS = '\u2212';

/** How this screen writes rewards. Messages can choose their words by `unit`: `{unit, select, ...}`. */
export function useReward(screen: RewardScreen): Reward {
  const t = useTranslations('common');
  const { dollars, number } = useFormats();
  const { direction } = useLanguage();
  return rewardIn(WORDINGS[site().rewardWording][screen], {
    dollars,
    points: (count) => t('points', { count }),
    megabytes: (count) => t('megabytes', { amount: number(count) }),
    megabytesShort: (count) => t('megabytesShort', { amount: number(count) }),
    gigabytesShort: (count) => t('gigabytesShort', { amount: number(count) }),
    whole: (text) => isolated(text, direction),
  });
}

/** Turns whole numbers of a unit (dollars: US cents) into words; `whole` keeps an amount together in a sentence. */
export type UnitWriters = Record<
  RewardUnit | 'megabytesShort' | 'gigabytesShort',
  (count: number) => string
> & { whole: (text: string) => string };

/** The formats of one wording, written by `write`. */
export function rewardIn(wording: ScreenWording, write: UnitWriters): Reward {
  const bare = (unit: RewardUnit, points: number): string =>
    write[unit](unit === 'dollars' ? (points * 100) / POINTS_PER_DOLLAR : points);
  const inUnit = (unit: RewardUnit, points: number) => write.whole(bare(unit, points));
  const goal = (points: number): string => {
    if (wording.unit !== 'megabytes') return inUnit(wording.unit, points);
    return write.whole(
      points >= MEGABYTES_PER_GIGABYTE
        ? write.gigabytesShort(points / MEGABYTES_PER_GIGABYTE)
        : write.megabytesShort(points),
    );
  };
  return {
    ...wording,
    amount: (points) => inUnit(wording.unit, points),
    secondAmount: (points) => (wording.second ? inUnit(wording.second, points) : null),
    gain: (points) => write.whole(`${points < 0 ? MINUS : '+'}${bare(wording.unit, Math.abs(points))}`),
    goal,
  };
}
