import type { Task } from '#contract/tasks.ts';
import { taskTypeOf } from '#web/member/tasks/task-look.ts';
import { useT } from '#web/shared/language/language.tsx';

/** The wall's name for the task, else the kind of task. */
export function useTaskTitle(task: Pick<Task, 'title' | 'taskType'>): string {
  const t = useT('task');
  return task.title ?? t(`types.${taskTypeOf(task.taskType)}`);
}
