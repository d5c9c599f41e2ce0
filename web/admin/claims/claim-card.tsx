import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { OpenClaim } from '#contract/claims.ts';
import { CLAIM_TEXT_MAX_LENGTH } from '#contract/claims.values.ts';
import { fault } from '#contract/faults.ts';
import { POINTS_MAX } from '#contract/points.ts';
import { required } from '#contract/rules.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { Assignment } from '#web/admin/parts/assignment.tsx';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { ClaimEvidence } from './claim-evidence.tsx';

const RULES = z.object({
  answer: required,
  points: z.string().check(z.regex(/^\d*$/, fault('invalid'))),
});
type Decision = { answer: string; points?: number; decision: 'granted' | 'refused' };

/** One claim: who, what is missing, what the site knows about it, and the two ways to answer. */
export function ClaimCard({ claim, queue }: { claim: OpenClaim; queue: QueryKey }) {
  const t = useT('claimQueue');
  const adjustments = useT('adjustments');
  const { date } = useFormats();
  const queryClient = useQueryClient();
  return (
    <Card as="article" aria-labelledby={`claim-${claim.id}`} className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={`claim-${claim.id}`} className="wrap-anywhere font-bold text-lg">
            <bdi>{claim.title}</bdi>
          </h2>
          <p className="wrap-anywhere text-muted text-sm">
            <bdi>{claim.name}</bdi> · <bdi>{claim.email}</bdi>
          </p>
        </div>
        <Badge tone="accent">{claim.wall ?? t('mission')}</Badge>
      </header>
      <blockquote className="wrap-anywhere whitespace-pre-wrap rounded-2xl bg-sunken p-4">
        {claim.text}
      </blockquote>
      <p className="text-muted text-sm">
        {t('happened', { date: date(claim.happenedAt, 'moment') })}
        {' · '}
        {t('sent', { date: date(claim.createdAt, 'moment') })}
      </p>
      <ClaimEvidence claimId={claim.id} />
      <Assignment
        owner={claim.owner}
        take={(taken) =>
          call('PUT /api/admin/claims/{id}/owner', { params: { id: claim.id }, body: { taken } })
        }
        onSettled={() => queryClient.invalidateQueries({ queryKey: queue })}
      />
      {claim.awaitingApproval ? (
        <p role="status">
          <Badge tone="accent">{adjustments('waits')}</Badge>
        </p>
      ) : (
        <Decide claim={claim} queue={queue} />
      )}
    </Card>
  );
}

function Decide({ claim, queue }: { claim: OpenClaim; queue: QueryKey }) {
  const t = useT('claimQueue');
  const faultText = useFaultText();
  const { form, decide } = useDecision(claim, queue);
  const { errors } = form.formState;
  const send = (decision: Decision['decision']) =>
    form.handleSubmit(({ answer, points }) =>
      decide.mutate({ answer, decision, ...(points === '' ? {} : { points: Number(points) }) }),
    );
  const sending = (decision: Decision['decision']) =>
    decide.isPending && decide.variables.decision === decision;
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
      {claim.wall !== null && (
        <TextField
          label={t('points')}
          hint={t('pointsHint')}
          inputMode="numeric"
          maxLength={String(POINTS_MAX).length}
          error={faultText(errors.points?.message)}
          {...form.register('points')}
        />
      )}
      <TextArea
        label={t('answer')}
        hint={t('answerHint')}
        maxLength={CLAIM_TEXT_MAX_LENGTH}
        error={faultText(errors.answer?.message)}
        {...form.register('answer')}
      />
      <div className="flex flex-wrap gap-2">
        <Button loading={sending('granted')} disabled={sending('refused')} onClick={send('granted')}>
          {t('grant')}
        </Button>
        <Button
          variant="secondary"
          loading={sending('refused')}
          disabled={sending('granted')}
          onClick={send('refused')}
        >
          {t('refuse')}
        </Button>
      </div>
    </form>
  );
}

function useDecision(claim: OpenClaim, queue: QueryKey) {
  const t = useT('claimQueue');
  const adjustments = useT('adjustments');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const form = useRuledForm(RULES, { answer: '', points: '' });
  const showFields = useServerFieldErrors(form);
  const decide = useMutation({
    mutationFn: (body: Decision) =>
      freshly(() => call('POST /api/admin/claims/{id}/decision', { params: { id: claim.id }, body })),
    onSuccess: ({ standing }, { decision }) =>
      standing === 'awaiting_approval'
        ? toast({ title: adjustments('waits'), tone: 'success' })
        : toast({ title: t(decision), description: t('decidedText', { name: claim.name }), tone: 'success' }),
    onError: (error) => {
      if (error instanceof Abandoned) return;
      showFields(error);
      toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
    },
    // Also after a failure: another admin may have been faster.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queue }),
  });
  return { form, decide };
}
