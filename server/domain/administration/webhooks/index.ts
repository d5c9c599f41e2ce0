export { shownAddress } from './address.ts';
export { bodyOf, openWebhookWorker } from './deliver.ts';
export { listDeliveries, resendDelivery, resendFailed, sendTest } from './deliveries.ts';
export { listWebhooks } from './list.ts';
export { changeWebhook, createWebhook, removeWebhook, renewWebhookSecret } from './manage.ts';
export { mendDeliveries } from './mend.ts';
export type { WebhookAnswer, WebhookPorts, WebhookSender } from './ports.ts';
export { reEncryptWebhooks } from './re-encrypt-secrets.ts';
