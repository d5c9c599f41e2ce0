import type { Approval } from '#contract/approvals.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { MISSION_LISTS } from '#web/admin/missions/missions-query.ts';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { DecisionButtons } from '#web/admin/parts/decision-buttons.tsx';
import { inWords } from '#web/admin/parts/in-words.ts';
import { StaffLink } from '#web/admin/parts/staff-link.tsx';
import { useReadAllAgain } from '#web/admin/parts/use-read-again.ts';
import { call } from '#web/shared/api/call.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { AskedClaim } from './asked-claim.tsx';
import { AskedMember } from './asked-member.tsx';
import { AskedMission } from './asked-mission.tsx';

const TONES: Record<Approval['state'], BadgeTone> = {
  open: 'accent',
  expired: 'neutral',
  approved: 'brand',
  declined: 'neutral',
};

interface ApprovalCardProps {
  approval: Approval;
  heading: 'h2' | 'h3';
}

/** One request: what, for which member, by which admin, and the two decisions. */
export function ApprovalCard({ approval, heading: Heading }: ApprovalCardProps) {
  const t = useT('approvals');
  return (
    <Card
      as="article"
      data-row={approval.id}
      aria-labelledby={`approval-${approval.id}`}
      className="grid gap-3"
    >
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <Heading id={`approval-${approval.id}`} className="font-bold text-lg">
            <Asked asked={approval.asked} />
          </Heading>
          {approval.userId !== null && (
            <p className="wrap-anywhere text-sm">
              <AdminLink path="users/$id" id={approval.userId} className="underline underline-offset-2">
                <bdi>{approval.name}</bdi>
              </AdminLink>{' '}
              · <bdi className="text-muted">{approval.email}</bdi>
            </p>
          )}
        </div>
        <Badge tone={TONES[approval.state]}>{t(`states.${approval.state}`)}</Badge>
      </header>
      {approval.member && <AskedMember member={approval.member} isDecided={approval.decidedAt !== null} />}
      {approval.asked.kind === 'mission' && <AskedMission mission={approval.asked} />}
      {approval.asked.kind === 'claim' && <AskedClaim asked={approval.asked} />}
      {approval.reason && (
        <figure className="grid gap-1">
          <figcaption className="text-muted text-sm">{t('memberReads')}</figcaption>
          <blockquote className="wrap-anywhere whitespace-pre-wrap rounded-2xl bg-sunken p-4">
            <bdi>{approval.reason}</bdi>
          </blockquote>
        </figure>
      )}
      <p className="text-muted text-sm">
        {t.rich('asked', {
          name: () => <Person name={approval.requestedBy} person={approval.requester} />,
          time: () => <TimeCell at={approval.requestedAt} />,
        })}
        {approval.decidedAt !== null && (
          <>
            {' · '}
            {t.rich('decided', {
              name: () => <Person name={approval.decidedBy} person={approval.decider} />,
              time: () => <TimeCell at={approval.decidedAt} />,
            })}
          </>
        )}
        {approval.state === 'open' && (
          <>
            {' · '}
            {t.rich('expires', { time: () => <TimeCell at={approval.expiresAt} /> })}
          </>
        )}
      </p>
      {approval.state === 'open' && <Decide approval={approval} />}
    </Card>
  );
}

function Person({ name, person }: { name: string | null; person: Approval['requester'] }) {
  const staff = useT('staffList');
  return (
    <>
      <bdi>{name}</bdi>
      {person && (
        <>
          {' ('}
          <StaffLink id={person.id} email={person.email} />
          {person.role && ` · ${staff(`roles.${person.role}`)}`})
        </>
      )}
    </>
  );
}

function Asked({ asked }: { asked: Approval['asked'] }) {
  const t = useT('approvals');
  const adjustments = useT('adjustments');
  const { dollars } = useFormats();
  if (asked.kind === 'award') {
    return t.rich('award', { amount: () => <Amount>{dollars(asked.amountUSD)}</Amount> });
  }
  if (asked.kind === 'mission') return <bdi>{t('mission', { title: asked.title })}</bdi>;
  if (asked.kind === 'claim') return t('claim', { points: asked.points });
  const { points, reasonCode } = asked;
  return (
    <>
      {t(points > 0 ? 'give' : 'take', { points: Math.abs(points) })} · {adjustments(`reasons.${reasonCode}`)}
    </>
  );
}

function Decide({ approval }: { approval: Approval }) {
  const t = useT('approvals');
  const decide = useDecision(approval);
  const isOwn = useUser()?.id === approval.userId;
  const mayDecline = approval.mayApprove || approval.mayApproveFrom !== null || approval.requesterLeft;
  return (
    <div className="grid gap-2">
      {!approval.mayApprove && (
        <p className="text-sm">
          {approval.requesterLeft && !isOwn
            ? t('requesterLeft')
            : approval.mayApproveFrom === null
              ? t('own')
              : t.rich('from', { time: () => <TimeCell at={approval.mayApproveFrom ?? ''} /> })}
        </p>
      )}
      {!isOwn && (
        <DecisionButtons
          decisions={[
            ...(approval.mayApprove ? [{ decision: 'approved', label: t('approve') } as const] : []),
            { decision: 'declined', label: mayDecline ? t('decline') : t('withdraw'), variant: 'secondary' },
          ]}
          sending={decide.isPending ? decide.variables : undefined}
          onDecide={(decision) => decide.mutate(decision)}
        />
      )}
    </div>
  );
}

function useDecision(approval: Approval) {
  const t = useT('approvals');
  const awards = useT('awards');
  const readAllAgain = useReadAllAgain();
  const send = (decision: 'approved' | 'declined') =>
    call('POST /api/admin/approvals/{id}/decision', { params: { id: approval.id }, body: { decision } });
  return useCallMutation(send, {
    fresh: true,
    // Only now the award is given, and said to be.
    done: (_, decision) =>
      decision === 'approved' && approval.asked.kind === 'award'
        ? { title: awards('done'), description: t('done.approved') }
        : { title: t(`done.${decision}`) },
    failed: inWords(t('failed')),
    // Also after a failure: another admin may have decided first.
    onEnd: readAllAgain,
    staleAnyway: MISSION_LISTS,
  });
}
