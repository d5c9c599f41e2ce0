export { addressOf } from './address.ts';
export { closeAlarm, countAlarms, listAlarms, type WatchOptions, watchWalls } from './alarms.ts';
export { readLastCalls, wallsHealth } from './health.ts';
export { excessOf } from './judge-day.ts';
export { listPostbacks } from './list-postbacks.ts';
export { listPauses, pauseWall, resumeWall, type WallPause } from './pauses.ts';
export { composeTest, verdictOfTest } from './test-call.ts';
export { closeUnmatched, countUnmatched, listUnmatched } from './unmatched.ts';
export { readWallDays, rollUpWallDays, type WallDay } from './wall-days.ts';
