import type { Award } from '#domain/redemption/index.ts';

/** What became of a request of an admin; `done` is on its way, or posted. */
export type Standing = 'done' | 'awaiting_approval' | 'declined';

/** The standing of an award or adjustment, from its state in the database. */
export const standingOf = (status: Award['status'] | 'posted'): Standing =>
  status === 'awaiting_approval' || status === 'declined' ? status : 'done';
