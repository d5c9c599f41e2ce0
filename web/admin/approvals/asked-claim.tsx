import { useState } from 'react';
import type { Approval } from '#contract/approvals.ts';
import { Badge } from '#ui/badge.tsx';
import { ClaimEvidence } from '#web/admin/claims/claim-evidence.tsx';
import { useWallTitle } from '#web/admin/parts/use-wall-title.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';

type Asked = Extract<Approval['asked'], { kind: 'claim' }>;

/** The member's report of a missing reward and, when it is asked for, what this site knows about it. */
export function AskedClaim({ asked: { claimId, claim } }: { asked: Asked }) {
  const t = useT('approvals');
  const queue = useT('claimQueue');
  const titleOf = useWallTitle();
  const { date } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  if (!claim) return null;
  return (
    <div className="grid gap-3">
      <div>
        <p className="wrap-anywhere font-semibold">
          <bdi>{claim.title}</bdi>{' '}
          <Badge>{claim.wall === null ? queue('mission') : titleOf(claim.wall)}</Badge>
        </p>
        <p className="text-muted text-sm">
          {queue('happened', { date: date(claim.happenedAt, 'moment') })}
          {' · '}
          {queue('sent', { date: date(claim.createdAt, 'moment') })}
        </p>
      </div>
      <blockquote className="wrap-anywhere whitespace-pre-wrap rounded-2xl bg-sunken p-4">
        <bdi>{claim.text}</bdi>
      </blockquote>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="cursor-pointer py-2 font-semibold">{t('evidence')}</summary>
        {isOpen && <ClaimEvidence claimId={claimId} />}
      </details>
    </div>
  );
}
