export { addressOf } from './address.ts';
export { wallsHealth } from './health.ts';
export { listPostbacks } from './list-postbacks.ts';
export { countParked, listParked } from './parked.ts';
export { pauseWall, resumeWall } from './pauses.ts';
export { composeTest, verdictOfTest } from './test-call.ts';
