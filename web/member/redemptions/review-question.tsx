import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
  const [sent, setSent] = useState(false);
  return (
    <div className="grid gap-3">
      <p>{t('due', { when: names.weekdayTime(dueAt) })}</p>
      {question !== null && (
        <div className="grid gap-2 rounded-2xl bg-sunken p-4">
          <p className="font-semibold">{t('question')}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {question}
          </p>
          {answer === null ? (
            <AnswerForm redemptionId={redemptionId} onSent={() => setSent(true)} />
          ) : (
            <Given answer={answer} takesFocus={sent} />
          )}
        </div>
      )}
    </div>
  );
}

interface GivenProps {
  answer: string;
  /** True if it replaces the form, which had the focus. */
  takesFocus: boolean;
}

function Given({ answer, takesFocus }: GivenProps) {
  const t = useT('redeem.riskCheck');
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <p ref={title} tabIndex={-1} className="font-semibold outline-none">
        {t('answered')}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {answer}
      </p>
    </>
  );
}

interface AnswerFormProps {
  redemptionId: string;
  onSent: () => void;
}

function AnswerForm({ redemptionId, onSent }: AnswerFormProps) {
  const t = useT('redeem.riskCheck');
  const { form, send } = useAnswer(redemptionId, onSent);
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

function useAnswer(id: string, onSent: () => void) {
  const t = useT('redeem.riskCheck');
  const queryClient = useQueryClient();
  const form = useRuledForm(RULES, { text: '' });
  const trySend = async (text: string) => {
    try {
      await call('POST /api/redemptions/{id}/review-answer', { params: { id }, body: { text } });
    } catch (error) {
      // The review may have been decided, or answered by a try whose answer was lost.
      await queryClient.invalidateQueries({ queryKey: keys.redemptions });
      const known = queryClient.getQueryData<Redemption[]>(keys.redemptions);
      if (known?.find((one) => one.id === id)?.review?.answer !== text.trim()) throw error;
    }
  };
  const send = useCallMutation(trySend, {
    form,
    done: { title: t('sent') },
    onDone: onSent,
    stale: [keys.redemptions],
    failed: t('failed'),
    unheard: t('unheard'),
  });
  return { form, send };
}
