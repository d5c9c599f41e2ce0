import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { ENGLISH, LANGUAGE_CODES, type LanguageCode, languageOf, pagePath } from '#contract/languages.ts';
import type { Site } from '#contract/site.ts';
import { allowInline, type Policy, policyHeader } from '#server/http/frame/security-headers.ts';
import { openScreenLinks } from './screen-links.ts';

/** A built page with this site's settings filled in, and the CSP that allows its own inline blocks. */
export interface Page {
  html: string;
  /** Made when it is first asked for: at the start, the pages of all languages would take seconds. */
  brotli: () => Promise<Uint8Array<ArrayBuffer>>;
  policy: string;
}

const compress = promisify(brotliCompress);

export interface PageSettings {
  /** Where the built web app is. */
  folder: string;
  site: Site;
  /** Origin of the site, without a slash at its end. */
  appUrl: string;
  policy: Policy;
}

/** The languages that the build made pages in. */
const builtLanguages = (folder: string): LanguageCode[] =>
  LANGUAGE_CODES.filter((code) => existsSync(path.join(folder, fileIn(code, 'index.html'))));

/** The built web app's pages, read once at the start. Throws where the build has not made them. */
export function openPages(settings: PageSettings) {
  const languages = builtLanguages(settings.folder);
  if (!languages.includes(ENGLISH)) throw new Error('The web app is not built: index.html is missing.');
  const read = (file: string) => readFileSync(path.join(settings.folder, file), 'utf8');
  const texts = readdirSync(path.join(settings.folder, 'assets')).find((name) => name.startsWith('texts-'));
  const textsFolder = `/assets/${texts}/`;
  const landing = (code: LanguageCode, suggested?: LanguageCode) =>
    fill(
      read(fileIn(code, 'index.html')).replace('<!--suggestion-->', () =>
        suggested ? read(fileIn(suggested, 'suggestion.html')) : '',
      ),
      code,
      settings,
    );
  return {
    languages,
    /** The front page; `suggested` names a language in a line above the English one. */
    landing,
    static: (code: LanguageCode, name: 'privacy' | 'terms' | 'not-found') =>
      fill(read(fileIn(code, `${name}.html`)), code, settings),
    /** The page of the app: its language and direction stand before the first paint, its texts come with its code. */
    app: (code: LanguageCode) =>
      fill(
        read('app.html')
          .replace('<html lang="en">', `<html lang="${code}" dir="${languageOf(code).direction}">`)
          .replace('<!--loading-->', () => read(fileIn(code, 'loading.html')))
          .replace(
            '<!--texts-->',
            `<link rel="preload" href="${textsFolder}${code}/app.json" as="fetch" crossorigin="anonymous">`,
          ),
        code,
        settings,
      ),
    /** What the app's page names besides, by the screen it is asked for. */
    screenLinks: openScreenLinks({ folder: settings.folder, textsFolder }),
  };
}

const fileIn = (code: LanguageCode, name: string) => (code === ENGLISH ? name : `${code}/${name}`);

function fill(built: string, code: LanguageCode, { site, appUrl, policy }: PageSettings): Page {
  const html = built
    .replace('<script type="application/json" id="site">{}</script>', () => dataBlock(site))
    .replace('__STRUCTURED_DATA__', () => structuredData(code, site, appUrl))
    .replaceAll('__APP_URL__', () => escapeHtml(appUrl))
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(site.productName))
    .replaceAll('__SUPPORT_EMAIL__', () => escapeHtml(site.supportEmail))
    .replaceAll('__SUPPORTED_REGIONS__', () => escapeHtml(regionNames(code, site.supportedRegions)));
  let brotli: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    html,
    brotli: () => {
      brotli ??= compress(html).then((bytes) => new Uint8Array(bytes));
      return brotli;
    },
    policy: policyHeader(allowInline(policy, html)),
  };
}

/** JSON that cannot end the script element around it. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const dataBlock = (site: Site) => `<script type="application/json" id="site">${inScript(site)}</script>`;

/** Who runs the site and where it is, for search engines (https://schema.org/WebSite). */
function structuredData(code: LanguageCode, { productName, supportEmail }: Site, appUrl: string): string {
  const publisher = {
    '@type': 'Organization',
    name: productName,
    url: `${appUrl}/`,
    logo: `${appUrl}/icon-512.png`,
    email: supportEmail,
  };
  return inScript({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: productName,
    url: `${appUrl}${pagePath(code, '/')}`,
    inLanguage: code,
    publisher,
  });
}

/** Countries in the words and with the commas of the language. */
function regionNames(code: LanguageCode, regions: string[]): string {
  const names = new Intl.DisplayNames(code, { type: 'region' });
  return new Intl.ListFormat(code, { style: 'narrow' }).format(
    regions.map((region) => names.of(region) ?? region),
  );
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
