import { useTranslations } from 'use-intl';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import {
  type RewardScreen,
  type RewardUnit,
  type ScreenWording,
  screenAt,
  WORDINGS,
} from '#contract/wording.values.ts';
import { site } from '#web/shared/api/site.ts';
import { isolated } from './isolate.ts';
import { useFormats, useLanguage } from './language.tsx';

export interface Reward extends ScreenWording {
  /** Points in this screen's unit: `$3.00`, `300 MB`; points with what they are worth: `300 points ($3.00)`. */
  amount: (points: number) => string;
  /** The same without the worth, for a figure that has `secondAmount` beside it: `300 points`. */
  figure: (points: number) => string;
  /** The figure in the second unit; null if the screen shows one. */
  secondAmount: (points: number) => string | null;
  /** What a task credited or debited: `+300 MB`, `−$3.00`, `+300 points ($3.00)`. */
  gain: (points: number) => string;
  /** A goal, short: `$1.00`, `1000 points ($10.00)`, `1GB`, `250MB`. */
  goal: (points: number) => string;
}

const MEGABYTES_PER_GIGABYTE = 1000;
/** A minus as wide as the plus; screen readers read it as minus. */
const MINUS = '\u2212';

/**
 * How a screen writes rewards; without a name, the one at the page's address, for what shows on several: dialogs, toasts.
 * Messages can choose their words by `unit`: `{unit, select, ...}`.
 */
export function useReward(screen: RewardScreen = screenAt(location.pathname)): Reward {
  const t = useTranslations('common');
  const { dollars, number } = useFormats();
  const { direction } = useLanguage();
  return rewardIn(WORDINGS[site().rewardWording][screen], {
    dollars,
    points: (count) => t('points', { count }),
    megabytes: (count) => t('megabytes', { amount: number(count) }),
    megabytesShort: (count) => t('megabytesShort', { amount: number(count) }),
    gigabytesShort: (count) => t('gigabytesShort', { amount: number(count) }),
    worth: (amount, worth) => t('worth', { amount, worth }),
    whole: (text) => isolated(text, direction),
  });
}

/** Turns whole numbers of a unit (dollars: US cents) into words; `whole` keeps an amount together in a sentence. */
export type UnitWriters = Record<
  RewardUnit | 'megabytesShort' | 'gigabytesShort',
  (count: number) => string
> & {
  /** `300 points ($3.00)`. */
  worth: (amount: string, worth: string) => string;
  whole: (text: string) => string;
};

/** The formats of one wording, written by `write`. */
export function rewardIn(wording: ScreenWording, write: UnitWriters): Reward {
  const bare = (unit: RewardUnit, points: number): string =>
    write[unit](unit === 'dollars' ? (points * 100) / POINTS_PER_DOLLAR : points);
  const inUnit = (unit: RewardUnit, points: number) => write.whole(bare(unit, points));
  /** The amount of points beside its words `text`. */
  const worth = (text: string, points: number) =>
    wording.unit === 'points' ? write.worth(text, bare('dollars', Math.abs(points))) : text;
  const amount = (points: number) => write.whole(worth(bare(wording.unit, points), points));
  const goal = (points: number): string => {
    if (wording.unit !== 'megabytes') return amount(points);
    return write.whole(
      points >= MEGABYTES_PER_GIGABYTE
        ? write.gigabytesShort(points / MEGABYTES_PER_GIGABYTE)
        : write.megabytesShort(points),
    );
  };
  return {
    ...wording,
    amount,
    figure: (points) => inUnit(wording.unit, points),
    secondAmount: (points) => (wording.second ? inUnit(wording.second, points) : null),
    gain: (points) =>
      write.whole(worth(`${points < 0 ? MINUS : '+'}${bare(wording.unit, Math.abs(points))}`, points)),
    goal,
  };
}
