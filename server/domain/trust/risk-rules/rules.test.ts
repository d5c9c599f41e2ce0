import { describe, expect, test } from 'vitest';
import { RISK_RULE_IDS, type RiskRuleId } from '#contract/risk-rules.values.ts';
import type { Refusal } from '#domain/common/refusal.ts';
import { judge, RISK_RULES, type RiskFacts } from './rules.ts';
import { checkParameters } from './settings.ts';

const CALM: RiskFacts = {
  accountHours: 1_000,
  balance: 100,
  addressMembers: 0,
  mailboxMembers: 0,
  deviceMembers: 0,
  offerMembers: 0,
  tasks: 10,
  reversals: 0,
  busiestHourPoints: 200,
  usualHourPoints: 150,
};
const setting = (id: RiskRuleId, parameters: Record<string, number> = {}, enabled = true) => {
  const entries = Object.entries(RISK_RULES[id].parameters);
  const fallbacks = Object.fromEntries(entries.map(([name, { fallback }]) => [name, fallback]));
  return { id, enabled, parameters: { ...fallbacks, ...parameters } };
};
const asks = (id: RiskRuleId, facts: Partial<RiskFacts>, parameters?: Record<string, number>) =>
  judge({ ...CALM, ...facts }, [setting(id, parameters)]).length === 1;

describe('a rule asks for a review at its bound and not below it', () => {
  test.each<[RiskRuleId, Partial<RiskFacts>, Partial<RiskFacts>[]]>([
    [
      'new_account_large_balance',
      { accountHours: 71, balance: 5_000 },
      [
        { accountHours: 71, balance: 4_999 },
        { accountHours: 72, balance: 5_000 },
      ],
    ],
    ['many_members_one_payout_address', { addressMembers: 2 }, [{ addressMembers: 1 }]],
    ['many_members_one_payout_address', { mailboxMembers: 2 }, [{ mailboxMembers: 1, addressMembers: 1 }]],
    ['many_members_one_device', { deviceMembers: 4 }, [{ deviceMembers: 3 }]],
    ['same_offers_one_device', { offerMembers: 3 }, [{ offerMembers: 2 }]],
    [
      'reversals_above_rate',
      { tasks: 15, reversals: 3 },
      [
        { tasks: 16, reversals: 3 },
        { tasks: 2, reversals: 2 },
      ],
    ],
    [
      'unusual_speed',
      { busiestHourPoints: 3_000, usualHourPoints: 600 },
      [
        { busiestHourPoints: 2_999, usualHourPoints: 100 },
        { busiestHourPoints: 3_000, usualHourPoints: 601 },
        { busiestHourPoints: 9_000, usualHourPoints: null },
      ],
    ],
  ])('%s', (id, above, below) => {
    expect(asks(id, above)).toBe(true);
    for (const facts of below) expect(asks(id, facts)).toBe(false);
  });
});

test('parameters move the bound', () => {
  expect(asks('many_members_one_device', { deviceMembers: 3 }, { members: 4 })).toBe(true);
  expect(asks('reversals_above_rate', { tasks: 16, reversals: 3 }, { percent: 18 })).toBe(true);
});

test('calm facts ask for no review, every rule that asks is named, and a rule that is off never asks', () => {
  const all = RISK_RULE_IDS.map((id) => setting(id));
  expect(judge(CALM, all)).toEqual([]);
  const wild = { ...CALM, accountHours: 1, balance: 9_000, deviceMembers: 9, tasks: 3, reversals: 3 };
  expect(judge(wild, all)).toEqual([
    'new_account_large_balance',
    'many_members_one_device',
    'reversals_above_rate',
  ]);
  expect(judge(wild, [setting('new_account_large_balance', {}, false)])).toEqual([]);
});

test('parameters are whole numbers within their bounds, all of them and no others', () => {
  const id = 'reversals_above_rate';
  const faultsOf = (parameters: Record<string, number>) => {
    try {
      checkParameters({ id, parameters });
      return [];
    } catch (error) {
      return Object.keys((error as Refusal).fields ?? {});
    }
  };
  const { reversals, percent } = RISK_RULES[id].parameters as Record<string, { min: number; max: number }>;
  const [least, most] = [
    { reversals: reversals?.min ?? 0, percent: percent?.min ?? 0 },
    { reversals: reversals?.max ?? 0, percent: percent?.max ?? 0 },
  ];
  expect([faultsOf(least), faultsOf(most)]).toEqual([[], []]);
  expect(faultsOf({ ...least, percent: least.percent - 1 })).toEqual(['parameters.percent']);
  expect(faultsOf({ ...most, reversals: most.reversals + 1 })).toEqual(['parameters.reversals']);
  expect(faultsOf({ ...least, percent: 1.5 })).toEqual(['parameters.percent']);
  expect(faultsOf({ reversals: 3 })).toEqual(['parameters.percent']);
  expect(faultsOf({ ...least, others: 3 })).toEqual(['parameters.others']);
});

test('the defaults lie within their bounds', () => {
  for (const { parameters } of Object.values(RISK_RULES)) {
    for (const { fallback, min, max } of Object.values(parameters)) {
      expect(fallback >= min && fallback <= max && min >= 1).toBe(true);
    }
  }
});
