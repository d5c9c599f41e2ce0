import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { languageCookie } from '#contract/languages.ts';
import { transactOn } from '#database/transaction.ts';
import { memberAccount, post, wallAccount } from '#domain/ledger/index.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { newMission } from '#testing/missions.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { addReward } from '#testing/rewards.ts';
import { closeByEscape, countUnderWay, launch, PHONE, speak, violations, WAIT } from './browser.ts';
import { adminScreens, MEMBER_SCREENS, STATIC_PAGES, VISITOR_SCREENS } from './every-screen.ts';
import { mailedCode, PASSWORD, sandboxWall } from './member.ts';
import { startSite } from './site.ts';

/** Accessibility of every screen: axe, the keyboard, forced colours, small windows, and layout shifts. */

const { server, database } = await startSite();
const visit = await launch();
/** Web vitals call 0.1 good; the screens of a member may shift a fifth of it. */
const LAYOUT_SHIFT_MAX = 0.02;
const TABS_MAX = 90;
/** Pages without script, which change the language only with a new request. */
const SCRIPTLESS = [...STATIC_PAGES, '/no-such-page'];

const WATCH_SHIFTS = `window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

async function as(isAdmin: boolean, viewport = PHONE) {
  const visitor = await visit({ url: server.url, viewport });
  const person = await createMember(database, { isAdmin, points: 340 });
  const [name = '', value = ''] = (await signIn(database, person)).split('=');
  await visitor.context.addCookies([{ name, value, url: server.url }]);
  return { ...visitor, id: person.id };
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), WAIT).toBe(0);
}

/** Waits for the colours of a new theme, which are there with the next frame: reduced motion makes transitions instant. */
const COLOURS_STAND = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))`;
/** Shows the screen in Urdu. */
async function inUrdu(page: Page, screen: string): Promise<void> {
  if (!SCRIPTLESS.includes(screen)) return speak(page, 'ur');
  const { origin } = new URL(page.url());
  await page.context().addCookies([{ name: languageCookie(false), value: 'ur', url: origin }]);
  await page.goto(screen);
  await page.context().clearCookies({ name: languageCookie(false) });
}

/** Names and codes that fill a line of their own and begin it on the other side than the words around them. */
const MISALIGNED = `[...document.querySelectorAll('bdi, code')].filter((element) => {
  const { display, direction, textAlign } = getComputedStyle(element);
  return display !== 'inline' && direction === 'ltr' && ['start', 'end'].includes(textAlign);
}).map((element) => element.outerHTML)`;

/** Checks every rule: in English and light, then in Urdu, read from right to left, in both themes. */
async function everyLook(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string) =>
    found.push(...(await violations(page)).map((fault) => `${screen}: ${name}, ${fault}`));
  await look('English, light');
  await inUrdu(page, screen);
  await look('Urdu, light');
  found.push(...(await page.evaluate<string[]>(MISALIGNED)).map((part) => `${screen}: misaligned ${part}`));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(COLOURS_STAND);
  await look('Urdu, dark');
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

describe('axe finds no violation, in both themes, in English and in Urdu', {
  timeout: LONG_TEST_MS_MAX,
}, () => {
  test('on the public pages', async () => {
    const { page } = await visit({ url: server.url });
    const faults: string[] = [];
    for (const screen of [...SCRIPTLESS, ...VISITOR_SCREENS]) {
      await page.goto(screen);
      await settled(page);
      faults.push(...(await everyLook(page, screen)));
    }
    expect(faults).toEqual([]);
  });

  test('on the screens of a member, which do not shift while they load', async () => {
    const { page } = await as(false);
    await page.addInitScript(WATCH_SHIFTS);
    const faults: string[] = [];
    for (const screen of MEMBER_SCREENS) {
      await page.goto(screen);
      await settled(page);
      const shifted = await page.evaluate<number>('window.shifted');
      if (shifted > LAYOUT_SHIFT_MAX) faults.push(`${screen}: moved by ${shifted}`);
      faults.push(...(await everyLook(page, screen)));
    }
    expect(faults).toEqual([]);
  });

  test('on the screens of an admin', async () => {
    const { page } = await as(true);
    const faults: string[] = [];
    for (const screen of await adminScreens()) {
      await page.goto(screen);
      await settled(page);
      faults.push(...(await everyLook(page, screen)));
    }
    expect(faults).toEqual([]);
  });
});

