import { z } from 'zod';
import { WEBHOOK_DATA } from '#contract/webhooks.events.ts';
import { WEBHOOK_EVENTS, type WebhookEventType } from '#contract/webhooks.values.ts';
import { exampleOf } from './examples.ts';
import type { Content, Parameter, Tag } from './operation.ts';
import { type Schemas, wholeSchemaOf } from './schemas.ts';

/** A message of the site in the OpenAPI document. */
export interface WebhookItem {
  post: {
    operationId: string;
    tags: Tag[];
    summary: string;
    description: string;
    security: Record<string, string[]>[];
    parameters: Parameter[];
    requestBody: { required: true; content: Content };
    responses: Record<string, { description: string }>;
  };
}

const SUMMARIES: Record<WebhookEventType, string> = {
  'member.created': 'A member confirmed the address of a new account',
  'member.paused': 'Staff paused a member',
  'member.resumed': 'The pause of a member ended',
  'member.deleted': 'A member left the site',
  'task.credited': 'A member got points for a task',
  'task.reversed': 'A wall took the points of a task back',
  'points.adjusted': 'Staff gave points to a member, or took some',
  'redemption.requested': 'A member redeemed points for a reward',
  'redemption.issued': 'A member has the reward of a redemption',
  'redemption.failed': 'A redemption came to nothing; the points went back',
  'redemption.reversed': 'The issuer took a reward back',
  'award.issued': 'A member has an award of staff',
  'award.failed': 'An award of staff came to nothing',
  'award.reversed': 'The issuer took an award back',
};

const HEADERS = {
  'webhook-id': 'The same each time this event is sent',
  'webhook-timestamp': 'Seconds since 1970 of this try',
};
const parameters = Object.entries(HEADERS).map(
  ([name, description]): Parameter => ({
    name,
    description,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }),
);

/** The site's own messages, one entry per event; see docs/webhooks.md. Each is a component, such as `TaskCredited`. */
export const webhooks = ({ components }: Schemas): Record<string, WebhookItem> =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => {
      const message = z.object({
        type: z.literal(type),
        timestamp: z.iso.datetime(),
        data: z.object(WEBHOOK_DATA[type].shape),
      });
      const schema = wholeSchemaOf(message, 'output');
      const name = type.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase());
      components[name] = schema;
      const content = {
        'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example: exampleOf(schema) },
      };
      return [
        type,
        {
          post: {
            operationId: `receive${name}`,
            tags: ['Webhooks'],
            summary: SUMMARIES[type],
            description:
              'Sent to every webhook that chose this event, again until it is taken. Check the signature over the id, the time and the raw body before you believe it.',
            security: [{ webhookSignature: [] }],
            parameters,
            requestBody: { required: true, content },
            responses: { '2XX': { description: 'Taken. Anything else is sent again later' } },
          },
        },
      ];
    }),
  );
