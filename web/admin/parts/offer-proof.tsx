import type { OfferCall, StartedGoal } from '#contract/offers.ts';
import type { GoalState } from '#contract/offers.values.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { TimeCell } from './cells.tsx';

/** What is shown of a step: of a claim, or as it is now. */
type Step = Pick<StartedGoal, 'goalId' | 'name' | 'state' | 'paid' | 'promised'> & {
  at?: string | null;
};

/** The steps of a started offer, each with its state and its points. */
export function OfferSteps({ steps }: { steps: readonly Step[] }) {
  const t = useT('offerProof');
  const parts = useT('adminParts');
  const { number } = useFormats();
  return (
    <ul className="divide-y divide-line text-start">
      {steps.map(({ goalId, name, state, paid, promised, at }) => (
        <li key={goalId} className="py-2">
          <bdi className="wrap-anywhere font-semibold">{name}</bdi>
          <p className="text-muted">
            {t(`states.${state}`)}
            {promised !== 0 && ' · '}
            {promised === null
              ? parts('points', { count: paid })
              : promised > 0 && t('pointsOf', { paid: number(paid), promised: number(promised) })}
            {at && (
              <>
                {' · '}
                <TimeCell at={at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** How a call stands in the words for steps. */
const STATE_OF: Record<OfferCall['kind'], GoalState> = {
  credited: 'credited',
  held: 'pending',
  reversed: 'reversed',
  reversed_early: 'reversed',
  pending: 'received',
  step: 'received',
};

/** The calls about a started offer as they came. */
export function OfferCalls({ calls }: { calls: readonly OfferCall[] }) {
  const t = useT('offerProof');
  const parts = useT('adminParts');
  const { date } = useFormats();
  if (calls.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ul className="divide-y divide-line text-start">
      {calls.map(({ at, kind, goalId, transactionId, points, raw }) => (
        <li key={`${at} ${kind} ${goalId} ${transactionId}`} className="py-2">
          <span className="font-semibold">{t(`states.${STATE_OF[kind]}`)}</span>
          <p className="wrap-anywhere text-muted">
            {[
              date(at, 'moment'),
              points !== null && parts('points', { count: points }),
              goalId,
              transactionId,
            ]
              .filter((one) => typeof one === 'string')
              .join(' · ')}
          </p>
          {raw !== null && (
            <code dir="ltr" className="block wrap-anywhere text-muted">
              {raw}
            </code>
          )}
        </li>
      ))}
    </ul>
  );
}
