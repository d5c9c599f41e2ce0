import { z } from 'zod';
import { WEBHOOK_DATA } from '#contract/webhooks.events.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks.values.ts';
import { exampleOf } from './examples.ts';

const HEADERS = {
  'webhook-id': 'The same each time this event is sent',
  'webhook-timestamp': 'Seconds since 1970 of this try',
  'webhook-signature': 'v1 and the base64 of an HMAC-SHA-256, once for each signing key in force',
};
const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  description,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}));

/** The site's own messages, one entry per event; see docs/webhooks.md. */
export const WEBHOOKS = Object.fromEntries(
  WEBHOOK_EVENTS.map((type) => {
    const message = z.strictObject({
      type: z.literal(type),
      timestamp: z.iso.datetime(),
      data: WEBHOOK_DATA[type],
    });
    const { $schema: _, ...schema } = z.toJSONSchema(message);
    const content = { 'application/json': { schema, example: exampleOf(schema) } };
    const responses = { '2XX': { description: 'Taken. Anything else is sent again later' } };
    return [type, { post: { parameters, requestBody: { required: true, content }, responses } }];
  }),
);
