import { type FormEvent, useEffect, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { call } from '#web/shared/api/call.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { type Answers, askedAnswers, keepAnswers, keptAnswers, type Questions } from './survey-answers.ts';
import { useMissionCall } from './use-missions.ts';

/** The questions of a survey on one page. The answers survive a reload and are sent once. */
export function SurveyWork({ mission, questions }: { mission: Mission; questions: Questions }) {
  const t = useT('missions');
  const errors = useErrorText();
  const [answers, setAnswers] = useKept(mission.id, questions);
  const [checked, setChecked] = useState(false);
  const send = useMissionCall(() =>
    call('POST /api/missions/{id}/answers', { params: { id: mission.id }, body: { answers } }),
  );
  const open = questions.filter(({ id }) => answers[id] === undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const [first] = open;
    if (!first) return send.isPending ? undefined : send.mutate();
    event.currentTarget.querySelector<HTMLInputElement>(`input[name="${first.id}"]`)?.focus();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          chosen={answers[question.id]}
          missing={checked && answers[question.id] === undefined}
          onChoose={(option) => setAnswers({ ...answers, [question.id]: option })}
        />
      ))}
      <p role="alert" className="font-medium text-danger text-sm empty:hidden">
        {checked && open.length > 0 && t('survey.missing', { count: open.length })}
        {send.error && `${t('survey.failed')}: ${errors.text(send.error)}`}
      </p>
      <Button type="submit" size="large" loading={send.isPending} className="sm:justify-self-start">
        {t('survey.send')}
      </Button>
    </form>
  );
}

interface QuestionProps {
  question: Questions[number];
  chosen: string | undefined;
  missing: boolean;
  onChoose: (option: string) => void;
}

function Question({ question, chosen, missing, onChoose }: QuestionProps) {
  const t = useT('missions');
  const problem = `${question.id}-open`;
  return (
    <Card as="div">
      <fieldset aria-describedby={missing ? problem : undefined}>
        <legend className="wrap-anywhere font-bold">
          <bdi>{question.text}</bdi>
        </legend>
        <div className="mt-3 grid gap-2 sm:grid-cols-2">
          {question.options.map((option) => (
            <label
              key={option.id}
              className="wrap-anywhere flex min-h-12 cursor-pointer items-center gap-3 rounded-2xl border-2 border-line px-3.5 py-2 transition-colors hover:border-muted has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2 has-checked:text-on-brand-soft"
            >
              <input
                type="radio"
                name={question.id}
                value={option.id}
                checked={chosen === option.id}
                onChange={() => onChoose(option.id)}
                className="size-5 shrink-0 accent-brand outline-none"
              />
              <bdi>{option.text}</bdi>
            </label>
          ))}
        </div>
        {missing && (
          <p id={problem} className="mt-2 font-medium text-danger text-sm">
            {t('survey.open')}
          </p>
        )}
      </fieldset>
    </Card>
  );
}

/** The answers so far, stored in this tab until it is closed. */
function useKept(missionId: string, questions: Questions): [Answers, (answers: Answers) => void] {
  const memberId = useUser()?.id ?? '';
  const [given, setGiven] = useState(() => keptAnswers(memberId, missionId));
  useEffect(() => keepAnswers(memberId, missionId, given), [memberId, missionId, given]);
  return [askedAnswers(questions, given), setGiven];
}
