import * as contract from '#contract/claims.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import {
  type ConfiguredWall,
  claimEvidence,
  decideClaim,
  fileClaim,
  listClaims,
  openClaims,
} from '#domain/earning/index.ts';
import type { Limits } from '#domain/trust/index.ts';
import { implement, type Route } from './implement.ts';

export interface ClaimOptions {
  database: Database;
  transact: Transact;
  limits: Limits;
  walls: ConfiguredWall[];
  /** As of adjustments. */
  secondApprovalPoints: number;
  thresholdPoints: number;
}

/** Rewards that members miss, and what becomes of their claims. */
export function claimRoutes(options: ClaimOptions): Route[] {
  const { database, transact, limits, secondApprovalPoints, thresholdPoints } = options;
  const walls = options.walls.map(({ definition }) => definition.id);
  return [
    implement(contract.claims).with((_, { member }) => listClaims(database, member.id)),
    implement(contract.fileClaim).with(async ({ body }, { member }) => {
      await limits.take(['claim_user', member.id]);
      const claim = { ...body, happenedAt: new Date(body.happenedAt) };
      return transact((tx) => fileClaim(tx, member.id, claim, walls));
    }),
    implement(contract.openClaims).with((_, { member }) => openClaims(database, member.id)),
    implement(contract.claimEvidence).with(({ params }) => claimEvidence(database, params.id)),
    implement(contract.decideClaim).asStaff(async (tx, { params, body }, { member, permissions }) => {
      const { userId } = await decideClaim(tx, {
        ...{ ...body, claimId: params.id, adminId: member.id, secondApprovalPoints, thresholdPoints },
        mayApprove: permissions.includes('payouts.approve'),
      });
      const { answer, ...after } = body;
      const subject = { kind: 'claim', id: params.id };
      return { output: {}, evidence: { subject, after, text: { memberId: userId, words: answer } } };
    }),
  ];
}
