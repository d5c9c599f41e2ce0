import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as rules from './rules.ts';

const text = (length: number) => z.string().max(length).check(rules.withoutNul);

export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/client-errors',
  access: 'public',
  limit: 'client_error_ip',
  summary: 'Tells of a fault in the browser; the log keeps it under the id that the person sees',
  body: z.object({
    id: z.string().regex(/^[0-9a-f]{8}$/),
    name: text(100),
    message: text(500),
    stack: text(4_000),
    /** Address of the page, without its query. */
    path: text(200),
  }),
  output: z.object({}),
});
