import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Appeal } from '#contract/appeals.ts';
import { APPEAL_MAX_LENGTH } from '#contract/appeals.values.ts';
import { required } from '#contract/rules.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextArea } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { Assignment } from '#web/admin/parts/assignment.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { appealsQuery } from './appeals-query.ts';

const RULES = z.object({ answer: required });
type Decision = { answer: string; decision: 'granted' | 'kept' };

/** One appeal: who, why they are paused, what they say, and the two ways to answer. */
export function AppealCard({ appeal }: { appeal: Appeal }) {
  const t = useT('appeals');
  const member = useT('member');
  const { date } = useFormats();
  const mayDecide = usePermission('staff.manage') || !appeal.isStaff;
  const isSuspension = appeal.kind === 'suspension';
  const queryClient = useQueryClient();
  const faultText = useFaultText();
  const { form, decide } = useDecision(appeal);
  const send = (decision: Decision['decision']) =>
    form.handleSubmit(({ answer }) => decide.mutate({ answer, decision }));
  const sending = (decision: Decision['decision']) =>
    decide.isPending && decide.variables.decision === decision;
  return (
    <Card as="article" aria-labelledby={`appeal-${appeal.id}`} className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={`appeal-${appeal.id}`} className="wrap-anywhere font-bold text-lg">
            <bdi>{appeal.name}</bdi>
          </h2>
          <p className="wrap-anywhere text-muted text-sm">
            <bdi>{appeal.email}</bdi>
          </p>
        </div>
        <Badge tone={isSuspension ? 'danger' : 'accent'}>{t(`reasons.${appeal.reason}`)}</Badge>
      </header>
      <blockquote className="wrap-anywhere whitespace-pre-wrap rounded-2xl bg-sunken p-4">
        {appeal.text}
      </blockquote>
      <p className="text-muted text-sm">
        {t(isSuspension ? 'suspendedSince' : 'pausedSince', { date: date(appeal.pausedAt, 'moment') })}
        {' · '}
        {t('sent', { date: date(appeal.createdAt, 'moment') })}
      </p>
      <Assignment
        owner={appeal.owner}
        take={(taken) =>
          call('PUT /api/admin/appeals/{id}/owner', { params: { id: appeal.id }, body: { taken } })
        }
        onSettled={() => queryClient.invalidateQueries({ queryKey: appealsQuery.queryKey })}
      />
      {!mayDecide && <p className="font-semibold">{t('ownerDecides')}</p>}
      {mayDecide && (
        <form noValidate className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
          <TextArea
            label={t('answer')}
            hint={isSuspension ? member('suspendReads') : t('answerHint')}
            maxLength={APPEAL_MAX_LENGTH}
            error={faultText(form.formState.errors.answer?.message)}
            {...form.register('answer')}
          />
          <div className="flex flex-wrap gap-2">
            <Button loading={sending('granted')} disabled={sending('kept')} onClick={send('granted')}>
              {isSuspension ? member('lift') : t('grant')}
            </Button>
            <Button
              variant="secondary"
              loading={sending('kept')}
              disabled={sending('granted')}
              onClick={send('kept')}
            >
              {isSuspension ? t('keepSuspension') : t('keep')}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}

function useDecision(appeal: Appeal) {
  const t = useT('appeals');
  const member = useT('member');
  const errors = useErrorText();
  const queryClient = useQueryClient();
  const doneOf = (decision: Decision['decision']) => {
    if (appeal.kind === 'pause') return t(decision);
    return member(`noticeKinds.${decision === 'granted' ? 'account_reinstated' : 'suspension_kept'}`);
  };
  const form = useRuledForm(RULES, { answer: '' });
  const showFields = useServerFieldErrors(form);
  const decide = useMutation({
    mutationFn: (body: Decision) =>
      call('POST /api/admin/appeals/{id}/decision', { params: { id: appeal.id }, body }),
    onSuccess: (_, { decision }) =>
      toast({
        title: doneOf(decision),
        description: t('decidedText', { name: appeal.name }),
        tone: 'success',
      }),
    onError: (error) => {
      showFields(error);
      toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
    },
    // Also after a failure: another admin may have been faster.
    onSettled: () => queryClient.invalidateQueries({ queryKey: appealsQuery.queryKey }),
  });
  return { form, decide };
}