/** The parts of a browser that the functions below use; they run there. */
interface Inside {
  document: { activeElement: unknown };
  getComputedStyle: (element: unknown) => Record<'outlineStyle' | 'outlineColor' | 'backgroundColor', string>;
}
const focusOf = (element: unknown) => {
  const { document, getComputedStyle } = globalThis as unknown as Inside;
  return {
    focused: element === document.activeElement,
    seen: getComputedStyle(element).outlineStyle !== 'none',
  };
};
const outlineOf = (element: unknown) =>
  (globalThis as unknown as Inside).getComputedStyle(element).outlineColor;
const groundOf = (element: unknown) =>
  (globalThis as unknown as Inside).getComputedStyle(element).backgroundColor;
const groundsOf = (element: { firstElementChild: unknown }) => {
  const { getComputedStyle } = globalThis as unknown as Inside;
  return [element, element.firstElementChild].map((one) => getComputedStyle(one).backgroundColor);
};

/** Presses Tab until the element has the focus, which must be visible. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor(WAIT);
  for (let count = 0; count < TABS_MAX; count += 1) {
    const { focused, seen } = await element.evaluate(focusOf);
    if (focused) {
      expect(seen, `the focus on ${element} is seen`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${TABS_MAX} tabs did not reach ${element}`);
}

async function press(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test('the way from the front page through sign-up and an offer to a card works by keyboard only', async () => {
  const email = 'keyboard@example.com';
  const { page } = await visit({ url: server.url });
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Start earning free' }).first());
  await type(page, 'Username', 'Robin');
  await type(page, 'Email', email);
  await type(page, 'Password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Verification code').waitFor(WAIT);
  await type(page, 'Verification code', '12');
  await page.keyboard.press('Enter');
  // The focus, which would read it, is there already.
  await page.getByRole('alert').getByText('Verification code must be 6 digits').waitFor(WAIT);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(await mailedCode(server.url, email));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await press(page, page.getByRole('link', { name: 'Start Earning' }));
  const wall = sandboxWall(page);
  await press(page, wall.getByRole('button', { name: 'Install: Install Game App, 120 MB' }));
  // The wall waits for ten seconds; a busy site knows what it credited when it is sent again.
  const said = async () => {
    const status = await wall.getByRole('status').textContent();
    if (status?.includes('no answer'))
      await wall.getByRole('button', { name: 'Send again' }).first().press('Enter');
    return status;
  };
  await expect.poll(said, WAIT).toMatch(/200 (ok|dup)/);
  const earned = page.getByRole('main').getByRole('link', { name: 'Redeem', exact: true });
  await tabTo(page, earned);
  // The green of the others would not be seen on the green card.
  expect(await earned.evaluate(outlineOf)).toBe('rgb(255, 255, 255)');
  await page.keyboard.press('Enter');
  const redeem = page.getByRole('button', { name: 'Redeem $1.00 prepaid card' });
  await press(page, redeem);

  const check = page.getByRole('dialog', { name: 'Security check' });
  await closeByEscape(check);
  await expect.poll(async () => (await redeem.evaluate(focusOf)).focused, WAIT).toBe(true);

  await page.keyboard.press('Enter');
  await tabTo(page, check.getByRole('checkbox'));
  await page.keyboard.press('Space');
  const next = check.getByRole('button', { name: 'Continue' });
  await expect.poll(() => next.isEnabled(), WAIT).toBe(true);
  await press(page, next);
  await press(page, page.getByRole('button', { name: 'Confirm' }));
  const ready = page.getByRole('dialog', { name: 'Your card is ready' });
  await closeByEscape(ready);
  await expect.poll(() => page.evaluate('document.activeElement !== document.body'), WAIT).toBe(true);
});

/** Resolves when a screen reader is told of the credit, which is in the page for less than a second. */
const CREDIT_TOLD = `new Promise((told) => {
  new MutationObserver((_, changes) => {
    const said = [...document.querySelectorAll('[role="status"]')];
    if (!said.some(({ textContent }) => textContent.includes('+25 MB arrived'))) return;
    changes.disconnect();
    told();
  }).observe(document, { subtree: true, childList: true, characterData: true });
})`;

