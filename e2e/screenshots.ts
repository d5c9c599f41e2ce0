/**
 * Makes pictures of every screen and its main states: `node e2e/screenshots.ts <folder> [part of a name]`. Starts the real
 * server with made-up members, and writes <folder>/index.html beside the pictures. English has both sizes and both themes;
 * three other languages (long words, right-to-left, another script) have a light phone and a dark laptop. With a part of a
 * name, such as `history` or `.ur.`, only the matching ones are made. With `.en.phone.light`, or with all, docs/pocketful.png
 * and the map of texts for translators, web/shared/language/pictures.json, are renewed too. Needs `vite build` (`npm start`
 * makes it).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { ENGLISH, LANGUAGE_PARAMETER, type LanguageCode, pagePath } from '#contract/languages.ts';
import { offeredLanguages } from '#web/build/catalogue-files.ts';
import { picturedTexts } from './pictured-texts.ts';
import { allShots, type Shot } from './screenshots-screens.ts';
import { type Site, startSite } from './screenshots-site.ts';
import { DESKTOP, PHONE } from './sizes.ts';

const root = path.resolve(import.meta.dirname, '..');
const OTHER_LANGUAGES: LanguageCode[] = ['de', 'ur', 'ja'];
const SIZES = { phone: PHONE, laptop: DESKTOP };
const THEMES = ['light', 'dark'] as const;
const SETTLED_MS_MAX = 8_000;
const TOTAL_MS_MAX = 20 * 60_000;
const LANES = 2;
const PICTURES_MAX = 3;
const ON_README = ['dashboard', 'offers', 'offers-started', 'card'].map(
  (name) => `${name}.en.phone.light.png`,
);

interface Look {
  language: LanguageCode;
  size: keyof typeof SIZES;
  theme: (typeof THEMES)[number];
}
interface Job extends Look {
  shot: Shot;
  file: string;
}

const [folder, wanted = ''] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node e2e/screenshots.ts <folder> [part of a name]');
const target = path.resolve(folder);
await mkdir(target, { recursive: true });
const end = Date.now() + TOTAL_MS_MAX;
const languages = [ENGLISH, ...OTHER_LANGUAGES.filter((code) => offeredLanguages().includes(code))];
const site = await startSite(languages);
/** The texts of each picture, for translators. */
const pictured = new Map<string, string[]>();
const browser = await launch();
try {
  const shots = await allShots(site);
  const jobs = jobsOf(shots).filter(({ file }) => file.includes(wanted));
  const waiting = [...jobs];
  const faults: string[] = [];
  const lane = async () => {
    for (let job = waiting.shift(); job && Date.now() < end; job = waiting.shift()) {
      await shoot(browser, site, job).catch((error: Error) => faults.push(`${job?.file}: ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await writeFile(path.join(target, 'index.html'), contactSheet(jobs));
  if (ON_README.every((made) => jobs.some(({ file }) => file === made))) await renewPicture(browser, target);
  if (pictured.size === shots.filter(({ state }) => !state).length) await renewMap();
  for (const fault of faults) console.error(fault);
  console.log(`${jobs.length - waiting.length - faults.length} pictures in ${target}, see index.html`);
  if (waiting.length > 0) console.error(`${waiting.length} were left out: the time was over`);
  process.exitCode = faults.length + waiting.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await site.end();
}

/** The states come last, because some of them change what is seen afterwards. */
function jobsOf(shots: Shot[]): Job[] {
  const looks = languages.flatMap((language) =>
    language === ENGLISH
      ? Object.keys(SIZES).flatMap((size) => THEMES.map((theme) => look(language, size, theme)))
      : [look(language, 'phone', 'light'), look(language, 'laptop', 'dark')],
  );
  const jobs = looks.flatMap((how) =>
    shots
      .filter(({ state }) => how.language === ENGLISH || !state)
      .map((shot) => ({ ...how, shot, file: `${shot.name}.${how.language}.${how.size}.${how.theme}.png` })),
  );
  return [...jobs.filter(({ shot }) => !shot.state), ...jobs.filter(({ shot }) => shot.state)];
}

function look(language: LanguageCode, size: string, theme: Look['theme']): Look {
  return { language, size: size === 'phone' ? 'phone' : 'laptop', theme };
}

/** A browser that finds fonts for scripts which a small system may lack. */
async function launch(): Promise<Browser> {
  const fonts = path.join(tmpdir(), 'pocketful-fonts.conf');
  await writeFile(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
    <dir>${path.join(root, 'node_modules/@expo-google-fonts')}</dir></fontconfig>`,
  );
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  });
}

async function shoot(browser: Browser, site: Site, { shot, language, size, theme, file }: Job) {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: SIZES[size],
    colorScheme: theme,
    locale: language === ENGLISH ? 'en-US' : language,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    const { person, path: address, isStatic } = shot;
    if (person !== 'visitor') {
      await context.addCookies([{ name: 'session', value: site.session(person, language), url: site.url }]);
    }
    const page = await context.newPage();
    page.setDefaultTimeout(SETTLED_MS_MAX);
    await shot.before?.(page);
    const isPage = address === '/' || address === '/privacy' || address === '/terms';
    await page.goto(
      isStatic && isPage ? `${pagePath(language, address)}?${LANGUAGE_PARAMETER}=${language}` : address,
    );
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    if (shot.state) await shot.state(page);
    else await settle(page);
    if ((await page.getByRole('dialog').count()) === 0) await unroll(page, SIZES[size]);
    await page.screenshot({ path: path.join(target, file) });
    if (language === ENGLISH && size === 'phone' && theme === 'light' && !shot.state) {
      pictured.set(shot.name, await picturedTexts(context, shot, settle));
    }
  } finally {
    await context.close();
  }
}

