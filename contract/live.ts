import type { RedemptionStatus } from './redemptions.values.ts';

/** The events of `GET /api/events`: names, and shapes of their JSON data. Besides, `beat` says that the stream lives. */
export interface LiveEvents {
  /** Points moved: the new balance, and the change (negative for a reversal or redemption). */
  balance: { points: number; change: number };
  /** A task was credited or reversed; lists of tasks are stale. */
  tasks: Record<string, never>;
  /** A redemption changed its state. */
  redemption: { id: string; status: RedemptionStatus };
}
export type LiveEvent = { [K in keyof LiveEvents]: { type: K; data: LiveEvents[K] } }[keyof LiveEvents];
