import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HEARTBEAT_SECONDS } from '#contract/missions.values.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { startGateway } from '#testing/gateway.ts';
import { expectAccessible, launch, WAIT } from './browser.ts';
import { earn, enter, PASSWORD, passCheck, setUpTwoFactor, signUp } from './member.ts';
import { startSite } from './site.ts';

/** Failures between a browser and the site, and what people see then. */

const { server, database } = await startSite();
const visit = await launch();
/** A bad mobile connection: milliseconds for a round trip, bytes per second (400 kbit/s). */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

let members = 0;

/**
 * A member on the dashboard. Without the stream of events only a call tells the page that its session has ended: the stream
 * ends with it some time, and the question may then stand before what the test presses.
 */
async function onDashboard(options: { url?: string; serviceWorker?: boolean; stream?: boolean } = {}) {
  const visitor = await visit({ url: server.url, ...options });
  if (options.stream === false) await visitor.context.route('**/api/events', () => {});
  members += 1;
  const email = `robust.${members}@example.com`;
  await enter(visitor.page, server.url, database, email);
  await visitor.page.goto('/dashboard');
  await balance(visitor.page).waitFor();
  await idle(visitor.page);
  return { ...visitor, email };
}

/** Waits for the parts that load when the browser is idle: notices, notifications, the question of an ended session. */
const idle = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });

const balance = (page: Page) => page.getByRole('progressbar', { name: 'Progress to your reward' });

async function signInByForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** A member on the dashboard whose service worker has stored the app and controls the page. */
async function onStoredDashboard(options: { url?: string } = {}) {
  const visitor = await onDashboard({ serviceWorker: true, ...options });
  const { page } = visitor;
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await balance(page).waitFor();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), WAIT).toBe(true);
  return visitor;
}

const keptAddresses = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);

const endSessions = (email: string) =>
  sql`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`.execute(database);

describe('without a connection', () => {
  test('the app opens, says so and shows the last known balance with its time', async () => {
    const { page, context } = await onStoredDashboard();
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    expect(await page.getByText(/was your balance as of \d/).textContent()).toContain('$0.00');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await balance(page).waitFor();
  });

  test('the page of an offer opens as well, and says so', async () => {
    const { page, context } = await onStoredDashboard();
    await context.setOffline(true);
    await page.goto('/offers/games/1');
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    await context.setOffline(false);
  });

  test('nothing of the API, of admins or of other languages is stored', async () => {
    const { page } = await onStoredDashboard();
    const kept = await keptAddresses(page);
    expect(kept).toContain('/dashboard');
    expect(kept.filter((path) => /^\/api\/|admin|overview/.test(path))).toEqual([]);
    expect(kept.filter((path) => path.includes('/texts-'))).toHaveLength(1);
  });

  test('a lost connection is shown, and a screen that was not seen before says so', async () => {
    const { page, context } = await onStoredDashboard();
    await context.setOffline(true);
    await page.getByText("You're offline. What you see may be out of date.").waitFor();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/task');
    await page.getByRole('heading', { name: 'Pick something to do' }).waitFor();
  });

  test('signing out removes the stored balance', async () => {
    const { page } = await onDashboard();
    await expect
      .poll(() => page.evaluate(`localStorage.getItem('last-balance')`), WAIT)
      .toContain('"points":0');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/auth');
    await expect.poll(() => page.evaluate(`localStorage.getItem('last-balance')`), WAIT).toBeNull();
  });
});

/**
 * As when the page is left for another one and the browser keeps it for its back button, and as when that button shows it
 * again: the browser of these tests keeps none. Returns what the page shows.
 */
const transition = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate<string>(`(() => {
    dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }));
    return document.body.innerText;
  })()`);

/** The dialog over the screen of a member whose session has ended. */
const question = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

