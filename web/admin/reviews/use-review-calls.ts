import type { Review } from '#contract/reviews.ts';
import { inWords } from '#web/admin/parts/in-words.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { reviewsQuery } from './reviews-query.ts';

/** The calls on one review. The queue is read again after each, also after a failure. */
export function useReviewCalls({ id, owedPoints }: Review) {
  const t = useT('reviews');
  const params = { id };
  const shared = { failed: inWords(t('failed')), staleAnyway: [reviewsQuery.queryKey] };
  const pay = useCallMutation(
    () => call('POST /api/admin/reviews/{id}/decision', { params, body: { decision: 'pay', owedPoints } }),
    { ...shared, fresh: true, done: { title: t('done.pay') } },
  );
  const assign = useCallMutation(
    (taken: boolean) => call('PUT /api/admin/reviews/{id}/owner', { params, body: { taken } }),
    shared,
  );
  return { pay, assign };
}
