/** Constants of webhooks, for server and browser. No imports; members' screens do not load them. */

/** Events for an endpoint; the data of each is in webhooks.events.ts. */
export const WEBHOOK_EVENTS = [
  'member.created',
  'member.paused',
  'member.resumed',
  'member.deleted',
  'task.credited',
  'task.reversed',
  'points.adjusted',
  'redemption.requested',
  'redemption.issued',
  'redemption.failed',
  'redemption.reversed',
  'award.issued',
  'award.failed',
  'award.reversed',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Sent only to one endpoint, when an admin asks for it. */
export const WEBHOOK_TEST = 'webhook.test';
export type WebhookType = WebhookEventType | typeof WEBHOOK_TEST;
export const WEBHOOKS_MAX = 20;
export const WEBHOOK_URL_MAX_LENGTH = 500;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;

/** Time for which the previous secret still signs after a new one was made. */
export const WEBHOOK_OVERLAP_HOURS = 24;

/** An endpoint that fails for this long is switched off. */
export const WEBHOOK_FAILING_DAYS = 5;

/** Events, their deliveries and the results of all tries are kept for this long. */
export const WEBHOOK_KEPT_DAYS = 30;

/** Bytes of the response to a delivery that are kept. */
export const WEBHOOK_ANSWER_BYTES_MAX = 1_024;
export const WEBHOOK_PAGE = 50;

/** Why an endpoint is off. `staff`: an admin. `gone`: it returned 410. `failing`: WEBHOOK_FAILING_DAYS of failures. */
export const WEBHOOK_OFF_REASONS = ['staff', 'gone', 'failing'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

/** `waiting`: on its way, or tried again later. `failed`: not tried again automatically. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why a try got no response. `address_refused`: the name resolves to an address that is not public. `secret_unreadable`:
 * nothing was sent, as the secret was encrypted under another APP_SECRET.
 */
export const WEBHOOK_FAILURES = [
  'timeout',
  'name_unknown',
  'address_refused',
  'certificate',
  'connection',
  'secret_unreadable',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];
