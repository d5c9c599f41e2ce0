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
  type IconNode,
  KeyRound,
  LibraryBig,
  LifeBuoy,
  MessageSquareWarning,
  ScrollText,
  ShieldQuestion,
  SlidersHorizontal,
  Stamp,
  Target,
  UserCog,
  Users,
  Webhook,
} from 'lucide';
import type { Permission } from '#contract/staff.values.ts';
import type { PlainSectionPath, SectionPath } from '#web/admin/parts/section-path.ts';
import type { AreaMessages } from '#web/shared/language/areas.tsx';
import { withTexts } from '#web/shared/language/areas.tsx';

/**
 * Every screen of the admins. To add one: write the screen (it renders itself inside `AdminScreen`), add its title to
 * `adminSections` of admin.json, its path to parts/section-path.ts, and an entry here. The router needs no change:
 * `/admin/<path>` finds it, the navigation shows it to the roles with its permission, and its code is loaded when it is
 * opened.
 */
export interface AdminSection {
  title: keyof AreaMessages['admin']['adminSections'];
  /** Needed to see the link and the screen. The server checks its calls on its own. */
  permission: Permission;
  group: SectionGroup;
  /** The icon of the link; a screen without one is reached from another screen of its group. */
  icon?: IconNode;
  screen: ReturnType<typeof lazyRouteComponent>;
}

/** The groups of the navigation, in order. */
export const SECTION_GROUPS = ['site', 'members', 'money', 'catalogue', 'system'] as const;
export type SectionGroup = (typeof SECTION_GROUPS)[number];

