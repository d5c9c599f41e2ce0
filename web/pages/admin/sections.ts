import { lazyRouteComponent } from '@tanstack/react-router';
import {
  Activity,
  BadgeDollarSign,
  BellRing,
  Download,
  Fingerprint,
  Gauge,
  Gift,
  HandCoins,
  Hourglass,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  MessageSquareWarning,
  ScrollText,
  ShieldQuestion,
  SlidersHorizontal,
  Stamp,
  Target,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react';
import type { Permission } from '#contract/staff.values.ts';
import type { AreaMessages } from '../../language/areas.tsx';
import { withTexts } from '../../language/areas.tsx';

/**
 * Every screen of the admins. To add one: write the screen (it shows itself inside `AdminScreen`), give it a title in
 * `adminSections` of admin.json, and add an entry here. The router needs no change: `/admin/<path>` finds it, the
 * navigation shows it to the roles that have its permission, and its code is loaded when it is opened.
 */
export interface AdminSection {
  /** Below /admin, '' is the overview. A part `$id` stands for any value, which `useSectionParams` gives. */
  path: string;
  title: keyof AreaMessages['admin']['adminSections'];
  /** Whoever lacks it is shown neither the link nor the screen. The server refuses its calls by itself. */
  permission: Permission;
  group: SectionGroup;
  /** Beside the link; a screen without one is reached from another screen of its group. */
  icon?: LucideIcon;
  screen: ReturnType<typeof lazyRouteComponent>;
}

/** Parts of the navigation, in order. */
export const SECTION_GROUPS = ['site', 'members', 'money', 'catalogue', 'system'] as const;
export type SectionGroup = (typeof SECTION_GROUPS)[number];

export const SECTIONS: readonly AdminSection[] = [
  {
    path: '',
    title: 'overview',
    permission: 'site.read',
    group: 'site',
    icon: Gauge,
    screen: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  },
  {
    path: 'users',
    title: 'users',
    permission: 'members.read',
    group: 'members',
    icon: Users,
    screen: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
  },
  {
    path: 'users/$id',
    title: 'users',
    permission: 'members.read',
    group: 'members',
    screen: lazyRouteComponent(() => import('./member/member-page.tsx'), 'MemberPage'),
  },
  {
    path: 'claims',
    title: 'claims',
    permission: 'queues.work',
    group: 'members',
    icon: LifeBuoy,
    screen: lazyRouteComponent(() => import('./claims.tsx'), 'Claims'),
  },
  {
    path: 'appeals',
    title: 'appeals',
    permission: 'queues.work',
    group: 'members',
    icon: MessageSquareWarning,
    screen: lazyRouteComponent(() => import('./appeals.tsx'), 'Appeals'),
  },
  {
    path: 'missions',
    title: 'missions',
    permission: 'site.read',
    group: 'catalogue',
    icon: Target,
    screen: lazyRouteComponent(
      () => withTexts('missions', import('./missions/missions-page.tsx')),
      'MissionsPage',
    ),
  },
  {
    path: 'missions/new',
    title: 'newMission',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(
      () => withTexts('missions', import('./missions/mission-page.tsx')),
      'NewMissionPage',
    ),
  },
  {
    path: 'missions/$id',
    title: 'mission',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(
      () => withTexts('missions', import('./missions/mission-page.tsx')),
      'MissionPage',
    ),
  },
  {
    path: 'rewards',
    title: 'rewards',
    permission: 'site.read',
    group: 'catalogue',
    icon: Gift,
    screen: lazyRouteComponent(() => import('./rewards/rewards-page.tsx'), 'RewardsPage'),
  },
  {
    path: 'rewards/new',
    title: 'newReward',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(() => import('./rewards/reward-page.tsx'), 'NewRewardPage'),
  },
  {
    path: 'rewards/$id',
    title: 'reward',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(() => import('./rewards/reward-page.tsx'), 'RewardPage'),
  },
  {
    path: 'rewards/$id/stock',
    title: 'stock',
    permission: 'site.read',
    group: 'catalogue',
    screen: lazyRouteComponent(() => import('./rewards/stock-page.tsx'), 'StockPage'),
  },
  {
    path: 'fulfilments',
    title: 'fulfilments',
    permission: 'payouts.work',
    group: 'money',
    icon: HandCoins,
    screen: lazyRouteComponent(() => import('./fulfilment/fulfilment-page.tsx'), 'FulfilmentPage'),
  },
  {
    path: 'awards',
    title: 'awards',
    permission: 'payouts.work',
    group: 'money',
    icon: BadgeDollarSign,
    screen: lazyRouteComponent(() => import('./money/awards-page.tsx'), 'AwardsPage'),
  },
  {
    path: 'approvals',
    title: 'approvals',
    permission: 'payouts.approve',
    group: 'money',
    icon: Stamp,
    screen: lazyRouteComponent(() => import('./money/approvals-page.tsx'), 'ApprovalsPage'),
  },
  {
    path: 'reviews',
    title: 'reviews',
    permission: 'reviews.decide',
    group: 'money',
    icon: ShieldQuestion,
    screen: lazyRouteComponent(() => import('./money/reviews-page.tsx'), 'ReviewsPage'),
  },
  {
    path: 'risk',
    title: 'risk',
    permission: 'staff.manage',
    group: 'money',
    icon: SlidersHorizontal,
    screen: lazyRouteComponent(() => import('./money/risk-page.tsx'), 'RiskPage'),
  },
  {
    path: 'parked',
    title: 'parked',
    permission: 'queues.work',
    group: 'members',
    icon: Hourglass,
    screen: lazyRouteComponent(() => import('./walls/parked-page.tsx'), 'ParkedPage'),
  },
  {
    path: 'alarms',
    title: 'alarms',
    permission: 'queues.work',
    group: 'system',
    icon: BellRing,
    screen: lazyRouteComponent(() => import('./walls/alarms-page.tsx'), 'AlarmsPage'),
  },
  {
    path: 'walls',
    title: 'walls',
    permission: 'site.read',
    group: 'system',
    icon: Activity,
    screen: lazyRouteComponent(() => import('./walls/walls-page.tsx'), 'WallsPage'),
  },
  {
    path: 'postbacks',
    title: 'postbacks',
    permission: 'members.read',
    group: 'system',
    icon: ScrollText,
    screen: lazyRouteComponent(() => import('./walls/postbacks-page.tsx'), 'PostbacksPage'),
  },
  {
    path: 'audit',
    title: 'audit',
    permission: 'audit.read',
    group: 'system',
    icon: Fingerprint,
    screen: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: 'exports',
    title: 'exports',
    permission: 'exports',
    group: 'system',
    icon: Download,
    screen: lazyRouteComponent(() => import('./exports/exports-page.tsx'), 'ExportsPage'),
  },
  {
    path: 'staff',
    title: 'staff',
    permission: 'staff.manage',
    group: 'system',
    icon: UserCog,
    screen: lazyRouteComponent(() => import('./staff/staff-page.tsx'), 'StaffPage'),
  },
  {
    path: 'keys',
    title: 'keys',
    permission: 'staff.manage',
    group: 'system',
    icon: KeyRound,
    screen: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
  },
  {
    path: 'webhooks',
    title: 'webhooks',
    permission: 'staff.manage',
    group: 'system',
    icon: Webhook,
    screen: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: 'webhooks/$id',
    title: 'webhooks',
    permission: 'staff.manage',
    group: 'system',
    screen: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  },
];

/** The screen of a path below /admin with the values of its `$` parts; undefined if there is none. */
export function findSection(
  path: string,
): { section: AdminSection; params: Record<string, string> } | undefined {
  const parts = path.split('/').filter(Boolean);
  for (const section of SECTIONS) {
    const params = match(section.path.split('/').filter(Boolean), parts);
    if (params) return { section, params };
  }
  return undefined;
}

function match(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (expected.startsWith('$')) params[expected.slice(1)] = part;
    else if (expected !== part) return undefined;
  }
  return params;
}
