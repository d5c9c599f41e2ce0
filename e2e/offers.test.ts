import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OFFER_PAGE } from '#contract/offers.values.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { HELD_OFFER_WALL, OFFER_WALL } from '#testing/offers.ts';
import { DESKTOP, expectAccessible, launch, loseFirst, PHONE, UNHEARD, WAIT } from './browser.ts';
import { GAME, ODD, OFFER_SCREENS, startOffersSite } from './offers-site.ts';

/** Members find offers, start them at a stand-in of the company, and see how far they are. */

const site = await startOffersSite(GAME, ODD);
const { server, database, offer, enter, tell } = site;
const launched = await launch();
afterAll(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveEarning(database)).toEqual([]);
});

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/149.0.0.0 Mobile Safari/537.36';
const MACINTOSH =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36';
/** On a phone, as the stand-in's offers are for phones. */
const visit: typeof launched = (options) => launched({ userAgent: ANDROID, ...options, url: server.url });
const GAME_PATH = `/offers/${OFFER_WALL}/1`;
const rows = (page: Page) => page.getByRole('list', { name: 'Offers' }).getByRole('listitem');
const headings = (page: Page) => rows(page).getByRole('heading').allTextContents();
/** Presses a heart, which shows it at once, and waits until it is stored: a page that is left takes an unsent call with it. */
async function press(heart: Locator): Promise<void> {
  const saved = heart.page().waitForResponse((answer) => answer.url().endsWith('/favourite'));
  await heart.click();
  expect((await saved).ok()).toBe(true);
}
const stepOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).last();

/** Answers at the company's addresses; returns the addresses that were opened. */
async function standInCompany(context: BrowserContext): Promise<URL[]> {
  const opened: URL[] = [];
  await context.route('https://api.adgem.com/**', (route) => {
    opened.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/html', body: '<h1>The company</h1>' });
  });
  return opened;
}