/** Waits until nothing is loading; a screen that takes too long is pictured as it is. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLED_MS_MAX / 2 }).catch(() => undefined);
  // A function of the page would be a string that its policy does not let it evaluate.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Makes the window as high as the page, so that what is fixed to its edge is not in the middle of the picture. */
async function unroll(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(height, needed) });
}

function contactSheet(jobs: Job[]): string {
  const figure = ({ file }: Job) =>
    `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`;
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
    body{font:14px system-ui;margin:24px;background:#eee}main{display:flex;flex-wrap:wrap;gap:16px;align-items:start}
    figure{margin:0;width:300px}img{width:100%;border:1px solid #bbb}figcaption{overflow-wrap:anywhere}
    </style><main>${jobs.map(figure).join('')}</main>`;
}

/** Writes which pictures show which text, at most three each: `npm run texts -- export` tells translators. */
async function renewMap(): Promise<void> {
  const shown: Record<string, string[]> = {};
  for (const [name, keys] of [...pictured].toSorted()) {
    for (const key of keys) shown[key] = [...(shown[key] ?? []), name].slice(0, PICTURES_MAX);
  }
  const sorted = Object.fromEntries(Object.entries(shown).toSorted());
  await writeFile(
    path.join(root, 'web/shared/language/pictures.json'),
    `${JSON.stringify(sorted, null, 2)}\n`,
  );
}

/** The picture of the README: four screens on a phone, side by side. */
async function renewPicture(browser: Browser, from: string): Promise<void> {
  const images = await Promise.all(
    ON_README.map(async (file) => {
      const png = await readFile(path.join(from, file));
      return `<div><img src="data:image/png;base64,${png.toString('base64')}"></div>`;
    }),
  );
  const page = await browser.newPage({ viewport: { width: 1704, height: 880 } });
  await page.setContent(`<!doctype html><style>
    body{margin:0;height:880px;display:flex;justify-content:space-evenly;align-items:center;background:#ebe8df}
    div{width:${PHONE.width}px;height:${PHONE.height}px;overflow:hidden;border-radius:28px;box-shadow:0 8px 24px #0002}
    img{width:100%;display:block}</style>${images.join('')}`);
  await page.screenshot({ path: path.join(root, 'docs/pocketful.png') });
  await page.close();
}
