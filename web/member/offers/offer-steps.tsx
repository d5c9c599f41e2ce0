import type { Offer } from '#contract/offers.ts';
import { Amount } from '#ui/money.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { Timeline, TimelineStep } from './timeline.tsx';
import { useSpan } from './use-span.ts';

/** The steps of an offer in order, each with what it pays and asks for. */
export function OfferSteps({ offer }: { offer: Offer }) {
  const t = useT('offers');
  const reward = useReward('tasks');
  const { number } = useFormats();
  const span = useSpan();
  return (
    <Timeline label={t('stepsTitle')}>
      {offer.goals.map((goal, index) => {
        const notes = [
          ...(goal.paid ? [] : [t('paysNothing')]),
          ...(goal.purchase ? [t('purchase')] : []),
          ...(goal.repeatable ? [t('repeatable')] : []),
          ...(goal.deadlineSeconds === null ? [] : [t('deadline', { time: span(goal.deadlineSeconds) })]),
        ];
        return (
          <TimelineStep
            key={goal.goalId}
            tone="open"
            mark={number(index + 1)}
            name={goal.name || offer.title}
            amount={
              goal.paid && (
                <Amount className="font-bold text-brand">
                  {goal.points === null ? t('varies') : reward.gain(goal.points)}
                </Amount>
              )
            }
          >
            {notes.map((note) => (
              <p key={note} className="text-muted text-sm">
                {note}
              </p>
            ))}
          </TimelineStep>
        );
      })}
    </Timeline>
  );
}
