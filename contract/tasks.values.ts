export const TASK_TYPES = ['ad_view', 'offer_completion', 'app_install', 'survey'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** Source of a task that no wall paid for. */
export const OWN_SOURCE = 'missions';

/** Tasks that `GET /api/tasks` answers at once; the next ones come with `before`. */
export const TASKS_PAGE_MAX = 500;
