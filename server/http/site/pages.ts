import { readdirSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  acceptedLanguages,
  ENGLISH,
  LANGUAGE_COOKIE_SECONDS,
  LANGUAGE_PARAMETER,
  type LanguageCode,
  languageCookie,
  pagePath,
  pickLanguage,
} from '#contract/languages.ts';
import { regionalLocale } from '#contract/regional-locale.ts';
import { APP_PATHS } from '#contract/site.values.ts';
import type { Env } from '#server/http/frame/env.ts';
import { refuseUnknown } from '#server/http/frame/unknown-address.ts';
import { once } from '#server/once.ts';
import { openPages, type Page, type PageSettings } from './built-pages.ts';
import { discoveryRoutes } from './discovery.ts';
import type { ReadSample } from './sample.ts';

const ASSET_CACHE = 'public, max-age=31536000, immutable';
/** Browsers revalidate pages each time, so that a new version shows at once. */
const PAGE_CACHE = 'no-cache';
const SEE_OTHER = 303;
const PERMANENT = 308;

/**
 * Serves the built web app: the landing and legal pages as static HTML in every language, the app at its own paths,
 * hashed assets with a long lifetime, and the not-found page with 404 for the rest. Must be mounted last. The language
 * of a page: docs/decisions/0029-the-address-names-the-language.md. With `readSample` the front page shows some offers.
 */
export function pageRoutes(
  app: Hono<Env>,
  { readSample, ...settings }: PageSettings & { readSample?: ReadSample | undefined },
): void {
  const { folder } = settings;
  const pages = openPages(settings);
  const { languages } = pages;
  const wanted = (c: HonoContext<Env>) => preferred(c, languages);
  const inEvery = (make: (code: LanguageCode) => Page) => {
    const made = new Map(languages.map((code) => [code, once(() => make(code))] as const));
    return (code: LanguageCode) => made.get(code)?.();
  };

  const landing = inEvery((code) => pages.landing(code));
  const suggesting = inEvery((code) => pages.landing(ENGLISH, code === ENGLISH ? undefined : code));
  for (const code of languages) {
    const sampled = once(() => pages.sample(code));
    app.get(pagePath(code, '/'), async (c) => {
      if (c.var.member) return c.redirect('/dashboard');
      const elsewhere = chosenPage(c, '/', code, languages);
      if (elsewhere) return elsewhere;
      const suggests = code === ENGLISH && !savedChoice(c, languages);
      const page = suggests ? suggesting(wanted(c)) : landing(code);
      return send(c, page && readSample ? sampled()(page, await readSample(c.var.request.ip)) : page);
    });
    if (code !== ENGLISH) app.get(`/${code}`, (c) => c.redirect(pagePath(code, '/'), PERMANENT));
    for (const name of ['privacy', 'terms'] as const) {
      const legal = once(() => pages.legal(code, name));
      app.get(
        pagePath(code, `/${name}`),
        (c) =>
          chosenPage(c, `/${name}`, code, languages) ??
          send(c, legal()(regionalLocale(code, acceptedLanguages(c.req.header('accept-language'))))),
      );
    }
  }
  const spa = inEvery(pages.app);
  for (const address of APP_PATHS) {
    app.get(address, (c) => {
      const code = wanted(c);
      const links = pages.screenLinks(address, code, c.var.request.sessionToken !== undefined);
      if (links) c.header('Link', links);
      return send(c, spa(code));
    });
  }

  app.use('/assets/*', kept(ASSET_CACHE), serveStatic({ root: folder, precompressed: true }));
  discoveryRoutes(app, { ...settings, languages });
  for (const file of rootFiles(folder)) {
    app.get(`/${file}`, kept(PAGE_CACHE), serveStatic({ root: folder, path: file }));
  }
  const notFound = inEvery(pages.notFound);
  const refuse = refuseUnknown(app);
  app.notFound((c) => {
    if (c.req.path.startsWith('/api/')) return refuse(c);
    return send(c, notFound(wanted(c)), 404);
  });
}

const savedChoice = (c: HonoContext<Env>, languages: readonly LanguageCode[]) =>
  languages.find((code) => code === getCookie(c, languageCookie(isSecure(c))));

const isSecure = (c: HonoContext<Env>) => c.var.appUrl.startsWith('https:');

/** The language of a page without one in its address: the saved choice, else the browser's. */
const preferred = (c: HonoContext<Env>, languages: readonly LanguageCode[]) =>
  pickLanguage([savedChoice(c, languages), ...acceptedLanguages(c.req.header('accept-language'))], languages);

/**
 * The redirect that the page needs, if any: a link that chooses a language saves it and leads to its page; an English
 * address leads to the saved choice. The browser's language alone never redirects.
 */
function chosenPage(
  c: HonoContext<Env>,
  path: '/' | '/privacy' | '/terms',
  code: LanguageCode,
  languages: readonly LanguageCode[],
): Response | undefined {
  c.header('Vary', 'Cookie', { append: true });
  const chosen = languages.find((one) => one === c.req.query(LANGUAGE_PARAMETER));
  if (chosen) {
    const secure = isSecure(c);
    setCookie(c, languageCookie(secure), chosen, {
      path: '/',
      maxAge: LANGUAGE_COOKIE_SECONDS,
      sameSite: 'Lax',
      secure,
    });
    return c.redirect(pagePath(chosen, path), SEE_OTHER);
  }
  const saved = savedChoice(c, languages);
  if (code !== ENGLISH || !saved || saved === ENGLISH) return undefined;
  return c.redirect(pagePath(saved, path) + new URL(c.req.url).search);
}

/** Sets how long a file may be cached. The file server's own option would set it too late. */
const kept =
  (cache: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (c.res.ok) c.res.headers.set('Cache-Control', cache);
  };

/** Files in the root folder, such as icons, without those that only the server reads. */
function rootFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(html|br|gz|json)$/.test(entry.name))
    .map((entry) => entry.name);
}

async function send(c: HonoContext<Env>, page: Page | undefined, status: 200 | 404 = 200): Promise<Response> {
  if (!page) throw new Error('There is no page in this language');
  c.header('Cache-Control', PAGE_CACHE);
  c.header('Content-Security-Policy', page.policy);
  c.header('Vary', 'Accept-Encoding, Accept-Language, Cookie');
  if (!/\bbr\b/.test(c.req.header('accept-encoding') ?? '')) return c.html(page.html, status);
  c.header('Content-Encoding', 'br');
  c.header('Content-Type', 'text/html; charset=UTF-8');
  return c.body(await page.brotli(), status);
}
