import { inWords } from '#web/admin/parts/in-words.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { OFFERS_KEY, offerRulesQuery } from './offer-rules-query.ts';

/** Ends a rule by its id. */
export function useRemoveRule() {
  const t = useT('feeds');
  return useCallMutation((id: string) => call('DELETE /api/admin/offer-rules/{id}', { params: { id } }), {
    done: { title: t('ruleRemoved') },
    stale: [offerRulesQuery.queryKey, OFFERS_KEY],
    failed: inWords(t('ruleFailed')),
  });
}