async function givePassword(page: Page): Promise<void> {
  await question(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question(page).getByRole('button', { name: 'Sign In' }).click();
}

/** Fills a report of a missing reward on the tasks screen without sending it. */
async function fillClaim(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Report a missing reward' }).click();
  const claim = page.getByRole('dialog', { name: 'Report a missing reward' });
  await claim.getByLabel('What was it?').selectOption({ label: 'An offer on Sandbox' });
  await claim.getByLabel('Name of the offer').fill('Install Game App');
  await claim.getByLabel('When did you finish it?').fill(new Date().toISOString().slice(0, 16));
  await claim.getByLabel('What happened?').fill('Nothing came.');
}

/** A member who has changed their name on the profile and not saved it. */
async function inTheMiddle() {
  const visitor = await onDashboard({ stream: false });
  const { page } = visitor;
  await page.goto('/profile');
  // Rewards that come while the button is pressed move it.
  await page.getByRole('radio').first().waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Username').fill('Robin the Second');
  await idle(page);
  return visitor;
}

/** What the screen reads late may have brought the question before, over the button. */
const save = (page: Page) =>
  page.getByRole('button', { name: 'Save changes', includeHidden: true }).dispatchEvent('click');

describe('the session', () => {
  test('that ends during a form asks for the password over it, and the refused call is sent again', async () => {
    const { page, email } = await inTheMiddle();
    await endSessions(email);
    await save(page);
    await question(page).waitFor();
    await expect.poll(() => question(page).getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('password');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await question(page).getByLabel('Password', { exact: true }).fill('not the password');
    await Promise.all([page.getByText('Login failed').first().waitFor(), page.keyboard.press('Enter')]);
    await Promise.all([page.getByText('Profile Updated').first().waitFor(), givePassword(page)]);
    await page.getByText('Robin the Second').first().waitFor();
  });

  test('that ends under a dialog asks for the password over it, and the focus comes back', async () => {
    const { page, email } = await onDashboard({ stream: false });
    await Promise.all([
      page.waitForResponse('**/api/claims'),
      page.waitForResponse('**/api/missions/announced'),
      page.goto('/task'),
    ]);
    await idle(page);
    await fillClaim(page);
    await endSessions(email);
    await page.getByRole('button', { name: 'Send report' }).press('Enter');
    await givePassword(page);
    await page.getByText('Under review').waitFor();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await expect.poll(focused, WAIT).toBe('Report a missing reward');
  });

  test('that ends under a dialog for good leaves pages that can be scrolled', async () => {
    const { page, email } = await onDashboard({ stream: false });
    await Promise.all([
      page.waitForResponse('**/api/claims'),
      page.waitForResponse('**/api/missions/announced'),
      page.goto('/task'),
    ]);
    await idle(page);
    await fillClaim(page);
    await endSessions(email);
    await page.getByRole('button', { name: 'Send report' }).press('Enter');
    await question(page).getByRole('button', { name: 'Go to the sign-in page' }).click();
    await page.getByText('Your session has ended. Sign in to go on where you were.').waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.style.overflow'), WAIT).toBe('');
  });

  test('that ends in two tabs asks in both, and signing in at one is enough', async () => {
    const { page, context, email } = await inTheMiddle();
    const other = await context.newPage();
    await other.goto('/dashboard');
    await balance(other).waitFor();
    await idle(other);
    await endSessions(email);
    await save(page);
    await question(page).waitFor();
    // The question may stand before it already.
    await other.getByRole('link', { name: 'Cards', includeHidden: true }).dispatchEvent('click');
    await Promise.all([page.getByText('Profile Updated').first().waitFor(), givePassword(other)]);
    await other.waitForURL('**/history?tab=cards');
  });

  test("that another member begins leaves no tab with the last one's data, and sends none of their calls", async () => {
    const { page, context, email } = await inTheMiddle();
    const { email: another } = await onDashboard();
    const other = await context.newPage();
    await other.goto('/dashboard');
    await balance(other).waitFor();
    await idle(other);
    await endSessions(email);
    await save(page);
    await question(page).waitFor();
    await other.getByRole('link', { name: 'Cards', includeHidden: true }).dispatchEvent('click');
    await question(other).waitFor();
    let saved = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saved += 1;
    });
    // As a passkey of the other member would.
    await other.route('**/api/login', (route) =>
      route.continue({ postData: JSON.stringify({ username: another, password: PASSWORD }) }),
    );
    await givePassword(other);
    await other.waitForURL('**/dashboard');
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await page.getByText(another).first().waitFor();
    expect(await page.getByText('Robin the Second').count()).toBe(0);
    expect(saved).toBe(0);
  });

  test('that ends for good drops unsaved input when another member signs in, and only the same member returns to it', async () => {
    const { page, email } = await inTheMiddle();
    const { email: another } = await onDashboard();
    await endSessions(email);
    await save(page);
    await question(page).getByRole('button', { name: 'Go to the sign-in page' }).click();
    await page.waitForURL('**/auth');
    await page.getByText('Your session has ended. Sign in to go on where you were.').waitFor();
    await signInByForm(page, another);
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await page.getByRole('radio').first().waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('Robin');
  });

  test('that is not begun again keeps unsaved input for ten minutes', async () => {
    const { page, email } = await inTheMiddle();
    const before = Date.now();
    await page.clock.install({ time: before });
    await endSessions(email);
    await save(page);
    await question(page).waitFor();
    // The page's time stands still while it is looked at, however long that takes.
    await page.clock.pauseAt(before + 9 * 60_000);
    await question(page).waitFor();
    await page.clock.fastForward(60_000);
    await page.clock.resume();
    await page.waitForURL('**/auth');
    // The address changes before the screen does, and both screens have a field for the email address.
    await page.getByLabel('Username').waitFor({ state: 'detached' });
    await signInByForm(page, email);
    await page.waitForURL('**/profile');
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await page.getByText('Robin the Second').count()).toBe(0);
  });

  test('of an admin asks for the second factor when it ends, and the points are given once', async () => {
    const { page, email } = await onDashboard({ stream: false });
    const { backupCodes } = await setUpTwoFactor(page, server.url);
    const staff = { isAdmin: true, staffRole: 'owner' as const };
    await database.updateTable('users').set(staff).where('email', '=', email).execute();
    const { id } = await createMember(database);
    await page.goto(`/admin/users/${id}?tab=money`);
    const form = page.getByRole('region', { name: 'Adjust points' });
    await form.getByLabel('Points', { exact: true }).fill('50');
    await form.getByLabel('Text for the member').fill('For the trouble.');
    await idle(page);
    await endSessions(email);
    // The member's page is read again by itself, which may bring the question before.
    await page
      .getByRole('region', { name: 'Adjust points', includeHidden: true })
      .getByRole('button', { name: 'Adjust points', includeHidden: true })
      .dispatchEvent('click');
    await givePassword(page);
    await question(page).getByRole('button', { name: 'Use a backup code instead' }).click();
    await question(page).getByLabel('Backup code').fill(`${backupCodes[0]}`);
    await Promise.all([
      page.getByText('The points were adjusted').first().waitFor(),
      page.keyboard.press('Enter'),
    ]);
    const given = database.selectFrom('users').select('points').where('id', '=', id);
    expect(await given.executeTakeFirst()).toEqual({ points: 50 });
  });

  test('of an admin that ends before a download asks for the sign-in, and the file comes', async () => {
    const { page, email } = await onDashboard({ stream: false });
    const { backupCodes } = await setUpTwoFactor(page, server.url);
    const staff = { isAdmin: true, staffRole: 'owner' as const };
    await database.updateTable('users').set(staff).where('email', '=', email).execute();
    await page.goto('/admin/exports');
    await page.getByRole('combobox', { name: 'List' }).selectOption('members');
    await idle(page);
    await endSessions(email);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await givePassword(page);
    await question(page).getByRole('button', { name: 'Use a backup code instead' }).click();
    await question(page).getByLabel('Backup code').fill(`${backupCodes[0]}`);
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^members-.+\.csv$/);
    await page.getByText(/rows? saved as members/).waitFor();
  });

  test('that ends in one tab ends in all, and a sign-in in one begins it in all', async () => {
    const { page, context, email } = await onDashboard();
    const other = await context.newPage();
    await other.goto('/profile');
    await Promise.all([
      page.getByText('You signed out in another tab').first().waitFor(),
      page.waitForURL('**/auth'),
      other.getByRole('button', { name: 'Sign out' }).first().click(),
    ]);
    await signInByForm(other, email);
    await page.waitForURL('**/dashboard');
    await balance(page).waitFor();
  });

  test('that ends while a page is kept for the back button leaves nothing of its member there, also without a connection', async () => {
    const { page, context } = await onStoredDashboard();
    await transition(page, 'pagehide');
    expect(await transition(page, 'pageshow')).toContain('Robin');
    await transition(page, 'pagehide');
    const other = await context.newPage();
    // Safari delivers nothing to a kept page.
    await other.addInitScript('BroadcastChannel.prototype.postMessage = () => {}');
    await other.goto('/profile');
    await other.getByRole('button', { name: 'Sign out' }).first().click();
    await other.waitForURL('**/auth');
    await context.setOffline(true);
    expect(await transition(page, 'pageshow')).toBe('');
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
  });

  test('that another member begins while a page is kept for the back button is shown there', async () => {
    const { page, context } = await onDashboard();
    await transition(page, 'pagehide');
    const { email: another } = await onDashboard();
    const other = await context.newPage();
    await other.addInitScript('BroadcastChannel.prototype.postMessage = () => {}');
    await other.goto('/profile');
    await other.getByRole('button', { name: 'Sign out' }).first().click();
    await other.getByRole('button', { name: 'Sign In' }).waitFor();
    await signInByForm(other, another);
    await other.waitForURL('**/dashboard');
    expect(await transition(page, 'pageshow')).toBe('');
    await balance(page).waitFor();
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await page.getByText(another).first().waitFor();
  });
});

