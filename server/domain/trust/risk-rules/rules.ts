import type { RiskRuleId } from '#contract/risk-rules.values.ts';

/** What is known of a member at the moment of a redemption; counts reach back RISK_DAYS unless noted. */
export interface RiskFacts {
  /** Whole hours since the account was made. */
  accountHours: number;
  /** Points before the redemption. */
  balance: number;
  /** Other members with the same billing address, and with another spelling of the same mailbox. */
  addressMembers: number;
  mailboxMembers: number;
  /** Other members seen with the same kind of device in the same network. */
  deviceMembers: number;
  /** Most of these who finished one of the member's offers of the last week within a day of the member; 0 where they are many. */
  offerMembers: number;
  /** Completed tasks, and those of them that were reversed. */
  tasks: number;
  reversals: number;
  /** Points of the busiest clock hour of the last week. */
  busiestHourPoints: number;
  /** Points of an average hour with tasks before that week; null if there was none. */
  usualHourPoints: number | null;
}

/** Bounds of one parameter of a rule; a whole number. */
export interface ParameterBounds {
  fallback: number;
  min: number;
  max: number;
}

interface RiskRule {
  parameters: Record<string, ParameterBounds>;
  /** True if the redemption needs a review. A rule never refuses one. */
  asks: (facts: RiskFacts, parameters: Record<string, number>) => boolean;
}

/** A rule with the bounds of its parameters, whose names `asks` may use. */
function rule<Name extends string>(
  parameters: Record<Name, ParameterBounds>,
  asks: (facts: RiskFacts, parameters: Record<Name, number>) => boolean,
): RiskRule {
  return { parameters, asks };
}

const COUNT_MAX = 1_000;
const POINTS_MAX = 1_000_000;

/** The rules as data. Each can be wrong: a household, for example, shares an address and a device. */
export const RISK_RULES: Record<RiskRuleId, RiskRule> = {
  new_account_large_balance: rule(
    { hours: { fallback: 72, min: 1, max: 8_760 }, points: { fallback: 5_000, min: 1, max: POINTS_MAX } },
    (facts, { hours, points }) => facts.accountHours < hours && facts.balance >= points,
  ),
  many_members_one_payout_address: rule(
    { members: { fallback: 3, min: 2, max: COUNT_MAX } },
    (facts, { members }) => Math.max(facts.addressMembers, facts.mailboxMembers) + 1 >= members,
  ),
  many_members_one_device: rule(
    { members: { fallback: 5, min: 2, max: COUNT_MAX } },
    (facts, { members }) => facts.deviceMembers + 1 >= members,
  ),
  same_offers_one_device: rule(
    { members: { fallback: 4, min: 2, max: 31 } },
    (facts, { members }) => facts.offerMembers + 1 >= members,
  ),
  reversals_above_rate: rule(
    { reversals: { fallback: 3, min: 1, max: COUNT_MAX }, percent: { fallback: 20, min: 1, max: 100 } },
    (facts, { reversals, percent }) =>
      facts.reversals >= reversals && facts.reversals * 100 >= facts.tasks * percent,
  ),
  unusual_speed: rule(
    { points: { fallback: 3_000, min: 1, max: POINTS_MAX }, times: { fallback: 5, min: 2, max: 100 } },
    (facts, { points, times }) =>
      facts.usualHourPoints !== null &&
      facts.busiestHourPoints >= points &&
      facts.busiestHourPoints >= facts.usualHourPoints * times,
  ),
};

/** A rule with this site's settings. */
export interface RuleSetting {
  id: RiskRuleId;
  enabled: boolean;
  parameters: Record<string, number>;
}

/** Returns the rules that ask for a review; if there is none, the redemption goes on. */
export const judge = (facts: RiskFacts, settings: readonly RuleSetting[]): RiskRuleId[] =>
  settings
    .filter(({ id, enabled, parameters }) => enabled && RISK_RULES[id].asks(facts, parameters))
    .map(({ id }) => id);
