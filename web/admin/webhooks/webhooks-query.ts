import { queryOptions } from '@tanstack/react-query';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '#web/shared/api/call.ts';

/** The call that lists webhooks, and the key of what it answered. */
export const WEBHOOKS = 'GET /api/admin/webhooks';
/** The call that lists deliveries; with the id of the webhook the beginning of their keys. */
export const DELIVERIES = 'GET /api/admin/webhooks/{id}/deliveries';

/** What a webhook is called: its host where it has no name. */
export const nameOf = ({ description, url }: Webhook): string => description || new URL(url).host;

export const webhooksQuery = queryOptions({
  queryKey: [WEBHOOKS],
  queryFn: ({ signal }) => call(WEBHOOKS, { signal }),
  staleTime: 0,
});
