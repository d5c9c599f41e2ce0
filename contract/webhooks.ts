import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import { entryId, idParams, moment, pagesOf } from './shapes.ts';
import { WebhookBody } from './webhooks.events.ts';
import {
  DELIVERY_STATES,
  WEBHOOK_DESCRIPTION_MAX_LENGTH,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_OFF_REASONS,
  WEBHOOK_PAGE,
  WEBHOOK_URL_MAX_LENGTH,
} from './webhooks.values.ts';

/** Signed messages to other systems, see docs/webhooks.md. */

/** Without a name and password, which would stand in logs, and without a fragment, which is never sent. */
const url = z
  .string()
  .trim()
  .max(WEBHOOK_URL_MAX_LENGTH, fault('invalid'))
  .pipe(z.url({ protocol: /^https?$/, error: fault('invalid') }))
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed !== null && parsed.username + parsed.password + parsed.hash === '';
  }, fault('invalid'));
const description = z.string().trim().max(WEBHOOK_DESCRIPTION_MAX_LENGTH).check(rules.withoutNul);
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, fault('required'))
  .max(WEBHOOK_EVENTS.length)
  .refine((types) => new Set(types).size === types.length, fault('invalid'));

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  off: z.enum(WEBHOOK_OFF_REASONS).nullable().describe('Null while the endpoint is on.'),
  failingSince: moment
    .nullable()
    .describe('The time since which deliveries fail; null if the last try arrived.'),
  previousSecretUntil: moment.nullable().describe('Until then the previous secret signs too.'),
  createdBy: z.string().describe('Name of the admin.'),
  createdAt: moment,
});
export type Webhook = z.infer<typeof Webhook>;

export const webhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  access: 'admin',
  permission: 'staff.manage',
  summary: 'The webhooks, the newest first. Never their secrets',
  output: z.array(Webhook),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary:
    'Makes a webhook, which is told of these events from now on. Its address must be https and lead to a public host. Only this answer shows its secret',
  body: z.object({ url, description, events }),
  output: z.object({ id: z.uuid(), secret: z.string() }),
  errors: ['too_many_webhooks'],
});

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/admin/webhooks/{id}',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary:
    'Changes a webhook, or switches it on or off. What happens while it is off is not told; what was waiting goes on afterwards',
  params: idParams,
  body: z
    .object({
      url: url.optional(),
      description: description.optional(),
      events: events.optional(),
      on: z.boolean().optional(),
    })
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), fault('required')),
  output: z.object({}),
});

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/{id}',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Removes a webhook, to which nothing is sent any more',
  params: idParams,
  output: z.object({}),
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/secret',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary:
    'Makes a new secret, which only this answer shows. Until `previousUntil` messages are signed by the one before too',
  params: idParams,
  output: z.object({ secret: z.string(), previousUntil: moment }),
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/test',
  access: 'admin',
  permission: 'staff.manage',
  summary: 'Sends an event `webhook.test` to this webhook alone; see its deliveries for what came of it',
  params: idParams,
  output: z.object({}),
  errors: ['webhook_off'],
});

export const WebhookDelivery = z.object({
  id: z.string(),
  eventId: z.uuid().describe('The header `webhook-id`, the same in every try.'),
  state: z.enum(DELIVERY_STATES),
  nextAt: moment.nullable().describe('Time of the next try of a waiting delivery.'),
  createdAt: moment,
  body: WebhookBody,
  attempts: z
    .array(
      z.object({
        at: moment,
        status: z.int().nullable().describe('HTTP status; null without a response.'),
        failure: z.enum(WEBHOOK_FAILURES).nullable(),
        answer: z.string().nullable().describe('The beginning of the response.'),
        latencyMs: z.int(),
      }),
    )
    .describe('The newest first, at most 20.'),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const webhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/{id}/deliveries',
  access: 'admin',
  permission: 'staff.manage',
  summary: `What was sent to a webhook in the last 30 days, the newest first, ${WEBHOOK_PAGE} at a time; \`before\` is the id of the last one seen`,
  params: idParams,
  query: z.object({ state: z.enum(DELIVERY_STATES).optional(), before: entryId.optional() }),
  output: z.array(WebhookDelivery),
  pages: pagesOf(WEBHOOK_PAGE),
});

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/deliveries/{deliveryId}/resend',
  access: 'admin',
  permission: 'staff.manage',
  summary: 'Sends a delivery once more, now, under the same `webhook-id`; the schedule of tries begins anew',
  params: z.object({ id: z.uuid(), deliveryId: entryId }),
  output: z.object({}),
  errors: ['webhook_off'],
});

export const resendFailedDeliveries = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/resend-failed',
  access: 'admin',
  permission: 'staff.manage',
  summary:
    'Sends once more whatever failed since a moment, at most 10,000; answers how many, and how many are left',
  params: idParams,
  body: z.object({ since: moment }),
  output: z.object({ count: z.int(), left: z.int().describe('What a repeat of the call sends.') }),
  errors: ['webhook_off'],
});
