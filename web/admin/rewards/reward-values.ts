import * as z from 'zod/mini';
import { fault } from '#contract/faults.ts';
import type { PlannedReward, RewardPlan } from '#contract/rewards.ts';
import {
  REWARD_DESCRIPTION_MAX,
  REWARD_KINDS,
  REWARD_RANGES_USD,
  REWARD_STATUSES,
  REWARD_TITLE_MAX,
  type RewardKind,
  type RewardStatus,
} from '#contract/rewards.values.ts';
import { required } from '#contract/rules.ts';

/** The form's values for a reward: amounts as typed, lists as text. */
export interface RewardValues {
  kind: RewardKind;
  key: string;
  title: string;
  description: string;
  /** Dollars, as in `5` or `2.50`. */
  amount: string;
  /** Empty for the site's default. */
  provider: string;
  /** One per line. */
  productIds: string;
  /** Separated by commas or spaces. */
  regions: string;
  status: RewardStatus;
}

export const newReward = (provider: string): RewardValues => ({
  kind: 'gift_card',
  key: '',
  title: '',
  description: '',
  amount: '',
  provider,
  productIds: '',
  regions: '',
  status: 'draft',
});

/** The form's values for a stored reward. */
export const valuesOf = (reward: PlannedReward): RewardValues => ({
  kind: reward.kind,
  key: reward.key,
  title: reward.title,
  description: reward.description,
  amount: dollarsOf(reward.amountUSD),
  provider: reward.provider ?? '',
  productIds: reward.productIds.join('\n'),
  regions: reward.regions.join(', '),
  status: reward.status,
});

/** The plan in the form. */
export const planOf = (values: RewardValues): RewardPlan => ({
  title: values.title.trim(),
  description: values.description.trim(),
  amountUSD: centsOf(values.amount) ?? 0,
  provider: values.provider === '' ? null : values.provider,
  productIds: wordsOf(values.productIds),
  regions: wordsOf(values.regions.toUpperCase()),
  status: values.status,
});

const AMOUNT = /^(\d{1,3})(?:[.,](\d{1,2}))?$/;

/** Parses dollars as typed into whole US cents; undefined if the text is no amount. */
export function centsOf(text: string): number | undefined {
  const [, dollars, cents = ''] = text.trim().match(AMOUNT) ?? [];
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

const dollarsOf = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

const KEY = /^[a-z0-9][a-z0-9-]{0,39}$/;
const words = (pattern: RegExp) =>
  z.string().check(z.refine((text) => wordsOf(text).every((word) => pattern.test(word)), fault('invalid')));

/** The rules of the form. Other faults (a key that is taken) come from the server and show at their field. */
export const rewardRules = z
  .object({
    kind: z.enum(REWARD_KINDS),
    key: z.string(),
    title: required.check(z.maxLength(REWARD_TITLE_MAX, fault('invalid'))),
    description: z.string().check(z.maxLength(REWARD_DESCRIPTION_MAX, fault('invalid'))),
    amount: required,
    provider: z.string(),
    productIds: words(/^[\w-]{1,64}$/),
    regions: words(/^[A-Za-z]{2}$/),
    status: z.enum(REWARD_STATUSES),
  })
  .check(
    z.refine(({ kind, key }) => kind === 'prepaid_card' || key !== '', {
      path: ['key'],
      error: fault('required'),
    }),
    z.refine(({ kind, key }) => kind === 'prepaid_card' || key === '' || KEY.test(key), {
      path: ['key'],
      error: fault('invalid'),
    }),
    z.refine(({ kind, amount }) => inRange(kind, amount), {
      path: ['amount'],
      error: fault('invalid'),
    }),
    z.refine(({ kind, provider }) => kind === 'prepaid_card' || provider !== '', {
      path: ['provider'],
      error: fault('required'),
    }),
  );

function inRange(kind: RewardKind, amount: string): boolean {
  const cents = centsOf(amount);
  const [least, most] = REWARD_RANGES_USD[kind];
  return cents !== undefined && cents >= least * 100 && cents <= most * 100;
}
