import * as contract from '#contract/missions.ts';
import {
  addMission,
  type MissionSaved,
  plannedMissions,
  saveMission,
  saveMissionTexts,
} from '#domain/administration/index.ts';
import {
  announcedMissions,
  answerSurvey,
  completeMission,
  countTime,
  hasOpenWall,
  listMissions,
  startMission,
} from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';
import { oneRequestId } from '#server/http/frame/request-id.ts';

/** Missions of members, and the calls of their editors. */
export const missionRoutes = ({
  database,
  transact,
  walls,
  wallPauses,
  thresholdPoints,
  twoPeople,
}: Services): Route[] => [
  implement(contract.missions).with((_, { member }) => listMissions(database, member.id)),
  implement(contract.announcedMissions).with((_, { member }) => announcedMissions(database, member.id)),
  implement(contract.startMission).with(async ({ params }, { member }) => {
    // Before the transaction: what is kept may have to be read, by another connection.
    const asksPoints = hasOpenWall({ walls, pauses: await wallPauses() }, member);
    return transact((tx) => startMission(tx, member.id, params.id, { asksPoints }));
  }),
  implement(contract.missionHeartbeat).inTransaction((tx, { params, body }, { member }) =>
    countTime(tx, member.id, params.id, body),
  ),
  implement(contract.completeMission).inTransaction((tx, { params }, { member }) =>
    completeMission(tx, member.id, params.id, thresholdPoints),
  ),
  implement(contract.answerSurvey).inTransaction((tx, { params, body }, { member }) =>
    answerSurvey(tx, member.id, params.id, body.answers, thresholdPoints),
  ),
  implement(contract.plannedMissions).with(() => plannedMissions(database)),
  implement(contract.createMission).asStaff(async (tx, { body }, { member, byKey, header }) => {
    const { requestId: inBody, ...plan } = body;
    const inHeader = header('idempotency-key');
    const requestId =
      inBody === undefined && inHeader === undefined ? undefined : oneRequestId(inBody, inHeader);
    const saved = await addMission(tx, plan, { adminId: member.id, byKey, requestId, twoPeople });
    return savedMission(saved, plan);
  }),
  implement(contract.translateMission).asStaff(async (tx, { params, body }, { byKey }) => {
    const { before, after } = await saveMissionTexts(tx, params.id, params.language, body.texts, { byKey });
    return recorded('mission', params.id, { before, after }, after);
  }),
  implement(contract.changeMission).asStaff(async (tx, { params, body }, { member, byKey }) => {
    const { seen, ...change } = body;
    const asking = { adminId: member.id, byKey, twoPeople };
    return savedMission(await saveMission(tx, params.id, change, { ...asking, seen }), change);
  }),
];

/** A change that waits for approval is recorded in the trail too. */
const savedMission = ({ before, after, standing }: MissionSaved, asked: object) =>
  recorded('mission', after.id, { before, after: standing === 'done' ? after : { asked, standing } }, after);
