/** One call of the OpenAPI document. */
export interface Operation {
  operationId: string;
  tags: Tag[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: unknown;
    example?: unknown;
  }[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
}
export type Content = Record<string, { schema: unknown; example?: unknown }>;

/** Parts of the reference, in order. */
export const TAGS = ['Account', 'Earning', 'Rewards', 'Site', 'Administration', 'Receivers'] as const;
export type Tag = (typeof TAGS)[number];
