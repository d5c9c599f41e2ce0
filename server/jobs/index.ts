export { startJobs, type Tasks } from './run.ts';
