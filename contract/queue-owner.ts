import { z } from 'zod';

/** Who works on something that waits, while the time for it lasts. */
export const QueueOwner = z.object({ name: z.string(), you: z.boolean() });
export type QueueOwner = z.infer<typeof QueueOwner>;