test('a tab whose late parts still load hears afterwards that another one signed out', async () => {
  const { page, context } = await onDashboard();
  const late = await context.newPage();
  const companion = Promise.withResolvers<void>();
  await late.route('**/assets/idle-*.js', async (route) => {
    await companion.promise;
    await route.continue();
  });
  await late.goto('/dashboard');
  // The last that it reads: what is read later finds that nobody is signed in, and there is nothing to hear.
  await late.getByText('Your finished tasks will show up here.').waitFor();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/auth');
  // The message soon leaves.
  await Promise.all([
    late.getByText('You signed out in another tab').first().waitFor(),
    late.waitForURL('**/auth'),
    companion.resolve(),
  ]);
});

/** Two clicks on the button that sends the form, the second as soon as the page has handled the first. */
const TAP_TWICE = `(async () => {
  const button = document.querySelector('form button[type=submit]');
  const { port1, port2 } = new MessageChannel();
  const handled = new Promise((resolve) => { port1.onmessage = resolve; });
  button.click();
  port2.postMessage('next');
  await handled;
  button.click();
})()`;

describe('the server', () => {
  test('that fails shows an error with another try', async () => {
    const { page } = await onDashboard();
    await page.route('**/api/user', (route) => route.fulfill({ status: 500, body: 'upstream is down' }));
    await page.reload();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.unroute('**/api/user');
    await page.getByRole('button', { name: 'Try again' }).click();
    await balance(page).waitFor();
  });

  test('that its proxy does not reach leaves the stored app, which shows an error with another try', async () => {
    const gateway = await startGateway(server.url);
    onTestFinished(gateway.close);
    const { page } = await onStoredDashboard({ url: gateway.url });
    gateway.lose();
    await page.reload();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.evaluate('window.before = true');
    gateway.restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await balance(page).waitFor();
    // The stored page holds the settings of before.
    expect(await page.evaluate(`'before' in window`)).toBe(false);
  });

  test('that is slow shows placeholders, and a second click sends nothing twice', async () => {
    const { page } = await visit({ url: server.url });
    let sent = 0;
    const answers = Promise.withResolvers<void>();
    await page.route('**/api/login', async (route) => {
      sent += 1;
      await answers.promise;
      await route.continue();
    });
    await page.goto('/auth?login=true');
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const button = page.getByRole('button', { name: 'Sign In' });
    // A slow phone may handle the second tap right after the first.
    await page.evaluate(TAP_TWICE);
    await button.click({ force: true });
    await page.getByLabel('Email', { exact: true }).press('Enter');
    await expect.poll(() => button.getAttribute('aria-busy'), WAIT).toBe('true');
    answers.resolve();
    await page.getByText('Login failed').first().waitFor();
    expect(sent).toBe(1);
  });

  test('on a slow connection shows that each step is coming, causes no fault and takes a redemption once', async () => {
    const { page, context, faults } = await visit({ url: server.url });
    const [name = '', value = ''] = (
      await signIn(database, await createMember(database, { points: 340 }))
    ).split('=');
    await context.addCookies([{ name, value, url: server.url }]);
    await page.goto('/dashboard');
    await idle(page);
    // The dashboard reads its lists again when it begins to listen; none of that is counted.
    await page.goto('about:blank');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const connection = await context.newCDPSession(page);
    await connection.send('Network.emulateNetworkConditions', SLOW_3G);
    const shown = Promise.withResolvers<void>();
    await page.route('**/api/rewards', async (route) => {
      await shown.promise;
      await route.continue();
    });
    await page.goto('/redeem');
    await page.getByText('Loading the rewards').waitFor({ state: 'attached' });
    shown.resolve();
    await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).click();
    // When the page begins to listen, which may be soon or late, it reads its lists once more.
    const listens = sent.indexOf('GET /api/events');
    const before = listens < 0 ? sent : sent.slice(0, listens);
    expect(before.filter((call) => call === 'GET /api/rewards')).toHaveLength(1);
    const check = page.getByRole('dialog', { name: 'Security check' });
    await check.getByRole('checkbox').press('Space');
    await expect.poll(() => check.getByRole('button', { name: 'Continue' }).isEnabled(), WAIT).toBe(true);
    await check.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Confirm' }).dblclick();
    await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor();
    expect(sent.filter((call) => call === 'POST /api/redemptions')).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('that is slow with the texts of another language still shows a screen opened meanwhile in that language', async () => {
    const { page } = await onDashboard();
    await page.goto('/profile');
    const texts = Promise.withResolvers<void>();
    await page.route('**/de/account.json', async (route) => {
      await texts.promise;
      await route.continue();
    });
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('heading', { name: 'Pick something to do' }).waitFor();
    texts.resolve();
    await page.getByRole('heading', { name: 'Such dir etwas aus' }).waitFor();
  });

  test('that is slow with the part that looks at the member keeps the language chosen meanwhile', async () => {
    const { page } = await onDashboard();
    const companion = Promise.withResolvers<void>();
    const texts = Promise.withResolvers<void>();
    await page.route('**/assets/idle-*.js', async (route) => {
      await companion.promise;
      await route.continue();
    });
    await page.route('**/de/account.json', async (route) => {
      await texts.promise;
      await route.continue();
    });
    await page.goto('/profile');
    await page.getByLabel('Language').selectOption('de');
    // The part asks for the words of refusals after it has looked at the member's language.
    const looked = page.waitForResponse('**/en/errors.json');
    companion.resolve();
    await looked;
    texts.resolve();
    await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
  });

  test('without the old parts after an update offers to reload the page', async () => {
    const { page } = await onDashboard();
    await page.route('**/assets/earn-page-*.js', (route) => route.fulfill({ status: 404 }));
    // What comes last could move the link while it is pressed.
    await page.getByText('Your finished tasks will show up here.').waitFor();
    await page.getByRole('link', { name: 'See how it adds up' }).click();
    await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
    await page.unroute('**/assets/earn-page-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: /Ways to earn/ }).waitFor();
  });

  test("without the app's own file says so, and another try starts the app", async () => {
    const { page } = await visit({ url: server.url });
    await page.route('**/assets/app-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/auth');
    await page.getByRole('alert').getByText('check your connection').waitFor();
    expect(await page.getByRole('status').count()).toBe(0);
    await page.unroute('**/assets/app-*.js');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('without a part of a screen offers a reload, and the rest of the screen stays', async () => {
    const { page } = await onDashboard();
    const missing = page.getByRole('alert').getByText('A part of this page could not be loaded.');
    const tasks = page.getByRole('heading', { name: 'Pick something to do' });
    for (const part of ['idle', 'claim-dialog'])
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    await page.goto('/task');
    await missing.waitFor();
    await tasks.waitFor();
    await expectAccessible(page);
    await page.unroute('**/assets/idle-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await idle(page);
    expect(await missing.count()).toBe(0);
    await page.getByRole('button', { name: 'Report a missing reward' }).click();
    await missing.waitFor();
    await tasks.waitFor();
  });

  test('without a part of the security check offers a reload', async () => {
    const { page, context } = await visit({ url: server.url });
    const member = await createMember(database, { points: 340 });
    const [name = '', value = ''] = (await signIn(database, member)).split('=');
    await context.addCookies([{ name, value, url: server.url }]);
    await page.route('**/assets/altcha-widget-*.js', (route) => route.abort());
    await page.goto('/redeem');
    await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).click();
    const check = page.getByRole('dialog', { name: 'Security check' });
    await check.getByText('A part of this page could not be loaded.').waitFor();
    await page.unroute('**/assets/altcha-widget-*.js');
    await check.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).click();
    await check.getByRole('checkbox').waitFor();
  });

  test('without the question for the password says so, and what was typed stays', async () => {
    const { page, email } = await inTheMiddle();
    await sql`update sessions s set authenticated_at = now() - interval '1 hour' from users u
      where u.id = s.user_id and u.email = ${email}`.execute(database);
    await page.route('**/assets/reauthenticate-dialog-*.js', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Email' }).fill('another@example.com');
    const save = page.getByRole('button', { name: 'Save changes' });
    await Promise.all([
      page.getByText('Copy what you have typed, then reload the page.').first().waitFor(),
      save.click(),
    ]);
    await expect.poll(() => save.getAttribute('aria-busy'), WAIT).not.toBe('true');
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('another@example.com');
  });

  test('without the dialog for new backup codes says so, and the codes the member has stay valid', async () => {
    const { page, email } = await onDashboard();
    await setUpTwoFactor(page, server.url);
    const codes = () =>
      database
        .selectFrom('backupCodes')
        .innerJoin('users', 'users.id', 'backupCodes.userId')
        .select('code')
        .where('email', '=', email)
        .orderBy('code')
        .execute();
    const before = await codes();
    expect(before).not.toEqual([]);
    for (const missing of ['assets/two-factor-dialog-*.js', 'en/errors.json'])
      await page.route(`**/${missing}`, (route) => route.abort());
    await page.goto('/profile');
    const renew = page.getByRole('button', { name: 'New backup codes' });
    await Promise.all([
      page.getByText('A part of this page could not be loaded.').first().waitFor(),
      renew.click(),
    ]);
    await expect.poll(() => renew.getAttribute('aria-busy'), WAIT).not.toBe('true');
    expect(await codes()).toEqual(before);
  });

  test('with a newer version offers a reload, which happens only when asked for', async () => {
    const { page, context } = await onStoredDashboard();
    const other = await context.newPage();
    await other.goto('/dashboard');
    await idle(other);
    // Another address of the service worker is another version to the browser.
    await page.evaluate(
      `navigator.serviceWorker.register('/service-worker.js?next', { scope: '/' }).then(() => undefined)`,
    );
    for (const tab of [page, other]) {
      await tab.getByText('A new version is available.').waitFor();
      await tab.evaluate('window.before = true');
    }
    const isAnew = (tab: Page) => tab.evaluate(`!('before' in window)`).catch(() => false);
    for (const tab of [page, other]) {
      expect(await isAnew(tab)).toBe(false);
      await tab.getByRole('button', { name: 'Reload' }).click();
      await expect.poll(() => isAnew(tab), WAIT).toBe(true);
      await balance(tab).waitFor();
    }
  });

  test('with a newer version lets its notice be closed, which then covers nothing until the next load and gives the focus back', async () => {
    const { page, email } = await onStoredDashboard();
    const { id } = await database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await credit(database, id, 340);
    await page.goto('/redeem');
    await page.evaluate(
      `navigator.serviceWorker.register('/service-worker.js?next', { scope: '/' }).then(() => undefined)`,
    );
    const notice = page.locator('[data-notice]').filter({ hasText: 'A new version is available.' });
    const close = notice.getByRole('button', { name: 'Close' });
    const redeem = page.getByRole('button', { name: 'Redeem $1.00 prepaid card' });
    const focused = () => page.evaluate('document.activeElement.textContent');
    await notice.waitFor();
    await expectAccessible(page);
    await redeem.focus();
    await close.click();
    await notice.waitFor({ state: 'detached' });
    expect(await focused()).toBe(await redeem.textContent());
    await redeem.click();
    await page.getByRole('dialog', { name: 'Security check' }).waitFor();
    await page.reload();
    await notice.getByRole('button', { name: 'Reload' }).waitFor();
    await close.press('Enter');
    await notice.waitFor({ state: 'detached' });
    expect(await focused()).toBe(await page.getByRole('heading', { level: 1 }).textContent());
  });
});

test('a browser that stores nothing can still sign up, earn and do a mission that takes time', async () => {
  const { page, faults } = await visit({ url: server.url });
  await page.addInitScript(`if (window === top) for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  }
  for (const name of ['indexedDB', 'caches', 'cookieStore']) delete Object.getPrototypeOf(window)[name];
  delete Navigator.prototype.serviceWorker;`);
  await signUp(page, server.url, 'keeps-nothing@example.com');
  await earn(page);
  await page.goto('/task');
  await page.getByRole('link', { name: 'Browse a shop' }).click();
  await page.getByRole('button', { name: 'Start mission' }).click();
  await passCheck(page);
  const counted = page.getByRole('progressbar', { name: 'Time counted' });
  const seconds = async () => Number(await counted.getAttribute('aria-valuenow'));
  // More than the page shows by itself from one heartbeat to the next.
  // Of a gap of more than eight seconds between two of them nothing counts.
  await expect.poll(seconds, { timeout: 4 * WAIT.timeout }).toBeGreaterThan(2 * HEARTBEAT_SECONDS);
  for (const path of ['/profile', '/history', '/earn']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  // Whether it is still the same member is not known.
  expect(await transition(page, 'pageshow')).toBe('');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Without the 401 of visitors who are not signed in.
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([]);
});

/** Makes the history fail, and returns the request that the browser then sends to this address. */
async function onBrokenHistory(page: Page, sentTo: string) {
  const request = page.waitForRequest(sentTo);
  await page.route('**/api/tasks', (route) => route.fulfill({ json: {} }));
  await page.goto('/history');
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  return request;
}

describe('a fault in the browser', () => {
  test('is logged under the id that the person sees, and sent nowhere else', async () => {
    const { page } = await onDashboard();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const { id } = (await onBrokenHistory(page, '**/api/client-errors')).postDataJSON();
    await page.getByText(`Report ${id}`).waitFor();
    await expect.poll(() => server.output(), WAIT).toContain(id);
    expect(loaded.filter((url) => url.includes('error-service'))).toEqual([]);
    expect(loaded.filter((url) => !url.startsWith(server.url))).toEqual([]);
  });

  test("is also sent to the operator's error service, without anything about the member", async () => {
    const { page, email } = await onDashboard();
    // The page's policy allows its own site, so the test plays the service there.
    const dsn = `${server.url.replace('//', '//key@')}/1`;
    await page.route('**/history', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        '"errorService":null',
        `"errorService":${JSON.stringify({ dsn, sampleRate: 1 })}`,
      );
      await route.fulfill({ response: answer, body });
    });
    await page.route('**/api/1/envelope/**', (route) => route.fulfill({ json: {} }));
    const envelope = (await onBrokenHistory(page, '**/api/1/envelope/**')).postData() ?? '';
    const [, id] = /Report (\w+)/.exec((await page.getByText(/^Report /).textContent()) ?? '') ?? [];
    expect(envelope).toContain(`"report":"${id}"`);
    expect(envelope).not.toContain(email);
    expect(envelope).not.toMatch(/"(?:user|request|breadcrumbs)":/);
  });
});
