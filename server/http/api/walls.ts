import * as contract from '#contract/walls.ts';
import { PERIOD_HOURS } from '#contract/walls.values.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  closeAlarm,
  composeTest,
  decideSharing,
  derivedFor,
  listAlarms,
  listWalls,
  pauseWall,
  resumeWall,
  verdictOfTest,
  wallsHealth,
} from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';
import { sendToSelf } from '#server/http/frame/send-to-self.ts';

/** Offer walls: what members open, and their health, alarms and pauses for staff. */
export const wallRoutes = (services: Services): Route[] => [
  ...memberRoutes(services),
  ...staffRoutes(services),
  ...alarmRoutes(services),
];

function memberRoutes({ database, walls, wallPauses, frameHosts }: Services): Route[] {
  const siteWalls = async () => ({ walls, pauses: await wallPauses() });
  return [
    implement(contract.walls).with(async (_, { member }) => {
      const shown = await listWalls(database, await siteWalls(), member);
      const answers = ({ embed }: (typeof shown)[number]) =>
        embed.kind === 'iframe' ? frameHosts.answers(embed.url) : null;
      return shown.map((wall) => ({ ...wall, answers: answers(wall) }));
    }),
    implement(contract.decideSharing).inTransaction(async (tx, { params, body }, { member }) => {
      await decideSharing(tx, walls, { memberId: member.id, wall: params.wall, fields: body.fields });
      return {};
    }),
    implement(contract.rapidoreachUid).with(async (_, { member }) => ({
      uid: await derivedFor(database, await siteWalls(), member.id, { wall: 'rapidoreach', name: 'uid' }),
    })),
  ];
}

function staffRoutes({ database, walls, appUrl, internalAddress }: Services): Route[] {
  const find = (id: string) => {
    const wall = walls.find(({ definition }) => definition.id === id);
    if (!wall) throw new Refusal('not_found');
    return wall;
  };
  return [
    implement(contract.wallsHealth).with(({ query }) =>
      wallsHealth(database, walls, { appUrl, hours: PERIOD_HOURS[query.period] }),
    ),
    implement(contract.pauseWall).asStaff(async (tx, { params, body }, { member }) => {
      const { id } = find(params.wall).definition;
      const before = await pauseWall(tx, { wall: id, reason: body.reason, adminId: member.id });
      const states = { before: { paused: before !== null }, after: { paused: true } };
      return recorded('wall', id, { ...states, reason: body.reason });
    }),
    implement(contract.resumeWall).asStaff(async (tx, { params }) => {
      const { id } = find(params.wall).definition;
      const before = await resumeWall(tx, id);
      return recorded('wall', id, { before: { paused: before !== null }, after: { paused: false } });
    }),
    implement(contract.testWall).asStaffThen(async (_, { params }) => {
      const wall = find(params.wall);
      const { id } = wall.definition;
      const { transactionId, call } = composeTest(wall, appUrl);
      return {
        evidence: { subject: { kind: 'wall', id }, after: { testCall: transactionId } },
        afterwards: async () => {
          const answer = await sendToSelf(internalAddress(), call);
          const found = await verdictOfTest(database, id, transactionId);
          return { ...answer, verdict: found?.verdict ?? null, reason: found?.reason ?? null };
        },
      };
    }),
  ];
}

const alarmRoutes = ({ database, walls }: Services): Route[] => [
  implement(contract.wallAlarms).with(() => listAlarms(database, walls)),
  implement(contract.closeWallAlarm).asStaff(async (tx, { params, body }, { member }) => {
    const closed = await closeAlarm(tx, { id: params.id, adminId: member.id, note: body.note });
    const { wall, userId, ...about } = closed;
    const words = userId ? { text: { memberId: userId, words: body.note } } : { reason: body.note };
    return recorded('wall', wall, { after: { alarm: about }, ...words });
  }),
];
