import type { BrowserContext, Page } from 'playwright-core';
import { readCatalogue } from '#web/build/catalogue-files.ts';
import { flat } from '#web/shared/language/compare.ts';
import type { Shot } from './screenshots-screens.ts';

/** Parts of `app` that the build puts into the files of other areas too. */
const OF_APP = ['errors', 'captcha', 'rules'];

/** Returns `area:key` of each text of the screen: it is opened once more with the key in the place of every text. */
export async function picturedTexts(
  context: BrowserContext,
  { path: address, isStatic, name, before }: Shot,
  settled: (page: Page) => Promise<void>,
): Promise<string[]> {
  if (isStatic) return textsOfPage(name);
  const page = await context.newPage();
  await page.route('**/en/*.json', async (route) => {
    const area = /(\w+)\.json$/.exec(route.request().url())?.[1] ?? '';
    const response = await route.fetch();
    await route.fulfill({ json: named(await response.json(), area) });
  });
  await before?.(page);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  const shown = (await page.content()).matchAll(/⟦([\w.:]+)⟧/g);
  return [...new Set([...shown].map(([, key = '']) => key))];
}

function textsOfPage(name: string): string[] {
  const area = name === 'landing' ? 'landing' : 'legal';
  const keys = [...flat(readCatalogue('en', area)).keys()];
  return keys.filter((key) => area === 'landing' || key.startsWith(name)).map((key) => `${area}:${key}`);
}

/** The catalogue with its keys for texts. A compiled text is a string or a list. */
function named(part: unknown, area: string, key = ''): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    return `⟦${OF_APP.includes(key.split('.')[0] ?? '') ? 'app' : area}:${key}⟧`;
  }
  const entries = Object.entries(part).map(([name, inner]) => [
    name,
    named(inner, area, key ? `${key}.${name}` : name),
  ]);
  return Object.fromEntries(entries);
}
