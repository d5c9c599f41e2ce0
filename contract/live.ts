import type { RedemptionStatus } from './redemptions.values.ts';

/** What the server sends over `GET /api/events`: the name of the event and the shape of its JSON data. */
export interface LiveEvents {
  /** Points moved: the balance now, and by how much it changed (negative for a reversal or redemption). */
  balance: { points: number; change: number };
  /** A task was credited or reversed; lists of tasks are stale. */
  tasks: Record<string, never>;
  /** A redemption changed its state. */
  redemption: { id: string; status: RedemptionStatus };
}
export type LiveEvent = { [K in keyof LiveEvents]: { type: K; data: LiveEvents[K] } }[keyof LiveEvents];
