import { z } from 'zod';

/** Whoever takes a claim or an appeal has it for so long. */
export const ASSIGNMENT_MINUTES = 15;

/** Who works on something that waits, while the time for it lasts. */
export const Assignee = z.object({ name: z.string(), you: z.boolean() });
export type Assignee = z.infer<typeof Assignee>;
export const assignmentBody = z.object({ taken: z.boolean() });
