import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RiskRule } from '#contract/risk-rules.ts';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { riskRulesQuery } from './risk-rules-query.ts';

/** The redemptions of so many days are tried. */
const TRIAL_DAYS = 30;

/** Saves a rule, and tries it with any numbers. */
export function useRiskRule(id: RiskRule['id']) {
  const t = useT('risk');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const onError = (error: Error) => {
    if (error instanceof Abandoned) return;
    toast({ title: t('failed'), description: errors.text(error), tone: 'error' });
  };
  const save = useMutation({
    mutationFn: (body: { enabled: boolean; parameters: Record<string, number> }) =>
      freshly(() => call('PUT /api/admin/risk-rules/{id}', { params: { id }, body })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: riskRulesQuery.queryKey });
      toast({ title: t('saved'), tone: 'success' });
    },
    onError,
  });
  const attempt = useMutation({
    mutationFn: (parameters: Record<string, number>) =>
      call('GET /api/admin/risk-trial', {
        // The address holds text; the server reads the JSON.
        query: { days: TRIAL_DAYS, rule: id, parameters: JSON.stringify(parameters) as never },
      }),
    onError,
  });
  return { save, attempt };
}
