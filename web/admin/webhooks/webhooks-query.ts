import type { Webhook } from '#contract/webhooks.ts';
import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** The call that lists deliveries; with the id of the webhook the beginning of their keys. */
export const DELIVERIES = 'GET /api/admin/webhooks/{id}/deliveries';

export const webhooksQuery = adminQuery('GET /api/admin/webhooks');

/** What is shown of one webhook. */
export const webhookKeys = (id: string) => [webhooksQuery.queryKey, [DELIVERIES, id]];

/** What a webhook is called: its host where it has no name. */
export const nameOf = ({ description, url }: Webhook): string => description || new URL(url).host;