test('screen readers hear of a credit, and of the screen that a link opens', async () => {
  const { page } = await as(false);
  // A credit before the stream is open is only shown.
  const open = page.waitForResponse('**/api/events');
  await page.goto('/task');
  await settled(page);
  await open;
  await page.getByRole('link', { name: 'History' }).first().click();
  await expect
    .poll(() => page.locator('p[aria-live="polite"].sr-only').allTextContents(), WAIT)
    .toContainEqual(expect.stringContaining('History'));
  const told = page.evaluate(CREDIT_TOLD);
  await page.evaluate(`(async () => {
    const walls = await (await fetch('/api/walls')).json();
    const user = walls.find(({ id }) => id === 'sandbox').memberCode;
    await fetch('/dev/wall/send', { method: 'POST', body: JSON.stringify({ action: 'complete', user, offer: 'video' }) });
  })()`);
  await told;
});

test('screen readers hear of the list that a mission goes back to, which has the same path', async () => {
  const { page } = await as(false);
  await page.goto('/task');
  await settled(page);
  const told = page.locator('p[aria-live="polite"].sr-only');
  // It comes once the page is idle.
  await told.waitFor({ state: 'attached' });
  const mission = page.locator('main a[href*="mission="]').first();
  const title = await mission.innerText();
  await mission.click();
  await expect.poll(() => told.allTextContents(), WAIT).toContainEqual(expect.stringContaining(title));
  await page.getByRole('link', { name: 'Back', exact: true }).first().click();
  await expect.poll(() => told.allTextContents(), WAIT).toContainEqual(expect.stringMatching(/^Tasks/));
});

test('progress and switches are distinct from their background in forced colours', async () => {
  const { page } = await as(false);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/profile');
  await settled(page);
  for (const selector of [
    '[role="progressbar"]',
    '[role="switch"][aria-checked="true"] > span',
    '[role="switch"][aria-checked="false"] > span',
  ]) {
    const [ground, mark] = await page.locator(selector).first().evaluate(groundsOf);
    expect(mark, selector).not.toBe(ground);
  }
});

test('what is chosen among tabs, filters and links is distinct from the rest in forced colours', async () => {
  const { page } = await as(false);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [screen, chosen, other] of [
    ['/history', '[role="tab"][data-state="active"]', '[role="tab"][data-state="inactive"]'],
    ['/statement', 'button[aria-pressed="true"]', 'button[aria-pressed="false"]'],
    ['/statement', 'nav a[aria-current="page"]', 'nav a:not([aria-current])'],
  ] as const) {
    await page.goto(screen);
    await settled(page);
    const [ground, rest] = [page.locator(chosen).first(), page.locator(other).first()];
    await Promise.all([ground, rest].map((one) => one.waitFor({ state: 'attached', ...WAIT })));
    expect(await ground.evaluate(groundOf), `${chosen} of ${screen}`).not.toBe(await rest.evaluate(groundOf));
  }
});

/** The controls that something covers once they have the focus, wherever the page was scrolled to before. */
const COVERED = `[...document.querySelectorAll('main :is(a, button, input, select)')].filter((control) =>
  [24, innerHeight - 24].some((place) => {
    document.activeElement.blur();
    const { top, height } = control.getBoundingClientRect();
    scrollBy({ top: top + height / 2 - place, behavior: 'instant' });
    control.focus();
    if (document.activeElement !== control) return false;
    const whole = control.closest('label') ?? control;
    return ![...control.getClientRects()].some(({ left, top, width, height }) =>
      whole.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
  }),
).map(({ outerHTML }) => outerHTML.slice(0, 200))`;

const KEEP_PLACE = `void (window.place = document.querySelector('[role="status"]:has([data-notice])'))`;

