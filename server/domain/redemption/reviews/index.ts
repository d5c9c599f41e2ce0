export { answerReview, askMember, assignReview } from './ask.ts';
export { decideReview, type Verdict } from './decide.ts';
export { holdForReview } from './hold.ts';
export { listReviews } from './list.ts';
export { tryRules } from './try-rules.ts';
export { watchReviews } from './watch.ts';
