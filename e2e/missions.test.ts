import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { advertiserKey, openSecret } from '#server/config/secret.ts';
import { advertiserQuery, clickOf, LINK, newMission } from '#testing/missions.ts';
import { runOps } from '#testing/process.ts';
import {
  backInDialog,
  DESKTOP,
  expectAccessible,
  launch,
  loseFirst,
  PHONE,
  routeFirst,
  WAIT,
} from './browser.ts';
import { earn, enter, setUpTwoFactor } from './member.ts';
import { startSite } from './site.ts';

/** Missions in a browser, against the real server with its example missions. */

const { server, database, databaseUrl, folder } = await startSite();
const visit = await launch();
const SHORT = 'A short film';
const SHORT_SECONDS = 12;
await newMission(database, { title: 'Soon to come', status: 'draft', announced: true });
await newMission(database, {
  title: SHORT,
  content: { kind: 'video', sources: ['/media/example.webm', '/media/example.mp4'], seconds: SHORT_SECONDS },
});

const balance = (page: Page) =>
  page.evaluate<number>("fetch('/api/user').then((answer) => answer.json()).then((user) => user.points)");
const withoutSignedOut = (faults: string[]) => faults.filter((fault) => !fault.includes('status of 401'));

async function openMission(page: Page, title: string): Promise<void> {
  await page.goto('/task');
  await page.getByRole('link', { name: title }).click();
  // The list has such a heading too. On the mission's own screen the title takes the focus.
  await expectFocusOnTitle(page);
  await page.getByRole('heading', { name: title }).waitFor();
}

const expectFocusOnTitle = (page: Page) =>
  expect.poll(() => page.evaluate('document.activeElement.id'), WAIT).toBe('mission');

/** Resolves when the mission has told so many times more that the member is at it, as it does whenever it begins to be shown. */
function takenUp(page: Page, times: number): Promise<unknown> {
  let told = 0;
  return page.waitForResponse((response) => response.url().endsWith('/start') && ++told === times);
}

/** Passes the security check by keyboard. */
async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start mission' }).press('Enter');
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.getByRole('checkbox').press('Space');
  await expect.poll(() => check.getByRole('button', { name: 'Continue' }).isEnabled(), WAIT).toBe(true);
  await check.getByRole('button', { name: 'Continue' }).press('Enter');
  await check.waitFor({ state: 'hidden' });
  // The button is gone.
  await expectFocusOnTitle(page);
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

/**
 * Tells the page that the member has turned to another tab, in the task in which it first shows two counted seconds or more and
 * says that the time counts: on a busy machine the film itself may stand still for a moment. No heartbeat is under way then,
 * which could be counted, or answered, after the one that stops the time.
 */
