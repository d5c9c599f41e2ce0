import type { JsonSchema } from './schemas.ts';

/** One call of the OpenAPI document. */
export interface Operation {
  operationId: string;
  tags: Tag[];
  deprecated?: true;
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  /** By status. A reference leads to a response that several calls share. */
  responses: Record<string, Response | Reference>;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}
export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema } | Reference>;
  content?: Content;
}
export type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
export interface Reference {
  $ref: string;
}

/** Parts of the reference, in order, with a sentence about each. */
export const TAGS = {
  Account: 'Sign-up, sign-in, the profile and the settings of a member.',
  Earning: 'Tasks, offer walls, offers, missions and claims of a member, and the statement.',
  Rewards: 'What points are redeemed for, and what became of it.',
  Site: 'What a page needs before anyone signs in.',
  Administration: 'What staff do, by a session or by an API key.',
  Receivers: 'Where walls, advertisers and payout providers send their messages.',
  Webhooks: 'What the site sends to other systems.',
} as const;
export type Tag = keyof typeof TAGS;
