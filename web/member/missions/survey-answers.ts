import type { Mission } from '#contract/missions.ts';
import { keep, kept } from '#web/shared/browser/storage.ts';

export type Questions = Extract<Mission['content'], { kind: 'survey' }>['questions'];
/** The id of the option chosen, by the id of its question. */
export type Answers = Record<string, string>;

/** Whoever signs in next in this tab must not see what another member has answered. */
const keyOf = (memberId: string, missionId: string) => `survey-${memberId}-${missionId}`;

/** Keeps the answers of a survey that is not sent yet, until the tab is closed. */
export const keepAnswers = (memberId: string, missionId: string, answers: Answers): void =>
  keep(keyOf(memberId, missionId), JSON.stringify(answers), 'tab');

/** The answers that this member has kept in this tab. */
export const keptAnswers = (memberId: string, missionId: string): Answers =>
  JSON.parse(kept(keyOf(memberId, missionId), 'tab') ?? '{}');

/** The answers that the survey still asks for and offers. The others could not be seen, and the server would refuse them. */
export const askedAnswers = (questions: Questions, answers: Answers): Answers =>
  Object.fromEntries(
    questions.flatMap(({ id, options }) =>
      options.filter((option) => option.id === answers[id]).map((option) => [id, option.id]),
    ),
  );
