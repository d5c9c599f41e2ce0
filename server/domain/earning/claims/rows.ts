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

type ClaimRow = Omit<Domain<Claim>, 'state'> & {
  decision: string | null;
  /** The title of a mission in the member's language. */
  translatedTitle?: string | null;
};

/** A claim as its member sees it. */
export const shownClaim = ({ decision, translatedTitle, ...row }: ClaimRow): Domain<Claim> => ({
  ...row,
  title: translatedTitle ?? row.title,
  state: stateOf(decision),
});

export const stateOf = (decision: string | null): Claim['state'] =>
  decision === 'granted' || decision === 'refused' ? decision : 'open';
