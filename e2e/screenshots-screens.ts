import type { Page, Route } from 'playwright-core';
import { adminScreens, MEMBER_SCREENS, VISITOR_SCREENS } from './every-screen.ts';
import type { Person, Site } from './screenshots-site.ts';

/** One picture: who looks at which address, after which preparation. */
export interface Shot {
  /** File name without language, size and theme. */
  name: string;
  person: Person;
  path: string;
  /** Brings the screen to a state by its English words, so only English has this picture. */
  state?: (page: Page) => Promise<unknown>;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** The page has no script, and its own path in every language. */
  isStatic?: boolean;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const fail = (route: Route) => route.fulfill({ status: 500, body: 'upstream is down' });
/** Never responds, as a slow server seems to. */
const wait = () => new Promise<void>(() => {});

/** A credit is told once the page listens: it then has its stream, and reads its member again. */
function listens(page: Page): Promise<unknown> {
  let open = false;
  return page.waitForResponse((response) => {
    const { pathname } = new URL(response.url());
    open ||= pathname === '/api/events';
    return open && pathname === '/api/user';
  });
}

async function passCheck(page: Page): Promise<void> {
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.getByRole('checkbox').press('Space');
  await check.getByRole('button', { name: 'Continue' }).click();
}

async function openTranslations(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Edit: / })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Other languages' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).last().selectOption('ur');
}

const STATIC: Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
].map((shot) => ({ ...shot, person: 'visitor', isStatic: true }));

const VISITOR_STATES: Shot[] = [
  { name: 'not-found', path: '/no-such-page' },
  { name: 'auth-forgot', path: '/auth', state: (page: Page) => press(page, 'Forgot your password?') },
  { name: 'auth-signup-refused', path: '/auth?signup=true', state: (page: Page) => press(page, 'Sign Up') },
].map((shot) => ({ ...shot, person: 'visitor' }));

const NEWCOMER: Shot[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'history', path: '/history' },
  { name: 'cards', path: '/history?tab=cards' },
  { name: 'profile', path: '/profile' },
  {
    name: 'first-points',
    path: '/task',
    state: (page: Page) => page.getByRole('link', { name: 'Watch a video' }).click(),
  },
].map((shot) => ({ ...shot, name: `newcomer-${shot.name}`, person: 'newcomer' }));

const MEMBER_STATES: Shot[] = [
  {
    name: 'mission',
    path: '/task',
    state: (page: Page) => page.getByRole('link', { name: 'Watch a video' }).click(),
  },
  {
    name: 'missing-reward',
    path: '/task',
    state: async (page: Page) => {
      await press(page, 'Report a missing reward');
      await page.getByLabel('What was it?').waitFor();
    },
  },
  {
    name: 'profile-editing',
    path: '/profile',
    state: async (page: Page) => {
      await press(page, 'Edit');
      await page.getByLabel('Username').waitFor();
    },
  },
  { name: 'security-check', path: '/profile', state: (page: Page) => press(page, /^Redeem \$1/) },
  {
    name: 'redeem-question',
    path: '/profile',
    state: async (page: Page) => {
      await press(page, /^Redeem \$1/);
      await passCheck(page);
      await page.getByRole('button', { name: 'Confirm' }).waitFor();
      await page.getByText('Captcha verified successfully!').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'card',
    path: '/history?tab=cards',
    state: async (page: Page) => {
      await press(page, 'Show card');
      await page.getByRole('dialog', { name: 'Your card' }).getByText('TEST CARD').first().waitFor();
    },
  },
  {
    name: 'history-failed',
    path: '/history',
    before: (page: Page) => page.route('**/api/tasks*', fail),
    state: (page: Page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'history-loading',
    path: '/history',
    before: (page: Page) => page.route('**/api/tasks*', wait),
    state: (page: Page) => page.locator('[aria-busy="true"]').first().waitFor(),
  },
  {
    name: 'profile-loading',
    path: '/profile',
    before: (page: Page) => page.route('**/api/rewards*', wait),
    state: (page: Page) => page.locator('[aria-busy="true"]').first().waitFor(),
  },
  {
    name: 'credit-arrived',
    path: '/dashboard',
    state: async (page: Page) => {
      const listening = listens(page);
      await page.reload();
      await listening;
      await page.evaluate(`(async () => {
        const walls = await (await fetch('/api/walls')).json();
        const user = walls.find(({ id }) => id === 'sandbox').memberCode;
        await fetch('/dev/wall/send', { method: 'POST', body: JSON.stringify({ action: 'complete', user, offer: 'video' }) });
      })()`);
      await page
        .getByText(/arrived/)
        .first()
        .waitFor();
    },
  },
].map((shot) => ({ ...shot, person: 'member' }));

/** `/history?tab=cards` becomes `history-tab-cards`. */
const nameOf = (path: string) => path.slice(1).replaceAll(/[^a-z]+/g, '-');

/** All pictures. */
export async function allShots(site: Site): Promise<Shot[]> {
  const plain = (person: Person, paths: string[]): Shot[] =>
    paths.map((path) => ({ name: nameOf(path), person, path }));
  return [
    ...STATIC,
    ...plain('visitor', VISITOR_SCREENS),
    ...plain('member', MEMBER_SCREENS),
    { name: 'offer', person: 'member', path: '/offers/games/4711' },
    ...NEWCOMER,
    ...plain('admin', await adminScreens()),
    { name: 'admin-member', person: 'admin', path: site.memberPage },
    { name: 'admin-member-offers', person: 'admin', path: `${site.memberPage}?tab=offers` },
    {
      name: 'admin-mission-translations',
      person: 'admin',
      path: '/admin/missions',
      state: (page: Page) => openTranslations(page),
    },
    { name: 'admin-feed', person: 'admin', path: '/admin/feeds/games' },
    { name: 'admin-feed-results', person: 'admin', path: '/admin/feeds/games/results' },
    { name: 'admin-feed-categories', person: 'admin', path: '/admin/feeds/games/categories' },
    ...VISITOR_STATES,
    ...MEMBER_STATES,
  ];
}
