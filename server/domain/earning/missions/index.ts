export { openForgedCap } from '#domain/earning/intake/forged-cap.ts';
export {
  type AdvertiserVerdict,
  type Parameters,
  receiveAdvertiserPostback,
  signParameters,
} from './advertiser-postback.ts';
export { answerSurvey } from './answer-survey.ts';
export { completeMission } from './complete-mission.ts';
export { countMissions, mendPlaces } from './count-missions.ts';
export { countTime } from './count-time.ts';
export { addExampleMissions, offersExampleMissions, SANDBOX_ADVERTISER } from './examples.ts';
export { announcedMissions, listMissions } from './list-missions.ts';
export {
  type CountedMission,
  changeMission,
  createMission,
  lockPlanned,
  type PlannedMission,
  planOf,
  readPlannedMissions,
  translateMission,
} from './manage-missions.ts';
export { proveMissions } from './prove-missions.ts';
export { readAdvertisers } from './read-advertisers.ts';
export { endedMissions } from './rows.ts';
export { startMission } from './start-mission.ts';
export { digestOf, mostPointsOf, recordTerms, termsInForce } from './terms.ts';
