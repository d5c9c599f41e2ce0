import type { Task } from '#contract/tasks.ts';
import { TASK_TYPES } from '#contract/tasks.values.ts';
import { useT } from '#web/shared/language/language.tsx';

/** The wall's name for the task, else the kind of task. */
export function useTaskTitle(task: Task): string {
  const t = useT('task');
  const type = TASK_TYPES.find((word) => word === task.taskType) ?? 'generic';
  return task.title ?? t(`types.${type}`);
}
