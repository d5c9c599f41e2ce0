import { sql } from 'kysely';
import { fault } from '#contract/faults.ts';
import { RISK_RULE_IDS, type RiskRuleId } from '#contract/risk-rules.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { RISK_RULES, type RuleSetting } from './rules.ts';

/** Returns the rules in their order with this site's changes; unchanged values come from RISK_RULES. */
export async function readRules(database: Database | Tx): Promise<RuleSetting[]> {
  return settingsOf(await database.selectFrom('riskRules').select(['id', 'enabled', 'parameters']).execute());
}

/** A row of `risk_rules`. */
export interface ChangedRule {
  id: string;
  enabled: boolean;
  parameters: unknown;
}

/** The rules in their order with these changes. */
export function settingsOf(rows: readonly ChangedRule[]): RuleSetting[] {
  const changed = new Map(rows.map((row) => [row.id, row]));
  return RISK_RULE_IDS.map((id) => {
    const row = changed.get(id);
    const kept = (row?.parameters ?? {}) as Record<string, number>;
    return { id, enabled: row?.enabled ?? true, parameters: { ...fallbacks(id), ...kept } };
  });
}

const fallbacks = (id: RiskRuleId): Record<string, number> =>
  Object.fromEntries(
    Object.entries(RISK_RULES[id].parameters).map(([name, { fallback }]) => [name, fallback]),
  );

/**
 * Changes what is given of a rule, for redemptions from now on, and returns the rule before and after. What is not given
 * stays as another owner may just have set it. Throws Refusal invalid_input.
 */
export async function saveRule(
  tx: Tx,
  id: RiskRuleId,
  { enabled, parameters }: { enabled?: boolean | undefined; parameters?: Record<string, number> | undefined },
  adminId: string,
): Promise<{ before: RuleSetting; after: RuleSetting }> {
  checkParameters({ id, parameters: { ...fallbacks(id), ...parameters } });
  // Serializes changes, so that each keeps and returns what it found.
  await sql`lock table risk_rules in share row exclusive mode`.execute(tx);
  const before = (await readRules(tx)).find((rule) => rule.id === id);
  if (!before) throw new Refusal('not_found');
  const after = {
    id,
    enabled: enabled ?? before.enabled,
    parameters: { ...before.parameters, ...parameters },
  };
  const values = {
    enabled: after.enabled,
    parameters: JSON.stringify(after.parameters),
    updatedBy: adminId,
  };
  await tx
    .insertInto('riskRules')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, updatedAt: sql`now()` }))
    .execute();
  return { before, after };
}

/** Throws Refusal invalid_input with the names of missing, unknown or out-of-bounds parameters. */
export function checkParameters({ id, parameters }: Pick<RuleSetting, 'id' | 'parameters'>): void {
  const bounds = RISK_RULES[id].parameters;
  const names = new Set([...Object.keys(bounds), ...Object.keys(parameters)]);
  const bad = [...names].filter((name) => {
    const [limit, value] = [bounds[name], parameters[name]];
    return (
      !limit || !Number.isInteger(value) || value === undefined || value < limit.min || value > limit.max
    );
  });
  if (bad.length === 0) return;
  throw new Refusal('invalid_input', {
    fields: Object.fromEntries(bad.map((name) => [`parameters.${name}`, fault('invalid')])),
  });
}
