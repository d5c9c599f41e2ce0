/** Constants of webhooks that both sides of the wire need. No imports; members' screens do not load them. */

/** What an endpoint can be told of; the data of each is in webhook-events.ts. */
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

/** Sent when an admin asks for it, to the endpoint in question alone. */
export const WEBHOOK_TEST = 'webhook.test';
export type WebhookType = WebhookEventType | typeof WEBHOOK_TEST;
export const WEBHOOKS_MAX = 20;
export const WEBHOOK_URL_MAX_LENGTH = 500;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;

/** After a new secret was made, the one before it signs too for so long. */
export const WEBHOOK_OVERLAP_HOURS = 24;

/** An endpoint that takes nothing for so long is switched off. */
export const WEBHOOK_FAILING_DAYS = 5;

/** Events, their deliveries and what came of each try are kept for so long. */
export const WEBHOOK_KEPT_DAYS = 30;

/** Of the answers to a delivery so many bytes are kept. */
export const WEBHOOK_ANSWER_BYTES_MAX = 1_024;
export const WEBHOOK_PAGE = 50;

/** Why an endpoint is off. `staff`: an admin. `gone`: it answered 410. `failing`: WEBHOOK_FAILING_DAYS of failures. */
export const WEBHOOK_OFF_REASONS = ['staff', 'gone', 'failing'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

/** `waiting`: it is on its way, or is tried again later. `failed`: it is not tried again by itself. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a try had no answer. `address_refused`: the name leads to an address that is not public. */
export const WEBHOOK_FAILURES = [
  'timeout',
  'name_unknown',
  'address_refused',
  'certificate',
  'connection',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];
