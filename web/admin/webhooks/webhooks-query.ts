import type { Webhook } from '#contract/webhooks.ts';
import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** The call that lists deliveries; their keys start with it and the webhook's id. */
export const DELIVERIES = 'GET /api/admin/webhooks/{id}/deliveries';

export const webhooksQuery = adminQuery('GET /api/admin/webhooks');

/** The keys of the queries on one webhook. */
export const webhookKeys = (id: string) => [webhooksQuery.queryKey, [DELIVERIES, id]];

/** The name of a webhook, or its host if it has none. */
export const nameOf = ({ description, url }: Webhook): string => description || new URL(url).host;
