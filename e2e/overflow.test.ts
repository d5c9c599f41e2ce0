import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pagePath } from '#contract/languages.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { pseudoCatalogue } from '#testing/pseudo-language.ts';
import { offeredLanguages } from '#web/build/catalogue-files.ts';
import { launch, PHONE, WAIT } from './browser.ts';
import { MEMBER_SCREENS, STATIC_PAGES, VISITOR_SCREENS } from './every-screen.ts';
import { earn } from './member.ts';
import { GAME, ODD, OFFER_SCREENS, startOffersSite } from './offers-site.ts';

/** The width of the narrowest phone in WCAG 1.4.10. */
const NARROW = { width: 320, height: 640 };
/** The lowest window: that of a laptop at four times its size. */
const LOW = { width: 320, height: 256 };

const { server, database } = await startOffersSite(GAME, ODD);
const visit = await launch();

/** Finds what does not fit: the page as a whole, or a control that cuts its own words or those of a choice, beside its arrow. Returns a line for each. */
const MEASURE = `const ARROW = 16;
function measure() {
  const root = document.documentElement;
  const words = (element) => (element.textContent ?? '').trim().slice(0, 60);
  const found = [];
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1 ||
        element.getBoundingClientRect().left < -1,
    );
    const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    found.push('page ' + root.scrollWidth + ' px: ' + inner.map((e) => e.tagName + ' ' + words(e)).join('; '));
  }
  for (const element of document.querySelectorAll('button, a, h1, h2, h3, label')) {
    if (element.closest('.sr-only') || element.clientWidth === 0) continue;
    if (element.scrollWidth > element.clientWidth + 1) found.push(element.tagName + ' ' + words(element));
  }
  for (const part of document.querySelectorAll('.from-hero-from :not(.sr-only)')) {
    const isCut = getComputedStyle(part).overflowY === 'hidden' && part.scrollHeight > part.clientHeight + 1;
    if (isCut && words(part)) found.push('cut: ' + words(part));
  }
  const ruler = document.createElement('canvas').getContext('2d');
  for (const select of document.querySelectorAll('select')) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    ruler.font = font;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - ARROW;
    for (const { text } of select.options)
      if (ruler.measureText(text).width > room) found.push('SELECT ' + text);
  }
  return found;
}
/** Finds what of the bar and of the navigation is outside the window or cut off in letters of twice the size. */
function measureLarge() {
  const root = document.documentElement;
  root.style.fontSize = '200%';
  const found = [...document.querySelectorAll('div:has(+ main) > header *, main + nav *')].filter((part) => {
    if (!part.checkVisibility() || part.closest('.sr-only, svg')) return false;
    const { left, right } = part.getBoundingClientRect();
    const isCut = getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 1;
    return isCut || right > root.clientWidth + 1 || left < -1;
  });
  root.style.fontSize = '';
  return found.map((part) => 'large: ' + part.tagName + ' ' + (part.textContent ?? '').trim());
}`;

/**
 * Finds what does not fit in each language, and in German, whose words are long, in large letters. The page changes its
 * language without a reload, as if another tab had chosen it. The message is repeated, since it is lost before the page
 * listens.
 */
const MEASURE_LANGUAGES = `async (codes) => {
  ${MEASURE}
  const root = document.documentElement;
  const tabs = new BroadcastChannel('tabs');
  const speak = (code) => new Promise((spoken) => {
    const say = () => tabs.postMessage({ type: 'language', code });
    const again = setInterval(say, 300);
    const watch = new MutationObserver(() => {
      if (root.lang !== code) return;
      clearInterval(again);
      watch.disconnect();
      // The texts are drawn before the next task.
      setTimeout(spoken);
    });
    watch.observe(root, { attributeFilter: ['lang'] });
    say();
  });
  const faults = [];
  for (const code of codes) {
    if (root.lang !== code) await speak(code);
    const found = [...measure(), ...(code === 'de' ? measureLarge() : [])];
    faults.push(...found.map((fault) => code + ' ' + location.pathname + location.search + ': ' + fault));
  }
  tabs.close();
  return faults;
}`;

/** Finds what does not fit on the page as it is, in this direction. */
const MEASURE_DIRECTION = `(direction) => {
  ${MEASURE}
  document.documentElement.dir = direction;
  return measure();
}`;

