import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { RISK_RULE_IDS, RISK_TRIAL_DAYS_MAX, type RiskRuleId } from '#contract/risk-rules.values.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { tryRules } from '#domain/redemption/index.ts';
import { checkParameters, type RuleSetting, readRules } from '#domain/trust/index.ts';
import { UsageError, wholeNumber } from './arguments.ts';
import type { Ops } from './command.ts';

const DAYS = 30;

interface Asked {
  rule?: RiskRuleId | undefined;
  param?: Record<string, number> | undefined;
  days: number;
}

export function addRisk(program: Command, { exitsWith, withDatabase }: Ops): void {
  const risk = program.command('risk').description('Rules that send redemptions to a review');
  risk
    .command('dry-run')
    .summary('try the risk rules on past redemptions')
    .description(
      'Tries the risk rules on past redemptions: how many each would have sent to a review, and how many of these turned out badly later. Changes nothing.',
    )
    .addOption(new Option('--rule <id>', 'a rule to try with other parameters').choices(RISK_RULE_IDS))
    .option('--param <name=value>', 'a parameter of the rule; may be given several times', withPair)
    .option('--days <n>', 'how far back', wholeNumber('--days', 1, RISK_TRIAL_DAYS_MAX), DAYS)
    .action(
      exitsWith((asked) => {
        if (!asked.rule && asked.param) throw new UsageError('expected --rule with --param');
        return withDatabase((database) => tryOnPast(database, asked));
      }),
    );
}

function withPair(pair: string, before: Record<string, number> = {}): Record<string, number> {
  const [name = '', value] = pair.split('=', 2);
  if (!value) throw new InvalidArgumentError('expected --param like points=500');
  return { ...before, [name]: Number(value) };
}

async function tryOnPast(database: Database, asked: Asked): Promise<number> {
  const rules = await readRules(database);
  const changed = rules.map((rule) =>
    rule.id === asked.rule ? withParameters(rule, asked.param ?? {}) : rule,
  );
  try {
    for (const rule of changed) checkParameters(rule);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new UsageError(`expected other values of ${Object.keys(error.fields ?? {}).join(', ')}`);
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
