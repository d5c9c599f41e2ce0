import * as z from 'zod/mini';
import { MONEY_TEXT_MAX_LENGTH } from '#contract/approvals.values.ts';
import type { Redemption } from '#contract/redemptions.ts';
import { required } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TextArea } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useRewardNames } from './use-reward-names.ts';

const RULES = z.object({ text: required });

interface ReviewQuestionProps {
  redemptionId: string;
  review: NonNullable<Redemption['review']>;
}

/** Until when a redemption is reviewed, and what staff ask its member. */
export function ReviewQuestion({ redemptionId, review }: ReviewQuestionProps) {
  const t = useT('redeem.riskCheck');
  const names = useRewardNames();
  const { question, answer, dueAt } = review;
  return (
    <div className="grid gap-3">
      <p>{t('due', { when: names.weekdayTime(dueAt) })}</p>
      {question !== null && (
        <div className="grid gap-2 rounded-2xl bg-sunken p-4">
          <p className="font-semibold">{t('question')}</p>
          <p className="wrap-anywhere whitespace-pre-wrap">
            <bdi>{question}</bdi>
          </p>
          {answer === null ? <AnswerForm redemptionId={redemptionId} /> : <Given answer={answer} />}
        </div>
      )}
    </div>
  );
}

function Given({ answer }: { answer: string }) {
  const t = useT('redeem.riskCheck');
  return (
    <>
      <p className="font-semibold">{t('answered')}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        <bdi>{answer}</bdi>
      </p>
    </>
  );
}

function AnswerForm({ redemptionId }: { redemptionId: string }) {
  const t = useT('redeem.riskCheck');
  const { form, send } = useAnswer(redemptionId);
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(({ text }) => send.mutate(text))}>
      <TextArea
        control={form.control}
        name="text"
        label={t('answer')}
        rows={3}
        maxLength={MONEY_TEXT_MAX_LENGTH}
      />
      <div>
        <Button type="submit" loading={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

function useAnswer(redemptionId: string) {
  const t = useT('redeem.riskCheck');
  const form = useRuledForm(RULES, { text: '' });
  const send = useCallMutation(
    (text: string) =>
      call('POST /api/redemptions/{id}/review-answer', { params: { id: redemptionId }, body: { text } }),
    {
      form,
      done: { title: t('sent') },
      // Also after a failure: the review may have been decided meanwhile.
      staleAnyway: [keys.redemptions],
      failed: (error, words) => ({ title: t('failed'), description: words.text(error) }),
    },
  );
  return { form, send };
}
