import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { MemberLayout } from '#web/member/member-layout.tsx';
import type { OfferSearch } from '#web/member/offers/offer-search.ts';
import { userQuery } from '#web/shared/api/queries.ts';
import { keepWanted, takeReturn } from '#web/shared/api/session-end.ts';
import { site } from '#web/shared/api/site.ts';
import { part } from '#web/shared/browser/missing-part.ts';
import { withTexts } from '#web/shared/language/areas.tsx';
import { loadArea } from '#web/shared/language/current-language.ts';
import { RouteFailure, RoutePending } from './route-states.tsx';

/** What the statement is narrowed to; days as `2027-01-31`. */
type StatementSearch = Partial<Record<'kind' | 'search' | 'from' | 'to', string>>;

interface RouterContext {
  queryClient: QueryClient;
}

/** The spinner shows after this long; most screens load sooner. */
const PENDING_AFTER_MS = 200;
const PENDING_AT_LEAST_MS = 300;

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(
    () => withTexts('errors', import('#web/site/not-found/not-found-page.tsx')),
    'NotFoundPage',
  ),
});

/**
 * A screen of signing in, with the words of failures: here a call can fail before the browser is idle and loads them by
 * itself. Without them, failures are shown in the server's own words.
 */
async function withFailures<Code>(code: Promise<Code>): Promise<Code> {
  const [screen] = await Promise.all([code, loadArea('errors').catch(() => undefined)]);
  return screen;
}

/** `/` is a page of its own outside the app; members go to their dashboard. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const member = await context.queryClient.ensureQueryData(userQuery);
    throw member ? redirect({ to: '/dashboard' }) : redirect({ href: '/', reloadDocument: true });
  },
});

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  /** `?login=true` or `?signup=true`; the value does not matter. */
  validateSearch: (search): { login?: true; signup?: true } =>
    'signup' in search ? { signup: true } : 'login' in search ? { login: true } : {},
  beforeLoad: async ({ context }) => {
    const member = await context.queryClient.ensureQueryData(userQuery);
    // Another tab may have signed in.
    if (member) throw redirect({ href: takeReturn(member.id) ?? '/dashboard' });
  },
  component: lazyRouteComponent(
    () => withTexts('auth', withFailures(import('#web/member/sign-in/sign-in-page.tsx'))),
    'SignInPage',
  ),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(
    () => withTexts('auth', withFailures(import('#web/member/sign-in/sign-in-page.tsx'))),
    'ConfirmEmailPage',
  ),
});

const identity = createRoute({
  getParentRoute: () => root,
  path: '/identity/$provider',
  component: lazyRouteComponent(
    () => withTexts('auth', withFailures(import('#web/member/sign-in/sign-in-page.tsx'))),
    'IdentityPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: ({ token }): { token?: string } => (token === undefined ? {} : { token: String(token) }),
  component: lazyRouteComponent(
    () => withTexts('auth', withFailures(import('#web/member/sign-in/reset-password-page.tsx'))),
    'ResetPasswordPage',
  ),
});

/** The parent of all screens for members only. */
const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  beforeLoad: async ({ context, cause, location }) => {
    if (await context.queryClient.ensureQueryData(userQuery)) return;
    // A screen that was left by signing out is not wanted again (`stay`), nor is one that was only pointed at.
    if (cause === 'enter') keepWanted(location.href);
    if (site().offerSample && location.pathname === '/offers')
      throw redirect({ href: '/#offers', reloadDocument: true });
    throw redirect({ to: '/auth' });
  },
  component: MemberLayout,
});