test('the journey on a phone: found, started, reached step by step, and every step says what became of it', async () => {
  const { page, context, faults } = await visit({ url: server.url });
  const member = await enter(context);
  const opened = await standInCompany(context);

  await page.goto('/task');
  await page.getByRole('link', { name: 'See all' }).click();
  await page.getByRole('searchbox').or(page.getByLabel('Search')).first().fill('castle');
  await expect.poll(() => headings(page), WAIT).toEqual(['Castle Quest', 'Castle Quest']);
  await page.getByRole('link', { name: 'Castle Quest' }).last().click();
  await page.waitForURL(`**${GAME_PATH}`);
  for (const [name, amount] of [
    ['Reach level 10', '+250 MB'],
    ['Reach level 30', '+1,200 MB'],
    ['Install the game', 'Pays nothing by itself'],
  ] as const)
    await stepOf(page, name).getByText(amount).waitFor();
  await stepOf(page, 'Reach level 10').getByText('Time limit after the start: 14 days').waitFor();
  await page.getByText('Time limit after the start: 30 days').waitFor();
  await page.getByRole('link', { name: /^Help of / }).waitFor();

  const [company] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Start the offer' }).click(),
  ]);
  await company.getByRole('heading', { name: 'The company' }).waitFor();
  expect(await company.evaluate('window.opener')).toBeNull();
  const click = await database
    .selectFrom('offerClicks')
    .selectAll()
    .where('userId', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(click.device).toBe('android_phone');
  expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject({
    playerid: member.code,
    c1: click.id,
  });
  await company.close();

  await page.getByText(/^Started on /).waitFor();
  await page.getByRole('link', { name: 'See your progress' }).click();
  await page.getByText('Next: Install the game').waitFor();
  await stepOf(page, 'Reach level 10')
    .getByText(/You can reach it until/)
    .waitFor();
  await page.getByText(/^Ends in /).waitFor();

  const about = { user: member.code, click: click.id, offer: '1' };
  const [late, lower, taken] = [randomUUID(), randomUUID(), randomUUID()];
  const told = async (values: Record<string, string | number>) =>
    expect(await tell({ ...about, ...values })).toBe('200 OK');
  await told({ tx: randomUUID(), goal: 'a', points: 0 });
  await told({ tx: late, goal: 'b', points: 250, status: 3 });
  // Without a reload: the credit is news.
  await told({ tx: lower, goal: 'c', points: 300 });
  const less = 'Promised: 400 MB. Paid: 300 MB.';
  await stepOf(page, 'Reach level 20')
    .getByText(/^Credited/)
    .waitFor();
  await stepOf(page, 'Reach level 20').getByText(less).waitFor();
  await stepOf(page, 'Reach level 10')
    .getByText(/The partner has not decided yet/)
    .waitFor();
  await stepOf(page, 'Install the game')
    .getByText(/It pays nothing by itself/)
    .waitFor();
  await told({ tx: taken, goal: 'd', points: 1200 });
  await stepOf(page, 'Reach level 30')
    .getByText(/In your balance since/)
    .waitFor();
  await told({ tx: taken, goal: 'd', points: 1200, status: 2 });
  await stepOf(page, 'Reach level 30')
    .getByText(/The partner took it back on/)
    .waitFor();
  await page.getByText('300 MB of 1,850 MB').first().waitFor();
  await told({ tx: late, goal: 'b', points: 250 });
  await page.getByText('550 MB of 1,850 MB').first().waitFor();
  await expectAccessible(page);

  // The words of a report belong to other screens, which this page has not shown now.
  await page.reload();
  await page.getByRole('button', { name: 'Report a missing reward' }).click();
  const dialog = page.getByRole('dialog');
  const chosen = dialog.getByLabel('What was it?').locator('option:checked');
  await expect.poll(() => chosen.textContent(), WAIT).toBe('Castle Quest');
  expect(await dialog.getByLabel('Name of the offer').count()).toBe(0);
  await dialog.getByLabel('What happened?').fill('Level 10 came late.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.waitFor({ state: 'detached' });
  const claims = database.selectFrom('rewardClaims').select('clickId').where('userId', '=', member.id);
  expect(await claims.execute()).toEqual([{ clickId: click.id }]);

  await page.goto('/statement');
  const entries = page.getByRole('list', { name: 'Entries' });
  await expect.poll(() => entries.getByRole('listitem').count(), WAIT).toBe(4);
  await entries
    .getByText(/1,200 MB/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

test('points of a wall that waits are pending with their day, and are shown under way on the tasks', async () => {
  const { page, context } = await visit({ url: server.url });
  const member = await enter(context);
  await page.goto(`/offers/${HELD_OFFER_WALL}/1`);
  await page.getByText('From then on its reward is pending for 7 days').waitFor();
  const data = { device: 'android_phone' };
  const started = await page.request.post(`${server.url}/api/offers/${HELD_OFFER_WALL}/1/start`, { data });
  const { clickId } = (await started.json()) as { clickId: string };
  await page.goto('/task');
  const strip = page.getByRole('list', { name: 'In progress' });
  await strip.getByText('Next: Install the game').waitFor();
  const values = { user: member.code, click: clickId, offer: '1', goal: 'b', tx: randomUUID(), points: 250 };
  expect(await tell(values, HELD_OFFER_WALL)).toBe('200 OK');
  await strip.getByRole('link', { name: 'Castle Quest' }).click();
  await stepOf(page, 'Reach level 10')
    .getByText(/^Pending/)
    .waitFor();
  await stepOf(page, 'Reach level 10')
    .getByText(/It counts from .+ on\./)
    .waitFor();
  await page.getByText('0 MB of 1,850 MB').first().waitFor();
});

describe('one offer', () => {
  const open = async (options: { viewport?: typeof PHONE; userAgent?: string; timeZone?: string } = {}) => {
    const visited = await visit({ url: server.url, ...options });
    await enter(visited.context);
    await standInCompany(visited.context);
    await visited.page.goto(GAME_PATH);
    await visited.page.getByRole('heading', { name: 'Castle Quest' }).waitFor();
    return visited;
  };
  const answerStart = (page: Page, status: number, json: object) =>
    page.route('**/start', (route) => route.fulfill({ status, json }));
  const start = (page: Page) => page.getByRole('button', { name: 'Start the offer' }).click();
  const tabsOf = (context: BrowserContext) => expect.poll(() => context.pages().length, WAIT);

  test.each([
    [409, 'wall_unavailable', 'This offer wall is not available.'],
    [403, 'paused', /Your account is paused/],
    [403, 'suspended', /This account is suspended/],
    [429, 'too_many_requests', /Too many/],
    [500, 'internal', /went wrong/],
  ])('that is refused with %i %s says why in its place and leaves no tab', async (status, code, words) => {
    const { page, context } = await open();
    await answerStart(page, status, { error: 'x', code });
    await start(page);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await tabsOf(context).toBe(1);
    await page.getByRole('button', { name: 'Start the offer' }).waitFor();
  });

  test('that cannot be reached says so', async () => {
    const { page, context } = await open();
    // What the page loads when it is idle is there.
    await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
    await context.setOffline(true);
    await start(page);
    await page
      .getByRole('alert')
      .filter({ hasText: /Network error/ })
      .waitFor();
    await tabsOf(context).toBe(1);
  });

  test('says where in the country and from which version of a system on it can be done, however many places there are', async () => {
    const { page } = await open({ viewport: PHONE });
    await page.getByText('System version: Android 8.0+').waitFor();
    expect(await page.getByText('In your country only in').count()).toBe(0);
    const states = ['TX', 'CA', ...Array.from({ length: 98 }, (_, n) => `${'W'.repeat(90)}${n}`)];
    // Nobody knows the country of this browser.
    await page.route(`**/api${GAME_PATH}`, async (route) =>
      route.fulfill({ json: { ...(await (await route.fetch()).json()), states } }),
    );
    await page.reload();
    await page.getByText('In your country only in: TX, CA, WWW').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  test('that is gone leads back to the others, also when it goes while it is looked at', async () => {
    const { page, context } = await open();
    await offer(ODD);
    await start(page);
    await page.getByRole('heading', { name: 'This offer is gone' }).waitFor();
    await tabsOf(context).toBe(1);
    await page.reload();
    await page.getByRole('link', { name: 'Find an offer' }).click();
    await page.waitForURL('**/offers');
    await offer(GAME, ODD);
  });

  test('that has changed since it was read says so, shows what it pays now, and leaves no tab', async () => {
    const { page, context } = await open();
    const goals = (GAME.goals ?? []).map((goal) => ({ ...goal, amount: 50 }));
    await offer({ ...GAME, goals }, ODD);
    await start(page);
    await page.getByRole('alert').filter({ hasText: 'The partner has changed this offer.' }).waitFor();
    await stepOf(page, 'Reach level 10').getByText('+50 MB').waitFor();
    await tabsOf(context).toBe(1);
    const [company] = await Promise.all([context.waitForEvent('page'), start(page)]);
    await page.getByText(/^Started on /).waitFor();
    await company.close();
    const notice = page.getByText('If you go on, what this page shows now applies.');
    expect(await notice.count()).toBe(0);
    await offer(GAME, ODD);
    await page.reload();
    await notice.waitFor();
    await page.getByRole('button', { name: 'Go on with the offer' }).waitFor();
  });

  test.each([
    'javascript:window.opener.broken=1',
    'http://api.adgem.com/',
    'data:text/html,x',
    'https://a:b@adgem.com/',
  ])('never leads a tab to %s', async (url) => {
    const { page, context } = await open();
    const answer = { clickId: randomUUID(), url, startedAt: new Date().toISOString(), expiresAt: null };
    await answerStart(page, 200, answer);
    await start(page);
    await page
      .getByRole('alert')
      .filter({ hasText: /is not secure/ })
      .waitFor();
    await tabsOf(context).toBe(1);
    expect(await page.evaluate('window.broken')).toBeUndefined();
  });

  test('says when it ends by the clock of the member', async () => {
    const ends = (endsAt: Date | null) =>
      database
        .updateTable('feedOffers')
        .set({ endsAt })
        .where('wall', '=', OFFER_WALL)
        .where('offerId', '=', '1')
        .execute();
    await ends(new Date('2099-01-06T02:30:00Z'));
    const { page } = await open({ timeZone: 'America/Mexico_City' });
    await page.getByText('Can be started until January 5, 2099 at 8:30 PM').waitFor();
    await ends(null);
  });

  test('is a link where the browser opens no tab', async () => {
    const { page, context } = await visit({ url: server.url });
    await enter(context);
    await page.addInitScript('window.open = () => null');
    await page.goto(GAME_PATH);
    await start(page);
    const link = page.getByRole('link', { name: 'Open the offer' });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/api\.adgem\.com\//);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  test('of phones shows a code that leads to this page, at a desktop', async () => {
    const devices = (kinds: string[] | null) =>
      database
        .updateTable('feedOffers')
        .set({ devices: kinds })
        .where('wall', '=', OFFER_WALL)
        .where('offerId', '=', '1')
        .execute();
    await devices(['iphone']);
    const { page } = await open({ viewport: DESKTOP, userAgent: MACINTOSH });
    await page.getByRole('img', { name: 'QR code with the address of this page' }).waitFor();
    await page.getByText('This offer needs another device: iPhone').waitFor();
    expect(await page.getByRole('button', { name: 'Start the offer' }).count()).toBe(0);
    await expectAccessible(page);
    const phone = await open();
    await phone.page.getByText('This offer needs another device: iPhone').waitFor();
    expect(await phone.page.getByRole('img').count()).toBe(0);
    await devices(null);
  });

  test("shows a stranger's words as words", async () => {
    const { page, context, faults } = await visit({ url: server.url });
    await enter(context);
    // As no pull would: it makes plain text of what it reads.
    const html = '<img src=x onerror="window.broken=1">';
    await database
      .updateTable('feedOffers')
      .set({ title: `${html}\u202E`, description: `${html} javascript:alert(1)`, requirements: [html] })
      .where('offerId', '=', 'odd/2')
      .execute();
    await page.goto('/offers');
    await page
      .getByRole('link', { name: /onerror/ })
      .first()
      .click();
    await page.getByText('javascript:alert(1)').waitFor();
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(faults).toEqual([]);
  });
});

describe('the list', () => {
  const MANY = Array.from({ length: OFFER_PAGE + 12 }, (_, n) => ({
    id: String(100 + n),
    title: `Game ${String(n).padStart(3, '0')}`,
    amount: 1_000 - n,
  }));
  const half = MANY.slice(0, 40);
  beforeAll(() => offer(GAME, ...MANY));

  const open = async (address = '/offers') => {
    const visited = await visit({ url: server.url });
    await enter(visited.context);
    await visited.page.goto(address);
    return visited;
  };
  const shown = (page: Page, count: number) => page.getByText(`${count} offers shown`).waitFor();

  test('goes on page by page with the focus on the first new offer, and returns to its place on the way back and after a reload', async () => {
    const { page } = await open();
    await shown(page, OFFER_PAGE);
    await page.getByRole('button', { name: 'Show more offers' }).click();
    await shown(page, 2 * OFFER_PAGE);
    const focused = () => page.evaluate('document.activeElement.textContent');
    const next = (await headings(page))[OFFER_PAGE];
    await expect.poll(focused, WAIT).toBe(next);
    await page.getByRole('button', { name: 'Show more offers' }).click();
    await expect.poll(() => rows(page).count(), WAIT).toBe(2 * (MANY.length + 1));

    const place = rows(page).nth(2 * OFFER_PAGE - 5);
    const title = await place.getByRole('heading').textContent();
    await place.getByRole('link').click();
    // The list has the title once for each wall.
    await page.getByRole('button', { name: 'Start the offer' }).waitFor();
    await page.getByRole('heading', { level: 2, name: title ?? '' }).waitFor();
    const inView = () =>
      place.evaluate((row) => {
        const { top, bottom } = (
          row as unknown as { getBoundingClientRect: () => { top: number; bottom: number } }
        ).getBoundingClientRect();
        return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight;
      });
    await page.goBack();
    await expect.poll(inView, WAIT).toBe(true);
    await expect.poll(focused, WAIT).toBe(title);
    await page.reload();
    await expect.poll(() => rows(page).count(), WAIT).toBe(2 * (MANY.length + 1));
    await expect.poll(() => page.evaluate<number>('scrollY'), WAIT).toBeGreaterThan(1_000);
  });

  test('loads no pages to return to a place that is too far down', async () => {
    const { page } = await open();
    await shown(page, OFFER_PAGE);
    const [title = ''] = await headings(page);
    await rows(page).first().getByRole('link').click();
    await page.getByRole('button', { name: 'Start the offer' }).waitFor();
    await page.evaluate(
      "sessionStorage.setItem('offers-place', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('offers-place')), pages: 500 }))",
    );
    const further: string[] = [];
    page.on('request', (sent) => {
      if (new URL(sent.url()).searchParams.has('after')) further.push(sent.url());
    });
    await page.goBack();
    await expect.poll(() => page.evaluate('document.activeElement.textContent'), WAIT).toBe(title);
    expect(further).toEqual([]);
    await shown(page, OFFER_PAGE);
  });

  describe('whose place is far down', () => {
    /** Back at the first page, while the second, where the offer was, is on its way. The function returned lets it come. */
    const backAtFirst = async () => {
      const { page } = await open();
      await shown(page, OFFER_PAGE);
      await page.getByRole('button', { name: 'Show more offers' }).click();
      await shown(page, 2 * OFFER_PAGE);
      await rows(page)
        .nth(OFFER_PAGE + 5)
        .getByRole('link')
        .click();
      await page.getByRole('button', { name: 'Start the offer' }).waitFor();
      // As a phone does that had no room for the tab.
      await page.reload();
      await page.getByRole('button', { name: 'Start the offer' }).waitFor();
      const second = Promise.withResolvers<void>();
      const asked: URLSearchParams[] = [];
      await page.route(
        ({ pathname, searchParams }) => pathname === '/api/offers' && searchParams.has('after'),
        async (route) => {
          asked.push(new URL(route.request().url()).searchParams);
          await second.promise;
          await route.continue();
        },
      );
      await page.goBack();
      await shown(page, OFFER_PAGE);
      await expect.poll(() => asked.length, WAIT).toBe(1);
      return { page, asked, goOn: second.resolve };
    };
    /** Once the page has drawn what it has. */
    const drawn = (page: Page) =>
      page.evaluate(
        'new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 200))',
      );

    test('does not go there from under who types meanwhile', async () => {
      const { page, goOn } = await backAtFirst();
      const field = page.getByLabel('Search');
      await field.press('Shift');
      goOn();
      await shown(page, 2 * OFFER_PAGE);
      await drawn(page);
      await page.keyboard.type('castle');
      await shown(page, 2);
      expect(await field.inputValue()).toBe('castle');
    });

    test('loads no further pages of another order', async () => {
      const { page, asked, goOn } = await backAtFirst();
      await page.getByLabel('Sort by').selectOption('effort');
      await expect.poll(() => page.url(), WAIT).toContain('order=effort');
      goOn();
      await shown(page, OFFER_PAGE);
      await drawn(page);
      expect(asked.filter((query) => query.get('order') === 'effort')).toEqual([]);
    });
  });

  test('is searched, sorted and narrowed, and its address holds how', async () => {
    const { page } = await open();
    await shown(page, OFFER_PAGE);
    await page.getByLabel('Search').fill('castle');
    await shown(page, 2);
    await page.getByLabel('Sort by').selectOption('effort');
    await page.getByLabel('Device', { exact: true }).selectOption('iphone');
    await expect.poll(() => page.url(), WAIT).toContain('order=effort');
    await expect.poll(() => page.url(), WAIT).toContain('device=iphone');
    await page.reload();
    await shown(page, 2);
    expect(await page.getByLabel('Search').inputValue()).toBe('castle');
    expect(await page.getByLabel('Sort by').inputValue()).toBe('effort');
    await page.getByLabel('Partner', { exact: true }).selectOption('games');
    await expect.poll(() => rows(page).count(), WAIT).toBe(1);
    expect(new URL(page.url()).searchParams.get('wall')).toBe('games');
    await page.getByRole('button', { name: 'One step' }).click();
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all offers' }).click();
    await shown(page, OFFER_PAGE);
    await expect.poll(() => new URL(page.url()).search, WAIT).toBe('');
  });

  test('keeps what is typed after a pause, and follows the address when it changes otherwise', async () => {
    const { page } = await open();
    await shown(page, OFFER_PAGE);
    const field = page.getByLabel('Search');
    await field.pressSequentially('Castle ');
    await expect.poll(() => page.url(), WAIT).toContain('search=Castle');
    await shown(page, 2);
    await field.pressSequentially('Quest');
    expect(await field.inputValue()).toBe('Castle Quest');
    await expect.poll(() => new URL(page.url()).searchParams.get('search'), WAIT).toBe('Castle Quest');
    await shown(page, 2);
    await field.fill('nothing of this name');
    await page.getByRole('button', { name: 'Show all offers' }).click();
    await expect.poll(() => field.inputValue(), WAIT).toBe('');
    await shown(page, OFFER_PAGE);
  });

  test('marks favourites and shows them alone', async () => {
    const { page } = await open('/offers?search=Game%20001');
    await shown(page, 2);
    const heart = page.getByRole('button', { name: 'Favourite: Game 001' }).first();
    await press(heart);
    await expect.poll(() => heart.getAttribute('aria-pressed'), WAIT).toBe('true');
    await page.goto('/offers');
    await page.getByRole('button', { name: 'Favourites', exact: true }).click();
    await expect.poll(() => headings(page), WAIT).toEqual(['Game 001']);
    await page.getByRole('link', { name: 'Game 001' }).click();
    // The list has such a heart too.
    await page.getByRole('button', { name: 'Start the offer' }).waitFor();
    const own = page.getByRole('button', { name: 'Favourite: Game 001' });
    await expect.poll(() => own.getAttribute('aria-pressed'), WAIT).toBe('true');
    await press(own);
    await expect.poll(() => own.getAttribute('aria-pressed'), WAIT).toBe('false');
    await page.goto('/offers?favourites=true');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  });

  test.each(UNHEARD)(
    'finds out about a heart whose answer was lost, and where it cannot does not say that nothing changed: %s',
    async (_, lose) => {
      const { page } = await open('/offers?search=Game%20002');
      await shown(page, 2);
      const heart = page.getByRole('button', { name: 'Favourite: Game 002' }).first();
      const text = (words: string) => page.getByText(words, { exact: true });
      const calls: string[] = [];
      page.on('request', (sent) => {
        if (sent.url().endsWith('/favourite')) calls.push(sent.method());
      });
      const undone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
      await loseFirst(page, '**/favourite', lose);
      // Once it is found to be a favourite, the next click takes it away; until then clicks do nothing.
      const taken = async () => {
        if (!calls.includes('DELETE')) await heart.click();
        return calls.includes('DELETE');
      };
      await expect.poll(taken, WAIT).toBe(true);
      expect(calls).toEqual(['PUT', 'DELETE']);
      expect(await page.getByText(/your favourites have/i).count()).toBe(0);
      await undone;

      await page.reload();
      await shown(page, 2);
      await loseFirst(page, '**/favourite', lose);
      await loseFirst(page, '**/api/offers/*/*', (route) => route.abort());
      await Promise.all([
        text('We do not know yet whether your favourites have changed').first().waitFor(WAIT),
        heart.click(),
      ]);
      await expect.poll(() => heart.getAttribute('aria-pressed'), WAIT).toBe('false');
      await press(heart);

      await page.route('**/favourite', (route) => route.fulfill({ status: 429, json: { error: 'Later.' } }));
      const unchanged = () => text('Your favourites have not changed').count();
      const refused = async () => {
        // Another click would take away the message of the last one.
        if ((await unchanged()) === 0) await heart.click();
        return unchanged();
      };
      await expect.poll(refused, WAIT).toBeGreaterThan(0);
      await expect.poll(() => heart.getAttribute('aria-pressed'), WAIT).toBe('true');
    },
  );

  test('keeps a heart that is pressed while more offers are on their way', async () => {
    const { page } = await open();
    await shown(page, OFFER_PAGE);
    const more = Promise.withResolvers<void>();
    await page.route('**/api/offers?*after=*', async (route) => {
      await more.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Show more offers' }).click();
    const heart = rows(page)
      .nth(3)
      .getByRole('button', { name: /^Favourite/ });
    await press(heart);
    more.resolve();
    await shown(page, 2 * OFFER_PAGE);
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed'), WAIT).toBe('false');
  });

  test('that cannot be read offers another try', async () => {
    const { page, context } = await visit({ url: server.url });
    await enter(context);
    await page.route('**/api/offers?**', (route) => route.fulfill({ status: 500, body: 'upstream is down' }));
    await page.goto('/offers');
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.unroute('**/api/offers?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown(page, OFFER_PAGE);
    // What the page loads when it is idle is there.
    await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'One step' }).click();
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown(page, OFFER_PAGE);
  });

  test('draws an offer that is far away only when it is scrolled to', async () => {
    const { page } = await open();
    await shown(page, OFFER_PAGE);
    const far = rows(page).nth(OFFER_PAGE - 1);
    const isDrawn = () =>
      far.getByRole('heading').evaluate((heading) =>
        (heading as unknown as { checkVisibility: (of: object) => boolean }).checkVisibility({
          contentVisibilityAuto: true,
        }),
      );
    expect(await isDrawn()).toBe(false);
    await far.scrollIntoViewIfNeeded();
    await expect.poll(isDrawn, WAIT).toBe(true);
    await offer(GAME, ODD, ...half);
  });
});

test('the started offers of who has none lead to the list', async () => {
  const { page, context } = await visit({ url: server.url });
  await enter(context);
  await page.goto('/offers/started');
  await page.getByRole('heading', { name: 'Nothing started yet' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Find an offer' }).last().click();
  await page.waitForURL('**/offers');
});

test('a reward of an offer that was started long ago is reported with a time that is taken', async () => {
  const { page, context } = await visit({ url: server.url });
  const member = await enter(context);
  await page.request.post(`${server.url}/api/offers/${OFFER_WALL}/1/start`, { data: {} });
  const startedAt = new Date(Date.now() - 200 * 86_400_000);
  await database.updateTable('offerClicks').set({ startedAt }).where('userId', '=', member.id).execute();
  await page.goto('/offers/started');
  await page.getByRole('button', { name: 'Report a missing reward' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened?').fill('It never came.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('staff read how far a reported offer is, how far it was at the report, and that when it is no longer kept', async () => {
  const { page, context } = await visit({ url: server.url });
  const member = await enter(context);
  await page.request.post(`${server.url}/api/offers/${OFFER_WALL}/1/start`, { data: {} });
  const { id: clickId } = await database
    .selectFrom('offerClicks')
    .select('id')
    .where('userId', '=', member.id)
    .executeTakeFirstOrThrow();
  const report = {
    about: { kind: 'offer', clickId },
    happenedAt: new Date().toISOString(),
    text: `Level 20 of ${member.code}`,
  };
  const filed = await page.request.post(`${server.url}/api/claims`, { data: report });
  expect(filed.status()).toBe(200);
  const call = { user: member.code, click: clickId, offer: '1', tx: randomUUID(), goal: 'c' };
  expect(await tell({ ...call, points: 400 })).toBe('200 OK');

  const staff = await visit({ url: server.url });
  await enter(staff.context, { isAdmin: true, staffRole: 'owner' });
  const card = staff.page.getByRole('article').filter({ hasText: report.text });
  const then = card.getByText('When the member reported it: Open · 0 of 400 points');
  const queue = staff.page.getByRole('list', { name: 'Missing rewards' }).getByRole('button');
  await staff.page.goto('/admin/claims');
  await queue.last().click();
  await stepOf(staff.page, 'Reach level 20').getByText('Credited · 400 of 400 points').waitFor();
  await then.waitFor();
  expect(await card.getByText('When the member reported it').count()).toBe(1);
  await expectAccessible(staff.page);

  await database.deleteFrom('offerClicks').where('id', '=', clickId).execute();
  await staff.page.reload();
  await queue.last().click();
  await then.waitFor();
  expect(await card.getByText('When the member reported it').count()).toBe(4);
  expect(await card.getByText('Calls about the offer').count()).toBe(0);
});

test('a failure of the offers on the tasks leaves the rest of the screen', async () => {
  const { page, context } = await visit({ url: server.url });
  await enter(context);
  // A page that begins to listen reads its lists by itself.
  await page.route('**/api/events', (route) => route.abort());
  await page.route('**/api/offers**', (route) => route.fulfill({ status: 500, body: 'upstream is down' }));
  await page.goto('/task');
  const part = page.getByRole('region', { name: 'Offers' });
  await part.getByRole('alert').waitFor();
  await page.getByRole('heading', { name: 'MORE COMING SOON' }).waitFor();
  await page.unroute('**/api/offers**');
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => part.getByRole('listitem').count(), WAIT).toBe(6);
});

test.each([
  ['a light phone', PHONE, 'light'],
  ['a dark laptop', DESKTOP, 'dark'],
] as const)('every screen of offers is accessible: %s', async (_, viewport, colorScheme) => {
  await offer(GAME, ODD);
  const { page, context } = await visit({ url: server.url, viewport, colorScheme });
  await enter(context);
  await page.request.post(`${server.url}/api/offers/${OFFER_WALL}/1/start`, { data: {} });
  for (const screen of OFFER_SCREENS) {
    await page.goto(screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), WAIT).toBe(0);
    await expectAccessible(page);
  }
});

describe('people who have not signed up', () => {
  /** Opens the front page by way of this address. It comes without a sample that is not read soon; the next time it has it. */
  const openFront = (page: Page, address: string, front = address) =>
    expect
      .poll(async () => {
        await page.goto(address);
        await page.waitForURL(`**${front}`);
        return page.getByRole('heading', { name: 'Castle Quest' }).count();
      })
      .toBe(1);

  test('see some of the offers on the front page, also when they open the list', async () => {
    const { page, faults } = await visit({ url: server.url, viewport: PHONE });
    await openFront(page, '/');
    const sample = page.getByRole('region', { name: 'Some of the offers here now' });
    const castle = sample.getByRole('listitem').filter({ hasText: 'Castle Quest' });
    expect(await castle.getByText('up to $18.50').count()).toBe(1);
    expect(await sample.innerHTML()).not.toMatch(/adgem|playerid|__SAMPLE/);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await openFront(page, '/offers', '/#offers');
    await sample.getByRole('link', { name: 'Sign up to start' }).click();
    await page.waitForURL('**/auth?signup=true');
    // The app asks who is signed in.
    expect(faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
  });

  test('see them in their language and direction', async () => {
    const { page } = await visit({ url: server.url, viewport: PHONE });
    await openFront(page, '/ur/');
    const sample = page.getByRole('region', { name: 'اس وقت کی کچھ آفرز' });
    await sample.getByRole('heading', { name: 'Castle Quest' }).waitFor();
    await expectAccessible(page);
  });
});
