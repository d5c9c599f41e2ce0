import { Check, Circle, Clock, type IconNode, Undo2, X } from 'lucide';
import type { StartedGoal, StartedOffer } from '#contract/offers.ts';
import type { GoalReason, GoalState } from '#contract/offers.values.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { useServerNow } from '#web/shared/api/use-server-now.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { asOf } from './next-step.ts';
import { Timeline, TimelineStep, type TimelineTone } from './timeline.tsx';

const LOOKS: Record<GoalState, { tone: TimelineTone; icon: IconNode }> = {
  not_started: { tone: 'open', icon: Circle },
  started: { tone: 'open', icon: Circle },
  received: { tone: 'waiting', icon: Clock },
  pending: { tone: 'waiting', icon: Clock },
  credited: { tone: 'done', icon: Check },
  reversed: { tone: 'lost', icon: Undo2 },
  expired: { tone: 'over', icon: X },
};

/** How far each step of a started offer is, since when and why. */
export function GoalTimeline({ offer }: { offer: StartedOffer }) {
  const t = useT('offers');
  const states = useT('offers.states');
  const reason = useReason();
  const reward = useReward('tasks');
  const now = useServerNow();
  return (
    <Timeline label={t('stepsTitle')}>
      {offer.goals.map((read) => {
        const goal = asOf(read, now);
        const { tone, icon } = LOOKS[lookOf(goal)];
        const amount = goal.paid > 0 ? goal.paid : goal.promised;
        return (
          <TimelineStep
            key={goal.goalId}
            tone={tone}
            mark={<Icon of={icon} className="size-4" strokeWidth={2.5} />}
            name={goal.name || offer.title}
            amount={
              amount !== null &&
              amount > 0 && (
                <Amount
                  className={classes(
                    'font-bold',
                    goal.state === 'credited' ? 'text-brand' : 'text-muted',
                    (goal.state === 'reversed' || goal.state === 'expired') && 'line-through',
                  )}
                >
                  {reward.gain(amount)}
                </Amount>
              )
            }
          >
            <p className={classes('text-sm', goal.state === 'reversed' ? 'text-danger' : 'text-muted')}>
              <span className="font-semibold">{states(goal.state)}</span>
              {' · '}
              {reason(goal)}
            </p>
            {goal.paidLess && (
              <p className="text-danger text-sm">
                {t('paidLess', {
                  promised: reward.amount(goal.paidLess.promised),
                  paid: reward.amount(goal.paidLess.paid),
                })}
              </p>
            )}
          </TimelineStep>
        );
      })}
    </Timeline>
  );
}

/** A step that pays nothing is done once it was reached. */
const lookOf = ({ state, reason }: StartedGoal): GoalState =>
  reason === 'pays_nothing' ? 'credited' : state;

/** Why a step is in its state, in a sentence with the time. */
function useReason(): (goal: StartedGoal) => string {
  const t = useT('offers.reasons');
  const { date } = useFormats();
  return ({ reason, at, until }) => {
    const name: GoalReason | 'clicked_until' = reason === 'clicked' && until ? 'clicked_until' : reason;
    return t(name, {
      date: at ? date(at, 'moment') : '',
      until: until ? date(until, 'moment') : '',
    });
  };
}