const TURN_AT_TWO = `new Promise((done) => {
  let beats = 0;
  const ask = fetch;
  globalThis.fetch = (address, ...rest) => {
    const answer = ask(address, ...rest);
    if (!String(address).endsWith('/heartbeats')) return answer;
    beats += 1;
    const end = () => { beats -= 1; };
    answer.then(end, end);
    return answer;
  };
  new MutationObserver((_, changes) => {
    const counted = document.querySelector('[role="progressbar"][aria-label="Time counted"]');
    if (!counted || counted.ariaValueNow < 2 || beats > 0) return;
    if (!document.body.textContent.includes('The time counts.')) return;
    changes.disconnect();
    done();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;
const seconds = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar', { name: 'Time counted' }).getAttribute('aria-valuenow'));

describe('a member', () => {
  test.each([
    ['phone, dark', PHONE, 'dark'],
    ['desktop, light', DESKTOP, 'light'],
  ] as const)(
    'is sent to earn first points, then watches, answers and installs: %s',
    async (name, viewport, colorScheme) => {
      const { page, context, faults } = await visit({ url: server.url, viewport, colorScheme });
      const email = `missions-${name.replaceAll(/\W+/g, '-')}@example.com`;
      await enter(page, server.url, database, email);
      await page.goto('/task');
      for (const text of ['MORE COMING SOON', 'COMING SOON', '300 MB', '100 MB', '500 MB', 'Medium']) {
        await page.getByText(text, { exact: true }).first().waitFor(WAIT);
      }
      await page.getByRole('link', { name: 'Watch a video' }).click();
      const dialog = page.getByRole('dialog', { name: 'Earn your first points first' });
      await dialog.getByRole('link', { name: 'Go to the offer walls' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await earn(page);

      await openMission(page, SHORT);
      await expectFits(page);
      await Promise.all([takenUp(page, 2), start(page)]);
      // The film is short: on a busy machine a second step may come after its end.
      const turned = page.evaluate(TURN_AT_TWO);
      await page.getByRole('button', { name: 'Play' }).click();
      await turned;
      await page.getByText('The time stands still.').waitFor();
      const paused = await seconds(page);
      await page.waitForTimeout(2_500);
      expect(await seconds(page)).toBe(paused);
      await Promise.all([takenUp(page, 1), page.reload()]);
      await expect.poll(() => seconds(page), WAIT).toBe(paused);
      await expectFits(page);
      await page.getByRole('button', { name: 'Play' }).press('Enter');
      await page.getByText('Mission completed').waitFor(WAIT);
      await expectFits(page);
      expect(await balance(page)).toBe(220);

      await openMission(page, 'Answer a survey');
      await Promise.all([takenUp(page, 2), start(page)]);
      await page.getByRole('radio', { name: 'Every month' }).press('Space');
      await page.getByRole('button', { name: 'Send answers' }).click();
      await page.getByText('4 questions are still open.').waitFor();
      await expectFits(page);
      await Promise.all([takenUp(page, 1), page.reload()]);
      await expect.poll(() => page.getByRole('radio', { name: 'Every month' }).isChecked()).toBe(true);
      for (const answer of ['Phone', 'Price', 'Prepaid card', 'Maybe']) {
        await page.getByRole('radio', { name: answer }).press('Space');
      }
      await page.getByRole('button', { name: 'Send answers' }).press('Enter');
      await page.getByText('Mission completed').waitFor(WAIT);
      await expectFocusOnTitle(page);
      expect(await balance(page)).toBe(420);

      await openMission(page, 'Install an app');
      await Promise.all([takenUp(page, 2), start(page)]);
      await expectFits(page);
      const popup = context.waitForEvent('page');
      await page.getByRole('link', { name: "Open the app's page" }).click();
      const advertiser = await popup;
      await advertiser.getByRole('button', { name: 'Send a forged confirmation' }).click();
      await advertiser.getByText('403 bad signature').waitFor();
      await expectAccessible(advertiser);
      await advertiser.getByRole('button', { name: /^Confirm/ }).click();
      await advertiser.getByText('200 ok').waitFor();
      await page.getByText('Mission completed').waitFor(WAIT);
      expect(await balance(page)).toBe(720);

      await page.getByRole('link', { name: 'Back to missions' }).click();
      await page.getByText('Completed').nth(2).waitFor();
      await expectFits(page);
      await page.goto('/history');
      await page.getByText('Install an app').waitFor();

      // As after a redemption of everything.
      const setPoints = (points: number) =>
        database.updateTable('users').set({ points }).where('email', '=', email).execute();
      const { points } = await database
        .selectFrom('users')
        .select('points')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      await setPoints(0);
      await page.goto('/task');
      await page.getByRole('link', { name: 'Watch a video' }).click();
      await page.getByRole('dialog', { name: 'Missions need a balance above zero' }).waitFor(WAIT);
      await setPoints(points);
      expect(withoutSignedOut(faults)).toEqual([]);
    },
  );

  test('sees the time of a showcase count only while it is in front, once for a tab and its copy, and why it stops', async () => {
    const { page, context } = await visit({ url: server.url });
    await enter(page, server.url, database, 'browse@example.com');
    await earn(page);
    await openMission(page, 'Browse a shop');
    await start(page);
    await expect.poll(() => seconds(page), WAIT).toBeGreaterThanOrEqual(2);
    await expectFits(page);
    // A credit makes the page read the missions again, which fails here.
    await page.route('**/api/missions', (route) => route.fulfill({ status: 502 }));
    const failed = page.waitForResponse('**/api/missions');
    await page.evaluate(`(async () => {
      const walls = await (await fetch('/api/walls')).json();
      const user = walls.find(({ id }) => id === 'sandbox').memberCode;
      await fetch('/dev/wall/send', { method: 'POST', body: JSON.stringify({ action: 'complete', user, offer: 'video' }) });
    })()`);
    await failed;
    const then = await seconds(page);
    await expect.poll(() => seconds(page), WAIT).toBeGreaterThan(then + 1);
    await page.unroute('**/api/missions');
    // As a browser copies a tab, with what is stored for it.
    const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)');
    const second = await context.newPage();
    await second.addInitScript(`if (window === top) Object.assign(sessionStorage, ${stored})`);
    await second.goto(page.url());
    const waits = (tab: Page) => tab.getByText('Another tab of yours shows a mission.').count();
    // The second one counts if the first was silent for too long meanwhile.
    await expect.poll(async () => (await waits(page)) + (await waits(second)), WAIT).toBeGreaterThan(0);
    const [other, last] = (await waits(second)) > 0 ? [page, second] : [second, page];
    await other.close();
    await last.getByText('The time counts.').waitFor(WAIT);

    const refused = { status: 429, json: { error: 'Too many requests', code: 'too_many_requests' } };
    // The words stand until the next heartbeat.
    await Promise.all([
      last.getByText('Too many attempts. Please try again later.').waitFor(WAIT),
      routeFirst(last, '**/heartbeats', (route) => route.fulfill(refused)),
    ]);
    await last.getByText('The time counts.').waitFor(WAIT);
    await database
      .updateTable('missions')
      .set({ status: 'draft' })
      .where('title', '=', 'Browse a shop')
      .execute();
    await last.getByText('This mission is gone').waitFor(WAIT);
  });

  test('reads why a mission cannot be started, and that an unknown one does not exist', async () => {
    const id = await newMission(database, { title: 'A paused one', status: 'paused' });
    await newMission(database, { title: 'A full one', dailyCap: 0 });
    const { page } = await visit({ url: server.url });
    await enter(page, server.url, database, 'blocked@example.com');
    await openMission(page, 'A paused one');
    await page.getByText('This mission is paused at the moment.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Start mission' }).count()).toBe(0);
    await openMission(page, 'A full one');
    await page.getByText("All of today's places are taken. Please come back later.").waitFor();
    await expectFits(page);
    await page.goto(`/task?mission=${id.replace(/./g, '0')}`);
    await page.getByText('This mission is gone').waitFor();
    await expectFits(page);
  });
});

test('a member reads until when the place in a mission is kept, and what to do when it is lost', async () => {
  const title = 'An app with one place';
  const id = await newMission(database, { title, content: LINK });
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'kept@example.com');
  await earn(page);
  await openMission(page, title);
  await start(page);
  await page.getByText('Your place is kept until').waitFor(WAIT);
  await expectFits(page);
  await database
    .updateTable('missionAttempts')
    .set({ reservedUntil: sql`now() - interval '1 second'` })
    .where('missionId', '=', id)
    .execute();
  await database.updateTable('missions').set({ status: 'ended' }).where('id', '=', id).execute();
  await page.reload();
  await page.getByText(/^This mission has ended .* Your place was kept until /).waitFor(WAIT);
  await page.getByText('report a missing reward at the end of the Tasks screen').waitFor();
  await expectFits(page);
  await page.getByRole('link', { name: 'Back to missions' }).click();
  await page.getByRole('button', { name: 'Report a missing reward' }).click();
  const about = page.getByLabel('What was it?');
  await about.getByRole('option', { name: title }).waitFor({ state: 'attached' });
  // Never started by this member.
  expect(await about.getByRole('option', { name: 'A paused one' }).count()).toBe(0);
});

test('missions are read again when their tab is shown again, as nothing tells that a day is over', async () => {
  const title = 'Not before tomorrow';
  const id = await newMission(database, { title, status: 'paused' });
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'overnight@example.com');
  // Whoever begins to listen reads every list.
  await page.route('**/api/events', () => {});
  await page.goto('/task');
  const mission = page.getByRole('listitem').filter({ hasText: title });
  await mission.getByText('Paused', { exact: true }).waitFor(WAIT);
  await database.updateTable('missions').set({ status: 'active' }).where('id', '=', id).execute();
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await mission.getByText('Paused', { exact: true }).waitFor({ state: 'detached', ...WAIT });
});

test('a start whose answer is lost is not said to have failed', async () => {
  const title = 'An app whose start is lost';
  await newMission(database, { title, content: LINK });
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'lost-start@example.com');
  await earn(page);
  await openMission(page, title);
  await loseFirst(page, '**/api/missions/*/start');
  await start(page);
  await page.getByText('Your place is kept until').waitFor(WAIT);
  expect(await page.getByText('The mission could not be started').count()).toBe(0);
});

test('a member reads that the advertiser did not accept a mission, before its credit and after it', async () => {
  const [declined, credited] = ['A declined app', 'An app taken back'];
  for (const title of [declined, credited]) await newMission(database, { title, content: LINK });
  const key = advertiserKey(await openSecret(undefined, folder), 'acme');
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'declined@example.com');
  await earn(page);
  /** Starts the mission and returns how its advertiser tells of it. */
  const begin = async (title: string) => {
    await openMission(page, title);
    await start(page);
    const link = page.getByRole('link', { name: "Open the app's page" });
    const click = clickOf((await link.getAttribute('href')) ?? '');
    return (values: Record<string, string> = {}) =>
      fetch(`${server.url}/api/mission-postbacks/acme?${advertiserQuery(key, { click, ...values })}`);
  };
  const decline = await begin(declined);
  await decline({ status: 'reversed' });
  await page.getByText('so nothing is credited for it', { exact: false }).waitFor(WAIT);
  await expectFits(page);
  const tell = await begin(credited);
  await tell();
  await page.getByText('Mission completed').waitFor(WAIT);
  await tell({ status: 'reversed' });
  const takenBack = page.getByText('Taken back from your balance: 100 MB.', { exact: false });
  await takenBack.getByRole('link', { name: 'support@localhost' }).waitFor(WAIT);
  expect(await page.getByText('Mission completed').count()).toBe(0);
  await expectFits(page);

  await page.getByRole('link', { name: 'Back to missions' }).click();
  await page.getByText('Not accepted').nth(1).waitFor(WAIT);
  await page.getByRole('button', { name: 'Report a missing reward' }).click();
  const about = page.getByLabel('What was it?');
  await about.getByRole('option', { name: declined }).waitFor({ state: 'attached' });
  expect(await about.getByRole('option', { name: credited }).count()).toBe(0);
});

test('what is typed in a report stays at a tap beside it and at Escape, and Cancel leaves it', async () => {
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'beside@example.com');
  await page.goto('/task');
  await page.getByRole('button', { name: 'Report a missing reward' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a missing reward' });
  const text = dialog.getByLabel('What happened?');
  await text.fill('I played for three minutes and nothing came.');
  await page.mouse.click(10, 10);
  await page.keyboard.press('Escape');
  expect(await text.inputValue()).toBe('I played for three minutes and nothing came.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('Back closes the dialog in front, does nothing once something is typed in it, and leaves the screen without one', async () => {
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'backwards@example.com');
  await page.goto('/dashboard');
  const idle = page.getByRole('region', { name: 'Notifications (F8)', includeHidden: true });
  await idle.waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Start Earning' }).click();
  await page.waitForURL('**/task');
  const report = page.getByRole('button', { name: 'Report a missing reward' });
  const dialog = page.getByRole('dialog', { name: 'Report a missing reward' });
  const text = dialog.getByLabel('What happened?');
  await report.click();
  await text.waitFor();
  await backInDialog(page);
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${server.url}/task`);

  await report.click();
  await text.fill('I played for three minutes and nothing came.');
  await backInDialog(page);
  expect(page.url()).toBe(`${server.url}/task`);
  expect(await text.inputValue()).toBe('I played for three minutes and nothing came.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.evaluate('history.back()');
  await page.waitForURL('**/dashboard');
});