test.each([
  ['a member', false, ['/profile', '/redeem', '/statement']],
  ['staff', true, ['/admin/rewards/new']],
] as const)('nothing covers what has the focus on the screens of %s', async (_, isAdmin, screens) => {
  const { page } = await as(isAdmin, { ...PHONE, height: 640 });
  for (const screen of screens) {
    const underWay = countUnderWay(page);
    await page.goto(screen);
    await settled(page);
    // What is not loaded yet would be missing without a connection, and what says so is loaded when the browser is idle.
    await page.getByRole('region', { name: /^Notifications/ }).waitFor({ state: 'attached', ...WAIT });
    await expect.poll(underWay, WAIT).toBe(0);
    await page
      .locator('main :is(a, button, input)')
      .nth(2)
      .waitFor({ state: 'attached', ...WAIT });
    expect(await page.evaluate<string[]>(COVERED), screen).toEqual([]);
    await page.context().setOffline(true);
    await page.getByText("You're offline", { exact: false }).first().waitFor(WAIT);
    expect(await page.evaluate<string[]>(COVERED), `${screen} without a connection`).toEqual([]);
    await page.evaluate(KEEP_PLACE);
    await page.context().setOffline(false);
    // Screen readers say what comes into a place that they know: it stays without the notice.
    await expect.poll(() => page.locator('[data-notice]').count(), WAIT).toBe(0);
    expect(await page.evaluate('window.place.isConnected'), screen).toBe(true);
  }
});

