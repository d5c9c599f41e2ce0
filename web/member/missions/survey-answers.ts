import type { Mission } from '#contract/missions.ts';
import { keep, kept } from '#web/shared/browser/storage.ts';

export type Questions = Extract<Mission['content'], { kind: 'survey' }>['questions'];
/** The id of the chosen option, by the id of its question. */
export type Answers = Record<string, string>;

/** Named after the member, as the next one to sign in in this tab must not see these answers. */
const keyOf = (memberId: string, missionId: string) => `survey-${memberId}-${missionId}`;

/** Stores the answers of an unsent survey until the tab is closed. */
export const keepAnswers = (memberId: string, missionId: string, answers: Answers): void =>
  keep(keyOf(memberId, missionId), JSON.stringify(answers), 'tab');

/** The answers that this member has stored in this tab. */
export const keptAnswers = (memberId: string, missionId: string): Answers =>
  JSON.parse(kept(keyOf(memberId, missionId), 'tab') ?? '{}');

/** Drops answers that the survey no longer asks for or offers: they cannot be shown, and the server refuses them. */
export const askedAnswers = (questions: Questions, answers: Answers): Answers =>
  Object.fromEntries(
    questions.flatMap(({ id, options }) =>
      options.filter((option) => option.id === answers[id]).map((option) => [id, option.id]),
    ),
  );
