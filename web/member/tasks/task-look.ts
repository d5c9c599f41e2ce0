import { CirclePlay, ClipboardList, Gift, type IconNode, Smartphone, Sparkles } from 'lucide';
import { TASK_TYPES, type TaskType } from '#contract/tasks.values.ts';

export const TASK_ICONS: Record<TaskType | 'generic', IconNode> = {
  ad_view: CirclePlay,
  offer_completion: Gift,
  app_install: Smartphone,
  survey: ClipboardList,
  generic: Sparkles,
};

/** The type of a task, as walls name it, among those that have words and an icon. */
export const taskTypeOf = (word: string): TaskType | 'generic' =>
  TASK_TYPES.find((type) => type === word) ?? 'generic';
