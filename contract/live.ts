import type { RedemptionStatus } from './redemptions.values.ts';

/** The events of `GET /api/events`: names, and shapes of their JSON data. Besides, `beat` says that the stream lives. */
export interface LiveEvents {
  /** Points moved: the new balance, and the change (negative for a reversal or redemption). */
  balance: { points: number; change: number };
  /** A task was credited or reversed, or a report about one was decided; lists of tasks are stale. */
  tasks: Record<string, never>;
  /** A redemption changed its state. */
  redemption: { id: string; status: RedemptionStatus };
  /** The billing address or the name was changed: its country decides what can be redeemed, and cards may have waited for either. */
  address: Record<string, never>;
  /** A pause began or ended, or an appeal against it was decided: open redemptions stop or go on. */
  pause: Record<string, never>;
  /** The member decided what a wall may be told besides their code. */
  sharing: Record<string, never>;
  /** Staff have paused walls or show them again. */
  walls: Record<string, never>;
}
export type LiveEvent = { [K in keyof LiveEvents]: { type: K; data: LiveEvents[K] } }[keyof LiveEvents];
