import type { RewardWording } from './site.values.ts';

/** Where rewards are shown. `notice`: mails and push messages; `landing`: the front page. */
export const REWARD_SCREENS = [
  'dashboard',
  'tasks',
  'adwall',
  'history',
  'earn',
  'profile',
  'redeem',
  'admin',
  'notice',
  'landing',
] as const;
export type RewardScreen = (typeof REWARD_SCREENS)[number];
/** What a screen counts in. One point is one US cent is one megabyte, so only the words differ. */
export type RewardUnit = 'dollars' | 'points' | 'megabytes';

export interface ScreenWording {
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
 * screen so, dollars elsewhere. `cash`: points and dollars everywhere. `data`: megabytes everywhere. Staff work in dollars
 * whatever members see.
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
    notice: DOLLARS,
    landing: DOLLARS,
  },
  cash: {
    dashboard: DOLLARS_AND_POINTS,
    tasks: POINTS_AND_DOLLARS,
    adwall: POINTS_AND_DOLLARS,
    history: POINTS_AND_DOLLARS,
    earn: POINTS_AND_DOLLARS,
    profile: POINTS_AND_DOLLARS,
    redeem: DOLLARS_AND_POINTS,
    admin: DOLLARS,
    notice: POINTS_AND_DOLLARS,
    landing: DOLLARS,
  },
  data: {
    dashboard: MEGABYTES,
    tasks: MEGABYTES,
    adwall: MEGABYTES,
    history: MEGABYTES,
    earn: MEGABYTES,
    profile: MEGABYTES,
    redeem: MEGABYTES,
    admin: DOLLARS,
    notice: MEGABYTES,
    landing: MEGABYTES,
  },
};

/** The screen of each address of the app, by its first part. */
const SCREENS: Record<string, RewardScreen> = {
  dashboard: 'dashboard',
  task: 'tasks',
  offers: 'tasks',
  adwall: 'adwall',
  history: 'history',
  statement: 'history',
  earn: 'earn',
  profile: 'profile',
  admin: 'admin',
};

/** The screen at an address of the app; any other address counts as the redemption does. */
export const screenAt = (path: string): RewardScreen => SCREENS[path.split('/')[1] ?? ''] ?? 'redeem';
