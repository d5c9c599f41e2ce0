import type { StatementEntry } from '#contract/statement.ts';
import { taskTypeOf } from '#web/member/tasks/task-look.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** What an entry was about: the offer's name or kind, the reward, or what staff did. */
export function useEntryTitle({
  kind,
  task,
  reward,
}: Pick<StatementEntry, 'kind' | 'task' | 'reward'>): string {
  const t = useT('entries');
  const types = useT('task.types');
  const wording = useReward('redeem');
  if (task) return task.title ?? types(taskTypeOf(task.taskType));
  if (reward?.kind === 'prepaid_card')
    return t('card', { unit: wording.unit, amount: wording.amount(reward.amountUSD) });
  return reward?.title ?? (kind === 'earned' ? types('generic') : t(`kinds.${kind}`));
}
