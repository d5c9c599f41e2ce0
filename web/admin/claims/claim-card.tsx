import * as z from 'zod/mini';
import type { OpenClaim } from '#contract/claims.ts';
import { CLAIM_TEXT_MAX_LENGTH } from '#contract/claims.values.ts';
import { fault } from '#contract/faults.ts';
import { POINTS_MAX } from '#contract/points.ts';
import { required } from '#contract/rules.ts';
import { Badge } from '#ui/badge.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { Assignment } from '#web/admin/parts/assignment.tsx';
import { DealtWith } from '#web/admin/parts/dealt-with.tsx';
import { DecisionButtons } from '#web/admin/parts/decision-buttons.tsx';
import { RequestCard } from '#web/admin/parts/request-card.tsx';
import type { Work } from '#web/admin/parts/use-kept.ts';
import { useWallTitle } from '#web/admin/parts/use-wall-title.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TextArea, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { ClaimEvidence } from './claim-evidence.tsx';
import { claimsQuery, evidenceQuery } from './claims-query.ts';

const RULES = z.object({
  answer: required,
  points: z.string().check(z.regex(/^\d*$/, fault('invalid'))),
});
type Decision = { answer: string; points?: number; decision: 'granted' | 'refused' };

interface ClaimCardProps extends Work {
  claim: OpenClaim;
}

/** One claim: the member, what is missing, what the site knows about it, and the two decisions. */
export function ClaimCard(props: ClaimCardProps) {
  const { claim, gone } = props;
  const t = useT('claimQueue');
  const titleOf = useWallTitle();
  const { date } = useFormats();
  return (
    <RequestCard
      id={`claim-${claim.id}`}
      title={<bdi>{claim.title}</bdi>}
      from={
        <>
          <AdminLink path="users/$id" id={claim.userId} className="rounded-lg underline underline-offset-2">
            <bdi>{claim.name}</bdi>
          </AdminLink>{' '}
          · <bdi>{claim.email}</bdi>
        </>
      }
      badge={<Badge tone="accent">{claim.wall === null ? t('mission') : titleOf(claim.wall)}</Badge>}
      text={claim.text}
      moments={
        <>
          {t('happened', { date: date(claim.happenedAt, 'moment') })}
          {' · '}
          {t('sent', { date: date(claim.createdAt, 'moment') })}
        </>
      }
    >
      <ClaimEvidence claimId={claim.id} />
      {!gone && (
        <Assignment
          owner={claim.owner}
          assign={(taken) =>
            call('PUT /api/admin/claims/{id}/owner', { params: { id: claim.id }, body: { taken } })
          }
          queue={claimsQuery.queryKey}
        />
      )}
      <Decide {...props} />
    </RequestCard>
  );
}

/** The form and its buttons. Once another admin has decided, or asked for an approval, what was typed stays without them. */
function Decide({ claim, gone, settle }: ClaimCardProps) {
  const t = useT('claimQueue');
  const { form, decide } = useDecision(claim, settle);
  const { isDirty } = form.formState;
  const waits = claim.awaitingApproval && !claim.mayWithdraw && !gone;
  const isOwn = claim.mayWithdraw && !gone;
  const dealtWith = gone && !decide.isPending;
  const send = (decision: Decision['decision']) =>
    form.handleSubmit(({ answer, points }) =>
      decide.mutate({ answer, decision, ...(points === '' ? {} : { points: Number(points) }) }),
    )();
  if (waits && !isDirty) return <Waits />;
  if (dealtWith && !isDirty) return <DealtWith />;
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
      {isOwn && <Waits text={t('ownWaits')} />}
      {claim.wall !== null && (
        <TextField
          control={form.control}
          name="points"
          label={t('points')}
          hint={t('pointsHint')}
          inputMode="numeric"
          maxLength={String(POINTS_MAX).length}
        />
      )}
      <TextArea
        control={form.control}
        name="answer"
        label={t('answer')}
        hint={t('answerHint')}
        maxLength={CLAIM_TEXT_MAX_LENGTH}
      />
      {waits && <Waits />}
      {dealtWith && <DealtWith typed />}
      {!waits && !dealtWith && (
        <DecisionButtons
          decisions={[
            { decision: 'granted', label: t('grant') },
            { decision: 'refused', label: t('refuse'), variant: 'secondary' },
          ]}
          sending={decide.isPending ? decide.variables.decision : undefined}
          onDecide={send}
        />
      )}
    </form>
  );
}

function Waits({ text }: { text?: string }) {
  const adjustments = useT('adjustments');
  return (
    <p role="status" className="flex flex-wrap items-center gap-2">
      <Badge tone="accent">{adjustments('waits')}</Badge>
      {text}
    </p>
  );
}

function useDecision(claim: OpenClaim, settle: () => void) {
  const t = useT('claimQueue');
  const adjustments = useT('adjustments');
  const form = useRuledForm(RULES, { answer: '', points: '' });
  const send = (body: Decision) =>
    call('POST /api/admin/claims/{id}/decision', { params: { id: claim.id }, body });
  const decide = useCallMutation(send, {
    form,
    fresh: true,
    done: ({ standing }, { decision }) =>
      standing === 'awaiting_approval'
        ? { title: adjustments('waits') }
        : { title: t(decision), description: t('decidedText', { name: claim.name }) },
    onDone: () => {
      form.reset();
      settle();
    },
    failed: t('failed'),
    tellsFieldErrors: true,
    // Another admin may have decided first, on this claim or on another about the same.
    staleAnyway: [claimsQuery.queryKey, evidenceQuery(claim.id).queryKey],
  });
  return { form, decide };
}
