import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect, inject } from 'vitest';
import { PHONE } from './sizes.ts';

export { DESKTOP, PHONE } from './sizes.ts';

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Console errors and failed scripts so far; a test that expects one takes it out. */
  faults: string[];
}

/** One browser for the test file; every visit is a fresh profile. */
export async function launch(): Promise<
  (options?: {
    url: string;
    viewport?: { width: number; height: number };
    colorScheme?: 'light' | 'dark';
    /** What the browser says that it is. */
    userAgent?: string;
  }) => Promise<Visit>
> {
  const libraryPath = inject('libraryPath');
  const browser: Browser = await chromium.launch({
    executablePath: inject('browserPath'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    ...(libraryPath ? { env: { ...process.env, LD_LIBRARY_PATH: libraryPath } } : {}),
  });
  afterAll(() => browser.close());
  return async (options) => {
    const context = await browser.newContext({
      baseURL: options?.url,
      viewport: options?.viewport ?? PHONE,
      colorScheme: options?.colorScheme ?? 'light',
      ...(options?.userAgent ? { userAgent: options.userAgent } : {}),
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    return { page, context, faults };
  };
}

/** Fails when axe finds anything on the page that WCAG 2.2 AA forbids. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .exclude('iframe')
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}
