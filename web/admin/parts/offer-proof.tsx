import type { OfferCall, StartedGoal } from '#contract/offers.ts';
import type { GoalState } from '#contract/offers.values.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { TimeCell } from './cells.tsx';

/** What is shown of a step: of a claim, or as it is now. */
type Step = Pick<StartedGoal, 'goalId' | 'name' | 'state' | 'paid' | 'promised'> & {
  at?: string | null;
};

/**
 * The steps of a started offer, each with its state and its points. Of a claim, `reported` are the steps as they were when it was
 * filed: where they read differently, or are no longer known, both are shown.
 */
export function OfferSteps({ steps, reported = [] }: { steps: readonly Step[]; reported?: readonly Step[] }) {
  const t = useT('offerProof');
  const words = useStepWords();
  const gone = reported.filter(({ goalId }) => steps.every((step) => step.goalId !== goalId));
  const then = (goalId: string, now?: string) => {
    const step = reported.find((one) => one.goalId === goalId);
    const state = step && words(step);
    return state && state !== now && <p className="text-muted">{t('whenReported', { state })}</p>;
  };
  return (
    <ul className="divide-y divide-line text-start">
      {steps.map((step) => (
        <li key={step.goalId} className="py-2">
          <bdi className="wrap-anywhere font-semibold">{step.name}</bdi>
          <p className="text-muted">
            {words(step)}
            {step.at && (
              <>
                {' · '}
                <TimeCell at={step.at} />
              </>
            )}
          </p>
          {then(step.goalId, words(step))}
        </li>
      ))}
      {gone.map(({ goalId, name }) => (
        <li key={goalId} className="py-2">
          <bdi className="wrap-anywhere font-semibold">{name}</bdi>
          {then(goalId)}
        </li>
      ))}
    </ul>
  );
}

/** Says how a step stands: its state, and its points if it has any. */
function useStepWords() {
  const t = useT('offerProof');
  const parts = useT('adminParts');
  const { number } = useFormats();
  return ({ state, paid, promised }: Step): string => {
    const name = t(`states.${state}`);
    if (promised === 0) return name;
    if (promised === null) return `${name} · ${parts('points', { count: paid })}`;
    return `${name} · ${t('pointsOf', { paid: number(paid), promised: number(promised) })}`;
  };
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
