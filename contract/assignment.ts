import { z } from 'zod';

/** Time for which a claim or an appeal is assigned to an admin. */
export const ASSIGNMENT_MINUTES = 15;

/** The admin to whom an item of a queue is assigned. */
export const Assignee = z.object({ name: z.string(), you: z.boolean() });
export type Assignee = z.infer<typeof Assignee>;
export const assignmentBody = z.object({ taken: z.boolean() });
