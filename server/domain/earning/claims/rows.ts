import type { Claim } from '#contract/claims.ts';
import type { Domain } from '#contract/wire.ts';

export const claimColumns = [
  'rewardClaims.id',
  'rewardClaims.wall',
  'rewardClaims.missionId',
  'rewardClaims.title',
  'rewardClaims.happenedAt',
  'rewardClaims.text',
  'rewardClaims.decision',
  'rewardClaims.answer',
  'rewardClaims.points',
  'rewardClaims.createdAt',
  'rewardClaims.decidedAt',
] as const;

type ClaimRow = Omit<Domain<Claim>, 'state'> & { decision: string | null };

/** A claim as its member sees it. */
export const shownClaim = ({ decision, ...row }: ClaimRow): Domain<Claim> => ({
  ...row,
  state: decision === 'granted' || decision === 'refused' ? decision : 'open',
});
