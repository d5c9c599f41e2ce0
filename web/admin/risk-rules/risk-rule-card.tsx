import { useState } from 'react';
import type { RiskRule } from '#contract/risk-rules.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { RiskTrial } from './risk-trial.tsx';
import { useRiskRule } from './use-risk-rule.ts';

type ParameterName = 'hours' | 'points' | 'members' | 'reversals' | 'percent' | 'times';

/** One rule: its switch takes effect at once, its numbers when they are saved; a trial changes nothing. */
export function RiskRuleCard({ rule }: { rule: RiskRule }) {
  const t = useT('risk');
  const { number } = useFormats();
  const saved = Object.fromEntries(Object.entries(rule.parameters).map(([name, { value }]) => [name, value]));
  const [typed, setTyped] = useState<Record<string, string>>({});
  const values = Object.fromEntries(
    Object.entries(saved).map(([name, value]) => [name, typed[name] ?? String(value)]),
  );
  const isBad = (name: string) => {
    const bounds = rule.parameters[name];
    const value = Number(values[name]);
    return !bounds || !/^\d+$/.test(values[name] ?? '') || value < bounds.min || value > bounds.max;
  };
  const bad = Object.keys(saved).filter(isBad);
  const parameters = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
  // Only these are saved: the others may be set by another owner since this screen read them.
  const changed = Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) => value !== saved[name]),
  );
  const { save, attempt } = useRiskRule(rule.id, (sent) => setTyped((now) => without(now, sent)));
  // That of the numbers that stand here now.
  const tried = JSON.stringify(attempt.variables) === JSON.stringify(parameters) ? attempt.data : undefined;
  return (
    <Card as="article" aria-labelledby={rule.id} className="grid gap-4">
      <div>
        <h2 id={rule.id} className="font-bold text-lg">
          {t(`rules.${rule.id}.title`)}
        </h2>
        <Switch
          checked={rule.enabled}
          busy={save.isPending}
          label={t('enabled')}
          text={t(`rules.${rule.id}.text`)}
          onChange={(enabled) => save.mutate({ enabled })}
        />
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {Object.entries(rule.parameters).map(([name, { min, max, fallback }]) => (
          <TextField
            key={name}
            label={t(`parameters.${name as ParameterName}`)}
            hint={t('bounds', { min: number(min), max: number(max), fallback: number(fallback) })}
            inputMode="numeric"
            dir="ltr"
            maxLength={String(max).length}
            value={values[name]}
            error={bad.includes(name) ? t('outOfBounds') : undefined}
            onChange={({ target }) => setTyped(without({ ...typed, [name]: target.value }, saved))}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={Object.keys(changed).length === 0 || bad.length > 0}
          loading={save.isPending}
          onClick={() => save.mutate({ parameters: changed })}
        >
          {t('save')}
        </Button>
        <Button
          variant="secondary"
          disabled={bad.length > 0}
          loading={attempt.isPending}
          onClick={() => attempt.mutate(parameters)}
        >
          {t('try')}
        </Button>
      </div>
      <div role="status">{tried && <RiskTrial ruleId={rule.id} trial={tried} />}</div>
    </Card>
  );
}

/** What was typed without what is one of these numbers: where nothing is typed, the saved number shows. */
const without = (typed: Record<string, string>, numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(typed).filter(([name, text]) => !text || Number(text) !== numbers[name]));
