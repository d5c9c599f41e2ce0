import * as z from 'zod/mini';
import type { Appeal } from '#contract/appeals.ts';
import { APPEAL_MAX_LENGTH } from '#contract/appeals.values.ts';
import { required } from '#contract/rules.ts';
import { Badge } from '#ui/badge.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { Assignment } from '#web/admin/parts/assignment.tsx';
import { DealtWith } from '#web/admin/parts/dealt-with.tsx';
import { DecisionButtons } from '#web/admin/parts/decision-buttons.tsx';
import { RequestCard } from '#web/admin/parts/request-card.tsx';
import type { Work } from '#web/admin/parts/use-kept.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TextArea } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { appealsQuery } from './appeals-query.ts';

const RULES = z.object({ answer: required });
type Decision = { answer: string; decision: 'granted' | 'kept' };

interface AppealCardProps extends Work {
  appeal: Appeal;
}

/** One appeal: the member, the reason of the measure, the member's text, and the two decisions. */
export function AppealCard(props: AppealCardProps) {
  const { appeal, gone } = props;
  const t = useT('appeals');
  const { date } = useFormats();
  const mayDecide = usePermission('staff.manage') || !appeal.isStaff;
  const isSuspension = appeal.kind === 'suspension';
  return (
    <RequestCard
      id={`appeal-${appeal.id}`}
      title={
        <AdminLink path="users/$id" id={appeal.userId} className="rounded-lg underline underline-offset-2">
          <bdi>{appeal.name}</bdi>
        </AdminLink>
      }
      from={<bdi>{appeal.email}</bdi>}
      badge={<Badge tone={isSuspension ? 'danger' : 'accent'}>{t(`reasons.${appeal.reason}`)}</Badge>}
      told={
        appeal.measureText && (
          <div className="grid gap-1 text-sm">
            <p className="text-muted">{t('told')}</p>
            <p className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{appeal.measureText}</bdi>
            </p>
          </div>
        )
      }
      text={appeal.text}
      moments={
        <>
          {t(isSuspension ? 'suspendedSince' : 'pausedSince', { date: date(appeal.pausedAt, 'moment') })}
          {' · '}
          {t('sent', { date: date(appeal.createdAt, 'moment') })}
        </>
      }
    >
      {!gone && (
        <Assignment
          owner={appeal.owner}
          assign={(taken) =>
            call('PUT /api/admin/appeals/{id}/owner', { params: { id: appeal.id }, body: { taken } })
          }
          queue={appealsQuery.queryKey}
        />
      )}
      {mayDecide && <Decide {...props} />}
      {!mayDecide && (gone ? <DealtWith /> : <p className="font-semibold">{t('ownerDecides')}</p>)}
    </RequestCard>
  );
}

function Decide({ appeal, gone, settle }: AppealCardProps) {
  const t = useT('appeals');
  const member = useT('member');
  const isSuspension = appeal.kind === 'suspension';
  const { form, decide } = useDecision(appeal, settle);
  const { isDirty } = form.formState;
  const dealtWith = gone && !decide.isPending;
  if (dealtWith && !isDirty) return <DealtWith />;
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
      <TextArea
        control={form.control}
        name="answer"
        label={t('answer')}
        hint={isSuspension ? member('suspendReads') : t('answerHint')}
        maxLength={APPEAL_MAX_LENGTH}
      />
      {dealtWith ? (
        <DealtWith typed />
      ) : (
        <DecisionButtons
          decisions={[
            { decision: 'granted', label: isSuspension ? member('lift') : t('grant') },
            {
              decision: 'kept',
              label: isSuspension ? t('keepSuspension') : t('keep'),
              variant: 'secondary',
            },
          ]}
          sending={decide.isPending ? decide.variables.decision : undefined}
          onDecide={(decision) => form.handleSubmit(({ answer }) => decide.mutate({ answer, decision }))()}
        />
      )}
    </form>
  );
}

function useDecision(appeal: Appeal, settle: () => void) {
  const t = useT('appeals');
  const member = useT('member');
  const doneOf = (decision: Decision['decision']) => {
    if (appeal.kind === 'pause') return t(decision);
    return member(`noticeKinds.${decision === 'granted' ? 'account_reinstated' : 'suspension_kept'}`);
  };
  const form = useRuledForm(RULES, { answer: '' });
  const send = (body: Decision) =>
    call('POST /api/admin/appeals/{id}/decision', { params: { id: appeal.id }, body });
  const decide = useCallMutation(send, {
    form,
    done: (_, { decision }) => ({
      title: doneOf(decision),
      description: t('decidedText', { name: appeal.name }),
    }),
    onDone: settle,
    failed: t('failed'),
    tellsFieldErrors: true,
    // Another admin may have decided first.
    staleAnyway: [appealsQuery.queryKey],
  });
  return { form, decide };
}
