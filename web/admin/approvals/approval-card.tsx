import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Approval } from '#contract/approvals.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { toast } from '#ui/toast-store.ts';
import { isOfStaff } from '#web/admin/awards/award-form.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
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

/** One request: what, for whom, by whom, and the two ways to answer. */
export function ApprovalCard({ approval, heading: Heading }: ApprovalCardProps) {
  const t = useT('approvals');
  return (
    <Card as="article" aria-labelledby={`approval-${approval.id}`} className="grid gap-3">
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
      {approval.asked.kind === 'mission' ? (
        <AskedMission mission={approval.asked} />
      ) : (
        <blockquote className="wrap-anywhere whitespace-pre-wrap rounded-2xl bg-sunken p-4">
          <bdi>{approval.reason}</bdi>
        </blockquote>
      )}
      <p className="text-muted text-sm">
        {t.rich('asked', {
          name: () => <bdi>{approval.requestedBy}</bdi>,
          time: () => <TimeCell at={approval.requestedAt} />,
        })}
        {approval.decidedAt !== null && (
          <>
            {' · '}
            {t.rich('decided', {
              name: () => <bdi>{approval.decidedBy}</bdi>,
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
  const sending = (decision: 'approved' | 'declined') => decide.isPending && decide.variables === decision;
  return (
    <div className="grid gap-2">
      {!approval.mayApprove && (
        <p className="text-sm">
          {approval.mayApproveFrom === null
            ? t('own')
            : t.rich('from', { time: () => <TimeCell at={approval.mayApproveFrom ?? ''} /> })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {approval.mayApprove && (
          <Button
            loading={sending('approved')}
            disabled={sending('declined')}
            onClick={() => decide.mutate('approved')}
          >
            {t('approve')}
          </Button>
        )}
        <Button
          variant="secondary"
          loading={sending('declined')}
          disabled={sending('approved')}
          onClick={() => decide.mutate('declined')}
        >
          {t(approval.mayApprove || approval.mayApproveFrom !== null ? 'decline' : 'withdraw')}
        </Button>
      </div>
    </div>
  );
}

function useDecision(approval: Approval) {
  const t = useT('approvals');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decision: 'approved' | 'declined') =>
      freshly(() =>
        call('POST /api/admin/approvals/{id}/decision', { params: { id: approval.id }, body: { decision } }),
      ),
    onSuccess: (_, decision) => toast({ title: t(`done.${decision}`), tone: 'success' }),
    onError: (error) => {
      if (error instanceof Abandoned) return;
      toast({ title: t('failed'), description: errors.text(error), tone: 'error' });
    },
    // Also after a failure: another admin may have been faster.
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfStaff(queryKey[0]) }),
  });
}
