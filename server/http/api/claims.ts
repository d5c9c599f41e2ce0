import * as contract from '#contract/claims.ts';
import { decideClaim, openClaims } from '#domain/administration/index.ts';
import { assignClaim, claimEvidence, fileClaim, listClaims } from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Claims about missing rewards, and the decisions. */
export function claimRoutes(services: Services): Route[] {
  const { database } = services;
  const walls = services.walls.map(({ definition }) => definition.id);
  return [
    implement(contract.claims).with((_, { member }) => listClaims(database, member.id)),
    implement(contract.fileClaim).inTransaction((tx, { body }, { member }) =>
      fileClaim(tx, member.id, { ...body, happenedAt: new Date(body.happenedAt) }, walls),
    ),
    implement(contract.openClaims).with((_, { member }) => openClaims(database, member.id)),
    implement(contract.claimEvidence).with(({ params }) => claimEvidence(database, params.id)),
    implement(contract.assignClaim).asStaff(async (tx, { params, body }, { member }) => {
      await assignClaim(tx, { claimId: params.id, adminId: member.id, taken: body.taken });
      return recorded('claim', params.id, { after: { taken: body.taken } });
    }),
    implement(contract.decideClaim).asStaff(async (tx, { params, body }, { member }) => {
      const decision = { ...body, claimId: params.id, adminId: member.id };
      const { standing, points, userId } = await decideClaim(tx, decision, services);
      const after = { decision: body.decision, points, standing };
      const text = { memberId: userId, words: body.answer };
      return recorded('claim', params.id, { after, text }, { standing });
    }),
  ];
}
