import * as contract from '#contract/webhooks.ts';
import {
  bodyOf,
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  resendDelivery,
  resendFailed,
  sendTest,
  shownAddress,
} from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Webhooks of other systems, and their deliveries. */
export const webhookRoutes = ({ database, webhooks }: Services): Route[] => [
  implement(contract.webhooks).with(() => listWebhooks(database)),
  implement(contract.createWebhook).asStaff(async (tx, { body }, { member }) => {
    const output = await createWebhook(tx, webhooks, { ...body, adminId: member.id });
    const { url, events } = body;
    const after = { ...shownAddress(webhooks.key, url), events, on: true };
    return recorded('webhook', output.id, { after }, output);
  }),
  implement(contract.changeWebhook).asStaff(async (tx, { params, body }) => {
    const { before, after } = await changeWebhook(tx, webhooks.sender, params.id, body);
    const shown = ({ url, ...settings }: typeof before) => ({
      ...shownAddress(webhooks.key, url),
      ...settings,
    });
    return recorded('webhook', params.id, { before: shown(before), after: shown(after) });
  }),
  implement(contract.removeWebhook).asStaff(async (tx, { params }) => {
    const { url } = await removeWebhook(tx, params.id);
    return recorded('webhook', params.id, { before: shownAddress(webhooks.key, url) });
  }),
  implement(contract.renewWebhookSecret).asStaff(async (tx, { params }) => {
    const { secret, previousUntil } = await renewWebhookSecret(tx, webhooks.key, params.id);
    const evidence = { after: { previousSecretUntil: previousUntil } };
    return recorded('webhook', params.id, evidence, { secret, previousUntil });
  }),
  implement(contract.testWebhook).asStaff(async (tx, { params }) => {
    await sendTest(tx, params.id);
    return recorded('webhook', params.id);
  }),
  implement(contract.webhookDeliveries).with(async ({ params, query }) =>
    (await listDeliveries(database, params.id, query)).map((delivery) => ({
      id: delivery.id,
      eventId: delivery.eventId,
      state: delivery.state,
      nextAt: delivery.nextAt,
      createdAt: delivery.createdAt,
      body: bodyOf(delivery),
      attempts: delivery.attempts.map(({ at, ...attempt }) => ({
        ...attempt,
        at: new Date(at),
      })),
    })),
  ),
  implement(contract.resendWebhookDelivery).asStaff(async (tx, { params }) => {
    await resendDelivery(tx, params.id, params.deliveryId);
    return recorded('webhook', params.id, { after: { deliveryId: params.deliveryId } });
  }),
  implement(contract.resendFailedDeliveries).asStaff(async (tx, { params, body }) => {
    const sent = await resendFailed(tx, params.id, new Date(body.since));
    return recorded('webhook', params.id, { after: { ...body, count: sent.count } }, sent);
  }),
];
