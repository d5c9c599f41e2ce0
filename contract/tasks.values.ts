export const TASK_TYPES = ['ad_view', 'offer_completion', 'app_install', 'survey'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** Source of tasks that no wall paid for. */
export const OWN_SOURCE = 'missions';

/** Length of a page of `GET /api/tasks`; `before` returns the next one. */
export const TASKS_PAGE_MAX = 500;
