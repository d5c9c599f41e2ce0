import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { LANGUAGE_PARAMETER, pagePath } from '#contract/languages.ts';
import { testDatabase } from '#testing/database.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { pseudoCatalogue } from '#testing/pseudo-language.ts';
import { offeredLanguages } from '../web/build/catalogue-files.ts';
import { launch } from './browser.ts';
import { MEMBER_SCREENS, STATIC_PAGES, VISITOR_SCREENS } from './every-screen.ts';
import { earn, signUp } from './member.ts';

/** The narrowest phone that WCAG 1.4.10 asks for. */
const NARROW = { width: 320, height: 640 };

const { url: databaseUrl } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl });
afterAll(async () => {
  await server.end();
  await folder.remove();
});
const visit = await launch();
const WAIT = { timeout: 20_000, interval: 20 };

/** What does not fit: the page as a whole, or a control that cuts its own words. Answers a line each. */
const MEASURE = `(() => {
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
  return found;
})()`;

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), WAIT).toBe(0);
}

/** Shows the page in another language as a tab does that hears of a choice in another one: without a reload. */
async function speak(page: Page, code: string): Promise<void> {
  // Until the page listens nothing is heard, so it is said again.
  const said = () =>
    page.evaluate(`(() => {
      new BroadcastChannel('tabs').postMessage({ type: 'language', code: '${code}' });
      return document.documentElement.lang;
    })()`);
  await expect.poll(said, WAIT).toBe(code);
}

/** What does not fit on this screen, in every language. */
async function measured(page: Page, screen: string): Promise<string[]> {
  const faults: string[] = [];
  for (const code of offeredLanguages()) {
    await speak(page, code);
    const found = await page.evaluate<string[]>(MEASURE);
    faults.push(...found.map((fault) => `${code} ${screen}: ${fault}`));
  }
  return faults;
}

test('no screen of the app is wider than a narrow phone in any language', async () => {
  const { page } = await visit({ url: server.url, viewport: NARROW });
  const faults: string[] = [];
  for (const screen of VISITOR_SCREENS) {
    await page.goto(screen);
    await settled(page);
    faults.push(...(await measured(page, screen)));
  }
  await signUp(page, server.url, 'narrow@example.com');
  await earn(page);
  for (const screen of MEMBER_SCREENS) {
    await page.goto(screen);
    await settled(page);
    faults.push(...(await measured(page, screen)));
  }
  expect(faults).toEqual([]);
});

test.each(['ltr', 'rtl'])('words that are half as long again fit too, read %s', async (direction) => {
  const { page } = await visit({ url: server.url, viewport: NARROW });
  // A service worker would fetch the texts itself.
  await page.addInitScript('delete Navigator.prototype.serviceWorker');
  await signUp(page, server.url, `long.${direction}@example.com`);
  await page.route('**/assets/texts-*/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: pseudoCatalogue(await answer.json()) });
  });
  const faults: string[] = [];
  for (const screen of MEMBER_SCREENS) {
    await page.goto(screen);
    await settled(page);
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    expect(await page.title()).toContain('[');
    const found = await page.evaluate<string[]>(MEASURE);
    faults.push(...found.map((fault) => `${screen}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test('no page without script is wider than a narrow phone in any language', async () => {
  const { page } = await visit({ url: server.url, viewport: NARROW });
  const faults: string[] = [];
  for (const code of offeredLanguages()) {
    for (const path of STATIC_PAGES) {
      await page.goto(`${pagePath(code, path)}?${LANGUAGE_PARAMETER}=${code}`);
      const found = await page.evaluate<string[]>(MEASURE);
      faults.push(...found.map((fault) => `${code} ${path}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});