test('going back keeps the scroll position and makes no call', async () => {
  const { page } = await visit({ url: server.url, viewport: { ...PHONE, height: 500 } });
  const person = await createMember(database, { points: 340 });
  const [name = '', value = ''] = (await signIn(database, person)).split('=');
  await page.context().addCookies([{ name, value, url: server.url }]);
  // Once its stream is open, the screen reads the member again.
  let open = false;
  const joined = page.waitForResponse((response) => {
    const { pathname } = new URL(response.url());
    open ||= pathname === '/api/events';
    return open && pathname === '/api/user';
  });
  const underWay = countUnderWay(page);
  await page.goto('/earn');
  await settled(page);
  await joined;
  // The rewards are read with the member; a read that is left under way is made again at the return.
  await expect.poll(underWay, WAIT).toBe(0);
  await page.evaluate('window.scrollTo(0, 200)');
  await expect.poll(() => page.evaluate('window.scrollY'), WAIT).toBe(200);
  // On a slow machine the screen may make these calls only after the network was idle for a while.
  const readings = ['/api/tasks', '/api/tasks/totals'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  );
  await page.getByRole('link', { name: 'History' }).first().click();
  await page.waitForURL('**/history');
  await Promise.all(readings);
  await settled(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goBack();
  await page.waitForURL('**/earn');
  await expect.poll(() => page.evaluate('window.scrollY'), WAIT).toBe(200);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

/** A text of others, which a page read from right to left would end at its left. */
const latin = (what: string) => `Latin ${what}!`;
const CONTENT = 'main, [role="dialog"]';
/** Such texts in these places of the page that have no direction of their own. */
const undirectedIn = (places: string) => `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: place } = texts.currentNode;
    const isShown = data.includes('Latin') && place.closest('${places}');
    if (isShown && !place.closest('bdi, [dir="auto"]')) found.push(data);
  }
  return found;
})()`;

/** Gives the member tasks, one of which waits, and a decided claim, and returns a survey and a showcase, all in words of others. */
async function giveLatinTexts(userId: string) {
  const values = { userId, taskType: 'survey', pointsEarned: 10, wall: 'sandbox' };
  const { id: taskId } = await database
    .insertInto('tasks')
    .values({ ...values, title: latin('task') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transactOn(database)((tx) =>
    post(tx, [
      {
        ...{ from: wallAccount('sandbox'), to: memberAccount(userId), amount: 10, unit: 'points' },
        ...{ kind: 'credit', actor: 'system', key: `credit:${taskId}`, reference: taskId },
      },
    ]),
  );
  await database
    .insertInto('tasks')
    .values({ ...values, title: latin('waiting task'), heldUntil: new Date('2031-05-06') })
    .execute();
  await database
    .insertInto('rewardClaims')
    .values({
      ...{ userId, taskId, wall: 'sandbox', title: latin('claim'), text: '', happenedAt: new Date() },
      ...{ decision: 'refused', decidedAt: new Date(), answer: latin('answer') },
    })
    .execute();
  const words = { title: latin('mission'), description: latin('description'), instructions: [latin('step')] };
  await newMission(database, { ...words, title: latin('plan'), status: 'draft', announced: true });
  const options = ['option', 'other'].map((id) => ({ id, text: latin(id) }));
  const survey = await newMission(database, {
    ...words,
    content: { kind: 'survey', questions: [{ id: 'q1', text: latin('question'), options }] },
  });
  const shop = await newMission(database, {
    ...words,
    content: { kind: 'browse', seconds: 300, items: [{ title: latin('item'), text: latin('praise') }] },
  });
  return { survey, shop };
}

async function expectDirected(page: Page, texts: string[], places = CONTENT): Promise<void> {
  for (const text of texts) await page.getByText(latin(text)).first().waitFor(WAIT);
  expect(await page.evaluate<string[]>(undirectedIn(places))).toEqual([]);
}

test('words of others have a direction of their own on screens that are read from right to left', async () => {
  const { page, context, id } = await as(false);
  await context.addCookies([{ name: languageCookie(false), value: 'ur', url: server.url }]);
  const { survey, shop } = await giveLatinTexts(id);
  await giveGrants(database, id, 'mission', 2);
  for (const mission of [survey, shop])
    expect((await page.request.post(`${server.url}/api/missions/${mission}/start`)).status()).toBe(200);
  const reward = { amountCents: 1_100, provider: 'sandbox', regions: ['JP', 'MX'] };
  await addReward(database, { ...reward, kind: 'gift_card', title: latin('gift') });
  const directed = (texts: string[]) => expectDirected(page, texts);
  const screens = {
    '/task': ['mission', 'description', 'plan', 'claim', 'answer'],
    [`/task?mission=${survey}`]: ['mission', 'description', 'step', 'question', 'option'],
    [`/task?mission=${shop}`]: ['item', 'praise'],
    '/statement': ['task', 'waiting task'],
    '/history': ['task', 'waiting task'],
  };
  for (const [screen, texts] of Object.entries(screens)) {
    await page.goto(screen);
    await directed(texts);
  }
  await page.getByRole('button', { name: latin('task') }).click();
  await directed(['task', 'answer']);

  await page.goto('/redeem');
  await directed(['gift']);
  const gift = page.locator('label').filter({ hasText: latin('gift') });
  expect(await gift.textContent(), 'names of countries stay together').toMatch(/: \u2068[^\u2069]+\u2069/);
});

test('words of others have a direction of their own on screens of staff that are read from right to left', async () => {
  const { page, context } = await as(true);
  await context.addCookies([{ name: languageCookie(false), value: 'ur', url: server.url }]);
  const { id: userId } = await createMember(database);
  const { survey, shop } = await giveLatinTexts(userId);
  const wall = 'sandbox';
  await database
    .insertInto('rewardClaims')
    .values({ userId, wall, title: latin('report'), text: latin('words'), happenedAt: new Date() })
    .execute();
  await database.insertInto('wallMembers').values({ wall, userId, code: userId }).execute();
  await database
    .insertInto('postbackLog')
    .values({
      ...{ wall, memberCode: userId, sourceIp: '', latencyMs: 1, raw: '', verdict: 'refused' },
      ...{ transactionId: latin('transaction'), reason: latin('reason') },
    })
    .execute();

  await page.goto('/admin/missions');
  await expectDirected(page, ['mission', 'plan']);
  // The fields beside the preview are written in the direction of the screen.
  const places = 'h1, [aria-labelledby="mission-preview"]';
  await page.goto(`/admin/missions/${survey}`);
  await expectDirected(page, ['mission', 'description', 'step', 'question', 'option'], places);
  await page.goto(`/admin/missions/${shop}`);
  await expectDirected(page, ['item', 'praise'], places);

  await page.goto('/admin/claims');
  await page.getByRole('button', { name: latin('report') }).click();
  await expectDirected(page, ['report', 'words', 'transaction', 'reason']);
});

test('a single point is written as one, for staff too', async () => {
  const { page } = await as(true);
  const { id: userId } = await createMember(database);
  const claim = { userId, wall: 'sandbox', text: '', happenedAt: new Date() };
  await database
    .insertInto('rewardClaims')
    .values([
      { ...claim, title: 'Open report' },
      { ...claim, title: 'Granted', decision: 'granted', points: 1, decidedAt: new Date(), answer: '' },
    ])
    .execute();
  await page.goto('/admin/claims');
  await page.getByRole('button', { name: 'Open report' }).click();
  await page.getByText(/ · 1 point$/).waitFor(WAIT);
});
