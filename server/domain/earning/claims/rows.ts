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
  'rewardClaims.offer',
] as const;

type ClaimRow = Omit<Domain<Claim>, 'state' | 'offer'> & {
  decision: string | null;
  offer: unknown;
  /** The title of a mission in the member's language. */
  translatedTitle?: string | null;
};
/** As JSON keeps it. */
type KeptOffer = NonNullable<Claim['offer']>;

/** A claim as its member sees it. */
export const shownClaim = ({ decision, offer, translatedTitle, ...row }: ClaimRow): Domain<Claim> => ({
  ...row,
  title: translatedTitle ?? row.title,
  offer: shownOffer(offer as KeptOffer | null),
  state: stateOf(decision),
});

export const stateOf = (decision: string | null): Claim['state'] =>
  decision === 'granted' || decision === 'refused' ? decision : 'open';

const shownOffer = (offer: KeptOffer | null): Domain<Claim>['offer'] =>
  offer && { ...offer, startedAt: new Date(offer.startedAt) };