export const SECTIONS: Record<SectionPath, AdminSection> = {
  '': {
    title: 'overview',
    permission: 'site.read',
    group: 'site',
    icon: Gauge,
    screen: lazyRouteComponent(() => import('#web/admin/overview/overview-page.tsx'), 'OverviewPage'),
  },
  users: {
    title: 'users',
    permission: 'members.read',
    group: 'members',
    icon: Users,
    screen: lazyRouteComponent(() => import('#web/admin/members/members-page.tsx'), 'MembersPage'),
  },
  'users/$id': {
    title: 'users',
    permission: 'members.read',
    group: 'members',
    screen: lazyRouteComponent(() => import('#web/admin/members/member-page.tsx'), 'MemberPage'),
  },
  claims: {
    title: 'claims',
    permission: 'queues.work',
    group: 'members',
    icon: LifeBuoy,
    screen: lazyRouteComponent(() => import('#web/admin/claims/claims-page.tsx'), 'ClaimsPage'),
  },
  appeals: {
    title: 'appeals',
    permission: 'queues.work',
    group: 'members',
    icon: MessageSquareWarning,
    screen: lazyRouteComponent(() => import('#web/admin/appeals/appeals-page.tsx'), 'AppealsPage'),
  },
  missions: {
    title: 'missions',
    permission: 'site.read',
    group: 'catalogue',
    icon: Target,
    screen: lazyRouteComponent(
      () => withTexts('missions', import('#web/admin/missions/missions-page.tsx')),
      'MissionsPage',
    ),
  },
  'missions/new': {
    title: 'newMission',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(
      () => withTexts('missions', import('#web/admin/missions/mission-page.tsx')),
      'NewMissionPage',
    ),
  },
  'missions/$id': {
    title: 'mission',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(
      () => withTexts('missions', import('#web/admin/missions/mission-page.tsx')),
      'MissionPage',
    ),
  },
  rewards: {
    title: 'rewards',
    permission: 'site.read',
    group: 'catalogue',
    icon: Gift,
    screen: lazyRouteComponent(() => import('#web/admin/rewards/rewards-page.tsx'), 'RewardsPage'),
  },
  'rewards/new': {
    title: 'newReward',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(() => import('#web/admin/rewards/reward-page.tsx'), 'NewRewardPage'),
  },
  'rewards/$id': {
    title: 'reward',
    permission: 'catalogue.edit',
    group: 'catalogue',
    screen: lazyRouteComponent(() => import('#web/admin/rewards/reward-page.tsx'), 'RewardPage'),
  },
  'rewards/$id/stock': {
    title: 'stock',
    permission: 'site.read',
    group: 'catalogue',
    screen: lazyRouteComponent(() => import('#web/admin/rewards/stock-page.tsx'), 'StockPage'),
  },
  fulfilments: {
    title: 'fulfilments',
    permission: 'payouts.work',
    group: 'money',
    icon: HandCoins,
    screen: lazyRouteComponent(
      () => import('#web/admin/fulfilments/fulfilments-page.tsx'),
      'FulfilmentsPage',
    ),
  },
  awards: {
    title: 'awards',
    permission: 'payouts.work',
    group: 'money',
    icon: BadgeDollarSign,
    screen: lazyRouteComponent(() => import('#web/admin/awards/awards-page.tsx'), 'AwardsPage'),
  },
  approvals: {
    title: 'approvals',
    permission: 'payouts.approve',
    group: 'money',
    icon: Stamp,
    screen: lazyRouteComponent(() => import('#web/admin/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  },
  reviews: {
    title: 'reviews',
    permission: 'reviews.decide',
    group: 'money',
    icon: ShieldQuestion,
    screen: lazyRouteComponent(() => import('#web/admin/reviews/reviews-page.tsx'), 'ReviewsPage'),
  },
  risk: {
    title: 'risk',
    permission: 'staff.manage',
    group: 'money',
    icon: SlidersHorizontal,
    screen: lazyRouteComponent(() => import('#web/admin/risk-rules/risk-rules-page.tsx'), 'RiskRulesPage'),
  },
  parked: {
    title: 'parked',
    permission: 'queues.work',
    group: 'members',
    icon: Hourglass,
    screen: lazyRouteComponent(() => import('#web/admin/postbacks/unmatched-page.tsx'), 'UnmatchedPage'),
  },
  alarms: {
    title: 'alarms',
    permission: 'queues.work',
    group: 'system',
    icon: BellRing,
    screen: lazyRouteComponent(() => import('#web/admin/walls/alarms-page.tsx'), 'AlarmsPage'),
  },
  walls: {
    title: 'walls',
    permission: 'site.read',
    group: 'system',
    icon: Activity,
    screen: lazyRouteComponent(() => import('#web/admin/walls/walls-page.tsx'), 'WallsPage'),
  },
  feeds: {
    title: 'feeds',
    permission: 'site.read',
    group: 'system',
    icon: LibraryBig,
    screen: lazyRouteComponent(() => import('#web/admin/feeds/feeds-page.tsx'), 'FeedsPage'),
  },
  'feeds/$id': {
    title: 'feeds',
    permission: 'site.read',
    group: 'system',
    screen: lazyRouteComponent(() => import('#web/admin/feeds/feed-page.tsx'), 'FeedPage'),
  },
  'feeds/$id/results': {
    title: 'feeds',
    permission: 'site.read',
    group: 'system',
    screen: lazyRouteComponent(() => import('#web/admin/feeds/results-page.tsx'), 'ResultsPage'),
  },
  'feeds/$id/categories': {
    title: 'feeds',
    permission: 'site.read',
    group: 'system',
    screen: lazyRouteComponent(() => import('#web/admin/feeds/categories-page.tsx'), 'CategoriesPage'),
  },
  postbacks: {
    title: 'postbacks',
    permission: 'members.read',
    group: 'system',
    icon: ScrollText,
    screen: lazyRouteComponent(() => import('#web/admin/postbacks/postbacks-page.tsx'), 'PostbacksPage'),
  },
  audit: {
    title: 'audit',
    permission: 'audit.read',
    group: 'system',
    icon: Fingerprint,
    screen: lazyRouteComponent(() => import('#web/admin/audit-trail/audit-trail-page.tsx'), 'AuditTrailPage'),
  },
  exports: {
    title: 'exports',
    permission: 'exports',
    group: 'system',
    icon: Download,
    screen: lazyRouteComponent(() => import('#web/admin/exports/exports-page.tsx'), 'ExportsPage'),
  },
  staff: {
    title: 'staff',
    permission: 'staff.manage',
    group: 'system',
    icon: UserCog,
    screen: lazyRouteComponent(() => import('#web/admin/staff/staff-page.tsx'), 'StaffPage'),
  },
  keys: {
    title: 'keys',
    permission: 'staff.manage',
    group: 'system',
    icon: KeyRound,
    screen: lazyRouteComponent(() => import('#web/admin/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  },
  webhooks: {
    title: 'webhooks',
    permission: 'staff.manage',
    group: 'system',
    icon: Webhook,
    screen: lazyRouteComponent(() => import('#web/admin/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  },
  'webhooks/$id': {
    title: 'webhooks',
    permission: 'staff.manage',
    group: 'system',
    screen: lazyRouteComponent(() => import('#web/admin/webhooks/webhook-page.tsx'), 'WebhookPage'),
  },
};

const isPlain = (path: SectionPath): path is PlainSectionPath => !path.includes('$');

/** The screens with a link in the navigation, in order. */
export const NAVIGATION = (Object.keys(SECTIONS) as SectionPath[])
  .filter(isPlain)
  .map((path) => ({ path, ...SECTIONS[path] }))
  .filter(({ icon }) => icon);

/** The screen of a path below /admin with the values of its `$` parts; undefined if there is none. */
export function findSection(
  path: string,
): { section: AdminSection; params: Record<string, string> } | undefined {
  const parts = path.split('/').filter(Boolean);
  for (const [pattern, section] of Object.entries(SECTIONS)) {
    const params = match(pattern.split('/').filter(Boolean), parts);
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
