import type { Approval } from '#contract/approvals.ts';
import { EVIDENCE_DAYS } from '#contract/approvals.values.ts';
import { MoneyCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';

interface AskedMemberProps {
  member: NonNullable<Approval['member']>;
  isDecided: boolean;
}

/** The member whom a request is about: since when, with what balance, and what staff gave them until its decision or now. */
export function AskedMember({ member, isDecided }: AskedMemberProps) {
  const t = useT('approvals');
  const words = useT('member');
  const parts = useT('adminParts');
  const { number } = useFormats();
  const points = (count: number) => parts('points', { count });
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">{words('joined')}</dt>
      <dd>
        <TimeCell at={member.joinedAt} />
      </dd>
      <dt className="text-muted">{words('balance')}</dt>
      <dd>{points(member.balancePoints)}</dd>
      <dt className="text-muted">{t(isDecided ? 'givenUntil' : 'given', { days: number(EVIDENCE_DAYS) })}</dt>
      <dd>
        {points(member.givenPoints)} · <MoneyCell cents={member.givenCents} />
      </dd>
    </dl>
  );
}
