import * as contract from '#contract/claims.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { type ClaimSettings, decideClaim } from '#domain/administration/index.ts';
import {
  type ConfiguredWall,
  claimEvidence,
  fileClaim,
  listClaims,
  openClaims,
  takeClaim,
} from '#domain/earning/index.ts';
import type { Limits } from '#domain/trust/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export interface ClaimOptions extends ClaimSettings {
  database: Database;
  transact: Transact;
  limits: Limits;
  walls: ConfiguredWall[];
}

/** Rewards that members miss, and what becomes of their claims. */
export function claimRoutes(options: ClaimOptions): Route[] {
  const { database, transact, limits } = options;
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
    implement(contract.takeClaim).asStaff(async (tx, { params, body }, { member }) => {
      await takeClaim(tx, { claimId: params.id, adminId: member.id, taken: body.taken });
      return {
        output: {},
        evidence: { subject: { kind: 'claim', id: params.id }, after: { taken: body.taken } },
      };
    }),
    implement(contract.decideClaim).asStaff(async (tx, { params, body }, { member }) => {
      const decision = { ...body, claimId: params.id, adminId: member.id };
      const { standing, points, userId } = await decideClaim(tx, decision, options);
      const after = { decision: body.decision, points, standing };
      const text = { memberId: userId, words: body.answer };
      return { output: { standing }, evidence: { subject: { kind: 'claim', id: params.id }, after, text } };
    }),
  ];
}
