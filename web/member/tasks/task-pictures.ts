import type { TaskType } from '#contract/tasks.values.ts';
import type { TaskPicture } from '#ui/illustrations/task-art.tsx';

/** The picture of each type of task. */
export const TASK_PICTURES: Record<TaskType | 'generic', TaskPicture> = {
  ad_view: 'video',
  offer_completion: 'offer',
  app_install: 'app_install',
  survey: 'survey',
  generic: 'offer',
};
