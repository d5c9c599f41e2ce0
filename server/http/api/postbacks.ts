import * as contract from '#contract/postbacks.ts';
import { closeUnmatched, listPostbacks, listUnmatched, replayPostback } from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** The log of calls from walls, and the unmatched postbacks. */
export function postbackRoutes({ database, walls, thresholdPoints }: Services): Route[] {
  const wallIds = walls.map(({ definition }) => definition.id);
  return [
    implement(contract.postbacks).with(({ query }) => listPostbacks(database, wallIds, query)),
    implement(contract.unmatchedPostbacks).with(({ query }) => listUnmatched(database, walls, query.after)),
    implement(contract.replayPostback).asStaff(async (tx, { params }, { member }) => {
      const replayed = { logId: params.id, adminId: member.id };
      const { was, ...result } = await replayPostback(tx, walls, replayed, thresholdPoints);
      const evidence = { before: { verdict: was }, after: { verdict: result.verdict } };
      return recorded('postback', params.id, evidence, result);
    }),
    implement(contract.closeUnmatched).asStaff(async (tx, { params, body: { note } }, { member }) => {
      const { memberId } = await closeUnmatched(tx, { logId: params.id, adminId: member.id });
      const words = memberId ? { text: { memberId, words: note } } : { reason: note };
      return recorded('postback', params.id, {
        before: { verdict: 'unknown_user' },
        after: { closed: true },
        ...words,
      });
    }),
  ];
}
