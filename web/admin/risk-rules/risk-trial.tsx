import type { RiskRule, RiskTrial as Trial } from '#contract/risk-rules.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';

/** Shows what a rule would have done to past redemptions. */
export function RiskTrial({ ruleId, trial }: { ruleId: RiskRule['id']; trial: Trial }) {
  const t = useT('risk.trial');
  const { number } = useFormats();
  const rule = trial.rules.find(({ id }) => id === ruleId);
  if (!rule) return null;
  const { redemptions, days, complete } = trial;
  return (
    <div className="grid gap-2 rounded-2xl bg-sunken p-4 text-sm">
      <p className="font-semibold">
        {t('result', { reviewed: rule.reviewed, redemptions, days, bad: rule.turnedBad })}
      </p>
      <p className="text-muted">
        {t('explain')} {!complete && t('incomplete', { redemptions: number(redemptions) })}
      </p>
      {rule.examples.length > 0 && (
        <div>
          <p className="font-semibold">{t('examples')}</p>
          <ul className="mt-1 grid gap-0.5">
            {rule.examples.map((id) => (
              <li key={id} className="wrap-anywhere font-mono text-xs">
                {id}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
