import { parseArgs } from 'node:util';
import { RISK_RULE_IDS, RISK_TRIAL_DAYS_MAX, type RiskRuleId } from '#contract/risk-rules.values.ts';
import type { Database } from '#database/client.ts';
import { tryRules } from '#domain/redemption/index.ts';
import { checkParameters, type RuleSetting, readRules } from '#domain/trust/index.ts';
import { Refusal } from './domain/common/refusal.ts';

export const RISK_USAGE = `  risk dry-run [--rule id --param name=value ...] [--days 30]
                         try the rules of risk on past redemptions: how many each would have held for a person, and
                         how many of these turned out badly later. Changes nothing`;

const DAYS = 30;

/** `risk dry-run`. Answers the exit code, or undefined for arguments that are not its own. */
export async function runRisk(database: Database, args: string[]): Promise<number | undefined> {
  const asked = readArguments(args);
  if (!asked) return undefined;
  const rules = await readRules(database);
  const changed = rules.map((rule) =>
    rule.id === asked.rule ? withParameters(rule, asked.parameters) : rule,
  );
  try {
    for (const rule of changed) checkParameters(rule);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`Not right: ${Object.keys(error.fields ?? {}).join(', ')}`);
    return 1;
  }
  const trial = await tryRules(database, changed, asked.days);
  const line = (cells: [string, string, string, string, string]) =>
    console.log(
      `${cells[0].padEnd(34)}${cells[1].padEnd(5)}${cells[2].padStart(9)}${cells[3].padStart(11)}${cells[4].padStart(11)}`,
    );
  line(['rule', 'on', 'reviewed', 'turned bad', 'precision']);
  for (const { id, enabled, reviewed, turnedBad, examples } of trial.rules) {
    line([id, enabled ? 'yes' : 'no', String(reviewed), String(turnedBad), share(turnedBad, reviewed)]);
    for (const example of examples) console.log(`    ${example}`);
  }
  const { reviewed, turnedBad } = trial.together;
  line(['all that are on', '', String(reviewed), String(turnedBad), share(turnedBad, reviewed)]);
  line(['all redemptions', '', String(trial.redemptions), String(trial.turnedBad), '']);
  if (!trial.complete) console.log('There were more redemptions; the newest were tried.');
  return 0;
}

const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(0)} %`);

const withParameters = (rule: RuleSetting, parameters: Record<string, number>): RuleSetting => ({
  ...rule,
  parameters: { ...rule.parameters, ...parameters },
});

function readArguments(
  args: string[],
): { rule: RiskRuleId | undefined; parameters: Record<string, number>; days: number } | undefined {
  const [action, ...rest] = args;
  if (action !== 'dry-run') return undefined;
  try {
    const { values } = parseArgs({
      args: rest,
      options: {
        rule: { type: 'string' },
        param: { type: 'string', multiple: true },
        days: { type: 'string' },
      },
    });
    const rule = RISK_RULE_IDS.find((id) => id === values.rule);
    const days = Number(values.days ?? DAYS);
    const given = values.param ?? [];
    if (values.rule !== undefined && !rule) return undefined;
    if (given.length > 0 && !rule) return undefined;
    if (!Number.isInteger(days) || days < 1 || days > RISK_TRIAL_DAYS_MAX) return undefined;
    const pairs = given.map((text) => text.split('=', 2));
    return {
      rule,
      days,
      parameters: Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)])),
    };
  } catch {
    // parseArgs throws for unknown options and missing values.
    return undefined;
  }
}
