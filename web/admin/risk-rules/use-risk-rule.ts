import type { RiskRule } from '#contract/risk-rules.ts';
import { inWords } from '#web/admin/parts/in-words.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { riskRulesQuery } from './risk-rules-query.ts';

/** A trial covers the redemptions of this many days. */
const TRIAL_DAYS = 30;

type Change = { enabled: boolean } | { parameters: Record<string, number> };

/**
 * Saves the switch or numbers of a rule, and tries it with any numbers. `onSaved` gets the numbers that were saved, once the rule
 * is read again.
 */
export function useRiskRule(id: RiskRule['id'], onSaved: (parameters: Record<string, number>) => void) {
  const t = useT('risk');
  const failed = inWords(t('failed'));
  const save = useCallMutation(
    (body: Change) => call('PUT /api/admin/risk-rules/{id}', { params: { id }, body }),
    {
      fresh: true,
      done: { title: t('saved') },
      stale: [riskRulesQuery.queryKey],
      failed,
      // Also when another change of the rule is under way by then, which `mutate` would forget.
      onEnd: (_, error, body) => {
        if (!error && 'parameters' in body) onSaved(body.parameters);
      },
    },
  );
  const attempt = useCallMutation(
    (parameters: Record<string, number>) =>
      call('GET /api/admin/risk-trial', {
        // The address takes text; the server parses the JSON.
        query: { days: TRIAL_DAYS, rule: id, parameters: JSON.stringify(parameters) as never },
      }),
    { failed },
  );
  return { save, attempt };
}