const dashboard = createRoute({
  getParentRoute: () => member,
  path: '/dashboard',
  component: lazyRouteComponent(
    () => part(import('#web/member/dashboard/dashboard-page.tsx')),
    'DashboardPage',
  ),
});
const task = createRoute({
  getParentRoute: () => member,
  path: '/task',
  /** `mission`: the one mission to show. */
  validateSearch: ({ mission }): { mission?: string } => (typeof mission === 'string' ? { mission } : {}),
  component: lazyRouteComponent(
    () => withTexts('missions', import('#web/member/tasks/tasks-page.tsx')),
    'TasksPage',
  ),
});
const offers = createRoute({
  getParentRoute: () => member,
  path: '/offers',
  /** The screen takes from it what it knows. */
  validateSearch: (search): OfferSearch => search,
  component: lazyRouteComponent(
    () => withTexts('offers', import('#web/member/offers/offers-screens.tsx')),
    'OffersPage',
  ),
});
const startedOffers = createRoute({
  getParentRoute: () => member,
  path: '/offers/started',
  component: lazyRouteComponent(
    () => withTexts('offers', import('#web/member/offers/offers-screens.tsx')),
    'StartedPage',
  ),
});
const offer = createRoute({
  getParentRoute: () => member,
  path: '/offers/$wall/$offer',
  component: lazyRouteComponent(
    () => withTexts('offers', import('#web/member/offers/offers-screens.tsx')),
    'OfferPage',
  ),
});
const adwall = createRoute({
  getParentRoute: () => member,
  path: '/adwall',
  /** `wall`: the id of the wall to show first. */
  validateSearch: ({ wall }): { wall?: string } => (typeof wall === 'string' ? { wall } : {}),
  component: lazyRouteComponent(
    () => withTexts('missions', import('#web/member/walls/adwall-page.tsx')),
    'AdwallPage',
  ),
});
const history = createRoute({
  getParentRoute: () => member,
  path: '/history',
  validateSearch: ({ tab }): { tab?: 'cards' } => (tab === 'cards' ? { tab } : {}),
  component: lazyRouteComponent(
    () => withTexts('redeem', import('#web/member/history/history-page.tsx')),
    'HistoryPage',
  ),
});
const statement = createRoute({
  getParentRoute: () => member,
  path: '/statement',
  validateSearch: (search): StatementSearch =>
    Object.fromEntries(
      (['kind', 'search', 'from', 'to'] as const).flatMap((name) =>
        search[name] === undefined ? [] : [[name, String(search[name])]],
      ),
    ),
  component: lazyRouteComponent(
    () => withTexts('statement', withTexts('redeem', import('#web/member/statement/statement-page.tsx'))),
    'StatementPage',
  ),
});
const profile = createRoute({
  getParentRoute: () => member,
  path: '/profile',
  component: lazyRouteComponent(
    () => withTexts('account', withTexts('redeem', import('#web/member/profile/profile-page.tsx'))),
    'ProfilePage',
  ),
});
const earn = createRoute({
  getParentRoute: () => member,
  path: '/earn',
  component: lazyRouteComponent(
    () => withTexts('earn', import('#web/member/earn/earn-page.tsx')),
    'EarnPage',
  ),
});
const redeem = createRoute({
  getParentRoute: () => member,
  path: '/redeem',
  component: lazyRouteComponent(
    () =>
      withTexts(
        'account',
        withTexts('redeem', withTexts('earn', import('#web/member/redemptions/redeem-page.tsx'))),
      ),
    'RedeemPage',
  ),
});
const admin = createRoute({
  getParentRoute: () => member,
  path: '/admin',
  component: lazyRouteComponent(
    () => withTexts('account', withTexts('admin', import('#web/admin/shell/admin-layout.tsx'))),
    'AdminLayout',
  ),
});
/** Its screens are listed in admin/shell/sections.ts, so that the members' scripts do not grow with them. */
const adminSection = createRoute({ getParentRoute: () => admin, path: '$' });

const routeTree = root.addChildren([
  home,
  auth,
  confirmEmail,
  identity,
  resetPassword,
  member.addChildren([
    dashboard,
    task,
    offers,
    startedOffers,
    offer,
    adwall,
    history,
    statement,
    profile,
    earn,
    redeem,
    admin.addChildren([adminSection]),
  ]),
]);

/** Creates the app's router. A screen's code is loaded when a link to it is pointed at. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: PENDING_AT_LEAST_MS,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteFailure,
    scrollRestoration: true,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

/** Loads the code of the screen at this address, without waiting for its guard. Failures show when it is opened. */
export async function preloadScreen(router: AppRouter): Promise<void> {
  const components = router.matchRoutes(router.latestLocation).map(({ routeId }) => {
    const route: AnyRoute = router.routesById[routeId as keyof AppRouter['routesById']];
    return route.options.component;
  });
  await Promise.allSettled(
    components.map((component) => (component && 'preload' in component ? component.preload?.() : undefined)),
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
