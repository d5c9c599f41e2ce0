/** Parts of the dashboard that are not waited for, in one file, as the dashboard names every file that it may load. */
export { Coins } from '#ui/illustrations/coins.tsx';
export { FirstSteps } from './first-steps.tsx';
export { GoalLine } from './goal-line.tsx';
