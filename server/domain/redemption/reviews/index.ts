export { answerReview, askMember, takeReview } from './ask.ts';
export { holdIfRisky } from './hold.ts';
export { listReviews } from './list.ts';
export { decideReview, type Verdict } from './settle.ts';
export { tryRules } from './try-rules.ts';
export { watchReviews } from './watch.ts';