test('a member reports a missing reward, an admin sees the evidence and grants it, and the member reads the answer', async () => {
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'missing@example.com');
  // Where the stream is joined the reports are read again by themselves.
  await page.route('**/api/events', (route) => route.abort());
  await page.route('**/api/claims', (route) => route.abort());
  await page.goto('/task');
  const retry = page
    .getByRole('region', { name: 'Missing a reward?' })
    .getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await expectFits(page);
  await page.unroute('**/api/claims');
  await retry.click();
  await expect.poll(() => retry.count(), WAIT).toBe(0);
  await page.unroute('**/api/events');
  await page.getByRole('button', { name: 'Report a missing reward' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a missing reward' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText('Required').first().waitFor();
  await expectFits(page);
  await dialog.getByLabel('What was it?').selectOption({ label: 'An offer on Sandbox' });
  await dialog.getByLabel('Name of the offer').fill('Install Game App');
  await dialog
    .getByLabel('When did you finish it?')
    .fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16));
  await dialog.getByLabel('What happened?').fill('I played for three minutes and nothing came.');
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
  await page.getByText('Under review').waitFor(WAIT);
  await expectFits(page);

  const staff = await visit({ url: server.url, viewport: DESKTOP, colorScheme: 'dark' });
  await enter(staff.page, server.url, database, 'staff@example.com');
  await setUpTwoFactor(staff.page, server.url);
  const cookies = await staff.context.cookies();
  await database
    .updateTable('users')
    .set({ isAdmin: true, staffRole: 'owner' })
    .where('email', '=', 'staff@example.com')
    .execute();
  await staff.context.addCookies(cookies);
  await staff.page.goto('/admin/claims');
  await staff.page.getByRole('button', { name: /Install Game App/ }).click(WAIT);
  const claim = staff.page.getByRole('article', { name: 'Install Game App' });
  await claim.getByText('I played for three minutes').waitFor(WAIT);
  await claim.getByText('Messages of walls and advertisers').waitFor();
  await expectFits(staff.page);
  await claim.getByLabel('Points to credit').fill('120');
  await claim.getByLabel('Your answer to the member').fill('The wall confirmed it.');
  await claim.getByRole('button', { name: 'Grant' }).click();
  await staff.page.getByText('No open reports').waitFor(WAIT);

  // The page is open all the time.
  const reply = page.getByText('The wall confirmed it.');
  await reply.waitFor(WAIT);
  // Staff's words have a direction of their own, on screens from right to left too.
  expect(await reply.getAttribute('dir')).toBe('auto');
  expect(await balance(page)).toBe(120);
});

test('every point of the missions is accounted for', async () => {
  expect((await runOps(['audit'], { DATABASE_URL: databaseUrl, DATA_DIR: folder })).output).toContain(
    'Every point is accounted for.',
  );
});