/** Finds what does not fit on each page without script, put in place of the open page: [address, HTML] each. */
const MEASURE_PAGES = `(pages) => {
  ${MEASURE}
  return pages.flatMap(([address, html]) => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    document.replaceChild(document.adoptNode(page.documentElement), document.documentElement);
    if (document.styleSheets.length === 0) return address + ': its styles were refused';
    return measure().map((fault) => address + ': ' + fault);
  });
}`;

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), WAIT).toBe(0);
}

/** Runs one of the scripts above in the page. */
const inPage = (page: Page, script: string, input: unknown): Promise<string[]> =>
  page.evaluate<string[]>(`(${script})(${JSON.stringify(input)})`);

/** A page of a narrow phone. */
async function openPhone(): Promise<Page> {
  const { page } = await visit({ url: server.url, viewport: NARROW });
  return page;
}

async function openScreen(page: Page, screen: string): Promise<void> {
  await page.goto(screen);
  await settled(page);
}

async function sessionOf(isAdmin: boolean) {
  const [name = '', value = ''] = (await signIn(database, await createMember(database, { isAdmin }))).split(
    '=',
  );
  return { name, value, url: server.url };
}
const session = await sessionOf(false);
const SCREENS = [...MEMBER_SCREENS, ...OFFER_SCREENS];
beforeAll(async () => {
  const started = await fetch(`${server.url}/api/offers/games/1/start`, {
    method: 'POST',
    headers: { cookie: `${session.name}=${session.value}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(started.status).toBe(200);
});

test('no page without script is wider than a narrow phone in any language', async () => {
  const page = await openPhone();
  await page.goto('/');
  for (const code of offeredLanguages()) {
    const pages = STATIC_PAGES.map(async (path) => {
      const address = pagePath(code, path);
      // Uncompressed, because compressing every page would take longer than the rest of the test.
      const answer = await fetch(server.url + address, { headers: { 'Accept-Encoding': 'identity' } });
      return [address, await answer.text()];
    });
    expect(await inPage(page, MEASURE_PAGES, await Promise.all(pages))).toEqual([]);
  }
});

test('no screen of the app is wider than a narrow phone in any language', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const page = await openPhone();
  const faults: string[] = [];
  for (const screen of VISITOR_SCREENS) {
    await openScreen(page, screen);
    faults.push(...(await inPage(page, MEASURE_LANGUAGES, offeredLanguages())));
  }
  await page.context().addCookies([session]);
  await earn(page);
  for (const screen of SCREENS) {
    await openScreen(page, screen);
    faults.push(...(await inPage(page, MEASURE_LANGUAGES, offeredLanguages())));
  }
  expect(faults).toEqual([]);
});

/** Fields whose hint does not begin where they begin. */
const APART = `[...document.querySelectorAll('search [aria-describedby]')].filter((field) => {
  const hint = document.getElementById(field.getAttribute('aria-describedby'));
  return hint.getBoundingClientRect().left !== field.getBoundingClientRect().left;
}).map((field) => location.pathname + ': a hint apart from ' + field.id)`;

const HAS_TYPEFACE = `document.fonts.ready.then((fonts) => [...fonts].some(({ status }) => status === 'loaded'))`;

/** A page whose texts are set in the typeface, or in a font of the system, as on a first visit by a slow line. */
const TYPEFACES = {
  Manrope: (page: Page) =>
    page.route('**/*.css', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('font-display:optional', 'font-display:block');
      await route.fulfill({ response: answer, body });
    }),
  'a font of the system': (page: Page) => page.route('**/*.woff2', (route) => route.abort()),
};

test.each(Object.entries(TYPEFACES))(
  'in %s, what is chosen above a list can be read whole on a usual phone in any language',
  { timeout: LONG_TEST_MS_MAX },
  async (typeface, set) => {
    const { page, context } = await visit({ url: server.url, viewport: PHONE });
    await context.addCookies([await sessionOf(true)]);
    await set(page);
    const faults: string[] = [];
    for (const screen of ['/offers', '/admin/users', '/admin/postbacks', '/admin/audit']) {
      await openScreen(page, screen);
      expect(await page.evaluate(HAS_TYPEFACE)).toBe(typeface === 'Manrope');
      faults.push(...(await page.evaluate<string[]>(APART)));
      faults.push(...(await inPage(page, MEASURE_LANGUAGES, offeredLanguages())));
    }
    expect(faults).toEqual([]);
  },
);

/** The cards' facts with a value of several lines, and those whose name is not beside the first line of their value. */
const BESIDE_LINES = `(() => {
  const tops = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      found.push(...[...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
    }
    return found;
  };
  const facts = [...document.querySelectorAll('main li > dl > div')].map((fact) => {
    const [name, value] = [fact.querySelector('dt'), fact.querySelector('dd')];
    const { top, bottom, height } = name.getBoundingClientRect();
    const lines = tops(value);
    const isBelow = value.getBoundingClientRect().top >= bottom - 1;
    const first = Math.min(...lines);
    return {
      name: name.textContent + ': ' + value.textContent,
      isLong: !isBelow && Math.max(...lines) - first > height / 2,
      isApart: !isBelow && Math.abs(first - top) > height / 2,
    };
  });
  return {
    long: facts.filter(({ isLong }) => isLong).length,
    apart: facts.filter(({ isApart }) => isApart).map(({ name }) => name),
  };
})()`;

test('in a card of staff the name of a fact stands beside the first line of its value', async () => {
  await sql`insert into postback_log (wall, verdict, transaction_id, source_ip, latency_ms, raw)
    values ('games', 'bad_signature', ${randomUUID()}, '203.0.113.9', 3, 'GET /')`.execute(database);
  const { page, context } = await visit({ url: server.url, viewport: PHONE });
  await context.addCookies([await sessionOf(true)]);
  const { id } = await createMember(database);
  // The trail names whose sessions were read by an id of two lines, as that of the transaction is.
  await page.request.get(`${server.url}/api/admin/users/${id}/sessions`);
  for (const [screen, fact] of [
    ['/admin/audit', 'Subject'],
    ['/admin/postbacks', 'Transaction'],
  ] as const) {
    await openScreen(page, screen);
    await page.locator('dt', { hasText: fact }).first().waitFor(WAIT);
    const { long, apart } = await page.evaluate<{ long: number; apart: string[] }>(BESIDE_LINES);
    expect(apart, screen).toEqual([]);
    expect(long, screen).toBeGreaterThan(0);
  }
});

test('words that are half as long again fit too, in both directions', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const page = await openPhone();
  await page.context().addCookies([session]);
  await page.route('**/assets/texts-*/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: pseudoCatalogue(await answer.json()) });
  });
  const faults: string[] = [];
  for (const screen of SCREENS) {
    await openScreen(page, screen);
    expect(await page.title()).toContain('[');
    for (const direction of ['ltr', 'rtl']) {
      const found = await inPage(page, MEASURE_DIRECTION, direction);
      faults.push(...found.map((fault) => `${direction} ${screen}: ${fault}`));
    }
  }
  // A response that is still being read when the page closes would count as a failure.
  await page.unrouteAll({ behavior: 'wait' });
  expect(faults).toEqual([]);
});

/** The parts of a screen that stay where they are while it scrolls. */
const STAYING = `[...document.querySelectorAll('#root *')].filter((part) =>
  part.checkVisibility() && part.offsetHeight > 0 && ['fixed', 'sticky'].includes(getComputedStyle(part).position)
).map(({ outerHTML }) => outerHTML.slice(0, 200))`;

test('nothing stays over a screen while it scrolls in the lowest window', async () => {
  const { page, context } = await visit({ url: server.url, viewport: LOW });
  await context.addCookies([session]);
  await openScreen(page, '/redeem');
  await page.getByRole('radio').first().waitFor(WAIT);
  expect(await page.evaluate<string[]>(STAYING)).toEqual([]);
  await context.addCookies([await sessionOf(true)]);
  await openScreen(page, '/admin/users');
  expect(await page.evaluate<string[]>(STAYING)).toEqual([]);
});

test('the buttons and the words of a dialog can be reached in the lowest window', async () => {
  const { page } = await visit({ url: server.url, viewport: LOW });
  await page.context().addCookies([session]);
  await page.goto('/profile');
  await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  await dialog.getByLabel('Code of the app').fill('12');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('Verification code must be 6 digits').click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
});
