import * as contract from '#contract/operations.ts';
import { PERIOD_HOURS } from '#contract/operations-values.ts';
import type { Database } from '#database/client.ts';
import {
  changeRole,
  grantRole,
  listStaff,
  type RoleChanged,
  readQueues,
  removeRole,
  searchAudit,
  verifyPart,
} from '#domain/administration/index.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  type ConfiguredWall,
  closeAlarm,
  composeTest,
  listAlarms,
  listParked,
  listPostbacks,
  pauseWall,
  replayParked,
  resumeWall,
  takeClaim,
  verdictOfTest,
  wallsHealth,
} from '#domain/earning/index.ts';
import { takeAppeal } from '#domain/trust/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { sendToSelf } from '#server/http/frame/send-to-self.ts';

export interface OperationOptions {
  database: Database;
  walls: ConfiguredWall[];
  appUrl: string;
  /** Address of this server from this machine. */
  internalAddress: () => string;
  thresholdPoints: number;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** What operators watch and repair. */
export const operationRoutes = (options: OperationOptions): Route[] => [
  ...wallRoutes(options),
  ...alarmRoutes(options),
  ...parkedRoutes(options),
  ...auditRoutes(options.database),
  ...staffRoutes(options.database),
  ...queueRoutes(options.database),
];

function wallRoutes({ database, walls, appUrl, internalAddress }: OperationOptions): Route[] {
  const find = (id: string) => {
    const wall = walls.find(({ definition }) => definition.id === id);
    if (!wall) throw new Refusal('not_found');
    return wall;
  };
  const wallIds = walls.map(({ definition }) => definition.id);
  const subject = (id: string) => ({ kind: 'wall', id });
  return [
    implement(contract.wallsHealth).with(({ query }) =>
      wallsHealth(database, walls, { appUrl, hours: PERIOD_HOURS[query.period] }),
    ),
    implement(contract.postbacks).with(({ query }) => listPostbacks(database, wallIds, query)),
    implement(contract.pauseWall).asStaff(async (tx, { params, body }, { member }) => {
      const { id } = find(params.wall).definition;
      const before = await pauseWall(tx, { wall: id, reason: body.reason, adminId: member.id });
      const states = { before: { paused: before !== null }, after: { paused: true } };
      return { output: {}, evidence: { subject: subject(id), ...states, reason: body.reason } };
    }),
    implement(contract.resumeWall).asStaff(async (tx, { params }) => {
      const { id } = find(params.wall).definition;
      const before = await resumeWall(tx, id);
      const states = { before: { paused: before !== null }, after: { paused: false } };
      return { output: {}, evidence: { subject: subject(id), ...states } };
    }),
    implement(contract.testWall).asStaffThen(async (_, { params }) => {
      const wall = find(params.wall);
      const { id } = wall.definition;
      const { transactionId, call } = composeTest(wall, appUrl);
      return {
        evidence: { subject: subject(id), after: { testCall: transactionId } },
        afterwards: async () => {
          const answer = await sendToSelf(internalAddress(), call);
          const found = await verdictOfTest(database, id, transactionId);
          return { ...answer, verdict: found?.verdict ?? null, reason: found?.reason ?? null };
        },
      };
    }),
  ];
}

const alarmRoutes = ({ database, walls }: OperationOptions): Route[] => [
  implement(contract.wallAlarms).with(() => listAlarms(database, walls)),
  implement(contract.closeWallAlarm).asStaff(async (tx, { params, body }, { member }) => {
    const closed = await closeAlarm(tx, { id: params.id, adminId: member.id, note: body.note });
    const { wall, userId, ...about } = closed;
    const words = userId ? { text: { memberId: userId, words: body.note } } : { reason: body.note };
    return {
      output: {},
      evidence: { subject: { kind: 'wall', id: wall }, after: { alarm: about }, ...words },
    };
  }),
];

function parkedRoutes({ database, walls, thresholdPoints }: OperationOptions): Route[] {
  return [
    implement(contract.parkedPostbacks).with(({ query }) => listParked(database, walls, query.after)),
    implement(contract.replayPostback).asStaff(async (tx, { params }, { member }) => {
      const replayed = { logId: params.id, adminId: member.id };
      const verdict = await replayParked(tx, walls, replayed, thresholdPoints);
      const states = { before: { verdict: 'unknown_user' }, after: { verdict } };
      return { output: { verdict }, evidence: { subject: { kind: 'postback', id: params.id }, ...states } };
    }),
  ];
}

const auditRoutes = (database: Database): Route[] => [
  implement(contract.auditEntries).with(({ query }) => searchAudit(database, query)),
  implement(contract.verifyAudit).with(({ query }) => verifyPart(database, query.after)),
];

function staffRoutes(database: Database): Route[] {
  const evidence = ({ memberId, before, after }: RoleChanged) => ({
    subject: { kind: 'member', id: memberId },
    before: { staffRole: before },
    after: { staffRole: after },
  });
  return [
    implement(contract.staff).with(async (_, { member }) =>
      (await listStaff(database)).map((one) => ({
        ...one,
        lastSeenAt: iso(one.lastSeenAt),
        you: one.id === member.id,
      })),
    ),
    implement(contract.grantRole).asStaff(async (tx, { body }, { member }) => {
      const changed = await grantRole(tx, { ...body, actorId: member.id });
      return { output: { id: changed.memberId }, evidence: evidence(changed) };
    }),
    implement(contract.changeRole).asStaff(async (tx, { params, body }, { member }) => {
      const change = { actorId: member.id, memberId: params.id };
      return { output: {}, evidence: evidence(await changeRole(tx, change, body.role)) };
    }),
    implement(contract.removeRole).asStaff(async (tx, { params }, { member }) => {
      const change = { actorId: member.id, memberId: params.id };
      return { output: {}, evidence: evidence(await removeRole(tx, change)) };
    }),
  ];
}

const queueRoutes = (database: Database): Route[] => [
  implement(contract.workQueues).with(async (_, { permissions }) => {
    const states = await readQueues(database, permissions);
    return states.map((state) => ({ ...state, oldestAt: iso(state.oldestAt) }));
  }),
  implement(contract.takeClaim).asStaff(async (tx, { params, body }, { member }) => {
    await takeClaim(tx, { claimId: params.id, adminId: member.id, taken: body.taken });
    return {
      output: {},
      evidence: { subject: { kind: 'claim', id: params.id }, after: { taken: body.taken } },
    };
  }),
  implement(contract.takeAppeal).asStaff(async (tx, { params, body }, { member }) => {
    await takeAppeal(tx, { appealId: params.id, adminId: member.id, taken: body.taken });
    const subject = { kind: 'appeal', id: params.id };
    return { output: {}, evidence: { subject, after: { taken: body.taken } } };
  }),
];
