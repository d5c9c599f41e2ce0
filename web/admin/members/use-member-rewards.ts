import type { CallOutput } from '#contract/index.ts';
import { whileUnderWay } from '#web/admin/parts/under-way.ts';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { call } from '#web/shared/api/call.ts';

const PATH = 'GET /api/admin/users/{id}/rewards';
export type MemberReward = CallOutput<typeof PATH>[number];

/** The member's redemptions and awards, newest first; read again while one of them is under way. */
export const useMemberRewards = (id: string) =>
  usePages([PATH, id], (before, signal) => call(PATH, { params: { id }, query: { before }, signal }), {
    refresh: whileUnderWay,
  });
