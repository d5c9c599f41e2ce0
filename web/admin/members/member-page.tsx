import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type TabItem, Tabs } from '#ui/tabs.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useSectionParams, useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { MemberAudit } from './member-audit.tsx';
import { MemberMoney } from './member-money.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberNotices } from './member-notices.tsx';
import { MemberOffers } from './member-offers.tsx';
import { memberQuery } from './member-query.ts';
import { MemberRequests } from './member-requests.tsx';
import { MemberRewards } from './member-rewards.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberSummary } from './member-summary.tsx';
import { MemberTasks } from './member-tasks.tsx';
import { MemberTransfers } from './member-transfers.tsx';
import { useFollowMember } from './use-follow-member.ts';

const FIRST_TAB = 'ledger';

/** One member: summary, actions and history. */
export function MemberPage() {
  const t = useT('member');
  const { id = '' } = useSectionParams();
  const member = useQuery(memberQuery(id));
  useFollowMember(id);
  const name = member.data?.name ?? t('title');
  return (
    <AdminScreen
      title={<bdi>{name}</bdi>}
      pageTitle={name}
      intro={member.data && <Identifier>{member.data.email}</Identifier>}
      trail={[{ path: 'users', label: t('users') }]}
    >
      <QueryView
        query={member}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-40', 'h-80']} />}
      >
        {(found) => (
          <>
            <MemberSummary member={found} />
            <History id={id} />
          </>
        )}
      </QueryView>
    </AdminScreen>
  );
}

/** The member's lists, each read when its tab is opened. */
function History({ id }: { id: string }) {
  const t = useT('member');
  const { search, change } = useSectionSearch();
  const seesAudit = usePermission('audit.read');
  const [awards, adjusts] = [usePermission('payouts.work'), usePermission('points.adjust')];
  const tab = (value: string, label: string, content: ReactNode): TabItem => ({ value, label, content });
  // What is being written stays while another tab is looked at.
  const form = (...item: Parameters<typeof tab>): TabItem => ({ ...tab(...item), stays: true });
  const items = [
    tab(FIRST_TAB, t('tabs.ledger'), <MemberTransfers id={id} />),
    tab('tasks', t('tabs.tasks'), <MemberTasks id={id} />),
    tab('offers', t('tabs.offers'), <MemberOffers id={id} />),
    tab('rewards', t('tabs.rewards'), <MemberRewards id={id} />),
    ...(awards || adjusts ? [form('money', t('tabs.money'), <MemberMoney id={id} />)] : []),
    tab('requests', t('tabs.requests'), <MemberRequests id={id} />),
    tab('sessions', t('tabs.sessions'), <MemberSessions id={id} />),
    tab('notices', t('tabs.notices'), <MemberNotices id={id} />),
    form('notes', t('tabs.notes'), <MemberNotes id={id} />),
    ...(seesAudit ? [tab('audit', t('tabs.audit'), <MemberAudit id={id} />)] : []),
  ];
  const chosen = items.some(({ value }) => value === search.tab) ? search.tab : undefined;
  return (
    <Tabs
      label={t('tabs.label')}
      value={chosen ?? FIRST_TAB}
      onValueChange={(value) => change({ tab: value === FIRST_TAB ? undefined : value })}
      items={items}
      className="grid-cols-[minmax(0,1fr)]"
    />
  );
}
