import type { MemberStatus } from '#contract/members.values.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { useT } from '#web/shared/language/language.tsx';

const TONES: Record<MemberStatus, BadgeTone> = {
  active: 'brand',
  paused: 'accent',
  suspended: 'danger',
  unconfirmed: 'neutral',
};

/** The member's status in a word or two. */
export function MemberStatusBadge({ status, isAdmin }: { status: MemberStatus; isAdmin: boolean }) {
  const t = useT('members');
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
      {isAdmin && <Badge>{t('statuses.admin')}</Badge>}
    </span>
  );
}
