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

interface ClaimRow {
  id: string;
  wall: string | null;
  missionId: string | null;
  title: string;
  happenedAt: Date;
  text: string;
  decision: string | null;
  answer: string | null;
  points: number | null;
  createdAt: Date;
  decidedAt: Date | null;
}

/** A claim as its member sees it. */
export const shownClaim = ({ decision, ...row }: ClaimRow): Domain<Claim> => ({
  ...row,
  state: decision === 'granted' || decision === 'refused' ? decision : 'open',
});
