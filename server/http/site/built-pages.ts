import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib';
import { ENGLISH, LANGUAGE_CODES, type LanguageCode, languageOf, pagePath } from '#contract/languages.ts';
import { TERMS_REDEMPTION_POINTS } from '#contract/redemptions.values.ts';
import type { Site } from '#contract/site.ts';
import { TYPEFACE_FILE, typefaceScripts } from '#contract/typeface.values.ts';
import { WORDINGS } from '#contract/wording.values.ts';
import { escapeHtml } from '#domain/common/escape-html.ts';
import type { SampleOffer } from '#domain/earning/index.ts';
import { allowInline, type Policy, policyHeader } from '#server/http/frame/security-headers.ts';
import type { PayoutClaims } from './payout-claims.ts';
import { sampleFragment } from './sample-fragment.ts';
import { openScreenLinks } from './screen-links.ts';

/** A built page with this site's settings filled in, and the CSP that allows its own inline blocks. */
export interface Page {
  html: string;
  /** Compressed at the first request: all pages in all languages would take seconds at the start. */
  brotli: () => Promise<Uint8Array<ArrayBuffer>>;
  policy: string;
}

const compress = promisify<string, BrotliOptions, Buffer>(brotliCompress);

export interface PageSettings {
  /** The folder of the built web app. */
  folder: string;
  site: Site;
  /** What the site's own payouts keep, for the front page. */
  payouts: PayoutClaims;
  /** Origin of the site, without a slash at its end. */
  appUrl: string;
  policy: Policy;
}

/** The languages for which the build made pages. */
const builtLanguages = (folder: string): LanguageCode[] =>
  LANGUAGE_CODES.filter((code) => existsSync(path.join(folder, fileIn(code, 'index.html'))));

/** The pages of the built web app; each call reads one. Throws if they were not built. */
export function openPages(settings: PageSettings) {
  const languages = builtLanguages(settings.folder);
  if (!languages.includes(ENGLISH)) throw new Error('The web app is not built: index.html is missing.');
  const read = (file: string) => readFileSync(path.join(settings.folder, file), 'utf8');
  const assets = readdirSync(path.join(settings.folder, 'assets'));
  const texts = assets.find((name) => name.startsWith('texts-'));
  const fill = (built: string, code: LanguageCode) =>
    filled(
      built.replace('</title>', () => `</title>${typefaceLinks(assets, code)}`),
      code,
      settings,
    );
  const { unit } = WORDINGS[settings.site.rewardWording].landing;
  const isData = unit === 'megabytes';
  const textsFolder = `/assets/${texts}/`;
  const landing = (code: LanguageCode, suggested?: LanguageCode) =>
    fill(
      keptClaims(
        read(fileIn(code, isData ? 'index.data.html' : 'index.html')).replace('<!--suggestion-->', () =>
          suggested ? read(fileIn(suggested, 'suggestion.html')) : '',
        ),
        settings.payouts,
      ),
      code,
    );
  return {
    languages,
    /** The front page; `suggested` adds a line to the English page that suggests this language. */
    landing,
    /**
     * Returns a function that puts a sample of offers into the front page of the language, or nothing where there are none. It
     * makes a page once for each array of offers.
     */
    sample: (code: LanguageCode) => {
      const section = fill(read(fileIn(code, 'sample.html')), code).html;
      const made = new Map<readonly SampleOffer[], Map<Page, Page>>();
      return (page: Page, offers: readonly SampleOffer[]): Page => {
        if (!made.has(offers) && made.size >= SAMPLES_MAX) made.clear();
        const ofOffers = made.getOrInsertComputed(offers, () => new Map<Page, Page>());
        return ofOffers.getOrInsertComputed(page, () => {
          const html = page.html.replace(SAMPLE_PLACE, () => sampleFragment(section, offers, { code, unit }));
          return { ...page, html, brotli: compressedOnce(html, QUICKLY) };
        });
      };
    },
    notFound: (code: LanguageCode) => fill(read(fileIn(code, 'not-found.html')), code),
    /**
     * A page with dates, as the region of a locale writes them. A language has few forms of a date, so few pages are kept.
     */
    legal: (code: LanguageCode, name: 'privacy' | 'terms') => {
      const built = read(fileIn(code, `${name}.html`));
      const made = new Map<string, Page>();
      return (locale: string): Page => {
        const dates: string[] = [];
        const html = built.replace(DATE, (_, start: string, day: string) => {
          dates.push(longDate(day, locale));
          return `${start}${dates.at(-1)}</time>`;
        });
        const key = dates.join();
        const page = made.get(key) ?? fill(html, code);
        made.set(key, page);
        return page;
      };
    },
    /** The app's page, with language and direction set before the first paint; its texts load with its code. */
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
      ),
    /** The additional `Link` headers of the app's page, by screen. */
    screenLinks: openScreenLinks({ folder: settings.folder, textsFolder }),
  };
}

/**
 * The page without what this site does not keep. Its parts carry `data-claim`: `at-once` or `later`, `tap-to-pay`, the
 * name of a wallet, or `wallets` for the list of them. None holds another element with its tag.
 */
function keptClaims(html: string, { atOnce, worksWith }: PayoutClaims): string {
  const kept = new Set([
    atOnce ? 'at-once' : 'later',
    ...worksWith,
    ...(TAP_TO_PAY.every((name) => worksWith.includes(name)) ? ['tap-to-pay'] : []),
    ...(worksWith.length > 0 ? ['wallets'] : []),
  ]);
  return ['section', 'li', 'span'].reduce(
    (page, tag) =>
      page.replace(
        new RegExp(`<${tag} (?:[^>]* )?data-claim="([^"]*)"[^>]*>.*?</${tag}>`, 'gs'),
        (part, claim: string) => (kept.has(claim) ? part : ''),
      ),
    html,
  );
}

const TAP_TO_PAY = ['Apple Pay', 'Google Pay'];

const fileIn = (code: LanguageCode, name: string) => (code === ENGLISH ? name : `${code}/${name}`);

function filled(built: string, code: LanguageCode, { site, appUrl, policy }: PageSettings): Page {
  const html = built
    .replace('<script type="application/json" id="site">{}</script>', () => dataBlock(site))
    .replace('__STRUCTURED_DATA__', () => structuredData(code, site, appUrl))
    .replaceAll('__APP_URL__', () => escapeHtml(appUrl))
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(site.productName))
    .replaceAll('__SUPPORT_EMAIL__', () => escapeHtml(site.supportEmail))
    .replaceAll('__SUPPORTED_REGIONS__', () => escapeHtml(regionNames(code, site.supportedRegions)))
    .replaceAll('__TERMS_POINTS__', () => termsPoints(code, site));
  return {
    html,
    brotli: compressedOnce(html),
    policy: policyHeader(allowInline(policy, html)),
  };
}

/** Compresses when it is first asked for. */
function compressedOnce(html: string, options: BrotliOptions = {}): Page['brotli'] {
  let brotli: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return () => {
    brotli ??= compress(html, options).then((bytes) => new Uint8Array(bytes));
    return brotli;
  };
}

/** For pages that are shown for a minute. */
const QUICKLY: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** Samples whose front pages are kept ready in a language: there is one for each country and minute. */
const SAMPLES_MAX = 20;
const SAMPLE_PLACE = '<!--sample-->';

const DATE = /(<time dateTime="(\d{4}-\d{2}-\d{2})">)[^<]*<\/time>/g;

/** A day in words: `29 de agosto de 2025`. */
const longDate = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** Asks for the files of the typeface at once: those that come after the first paint are for later pages. */
function typefaceLinks(assets: string[], code: LanguageCode): string {
  const files = assets.map((name) => TYPEFACE_FILE.exec(name));
  return typefaceScripts(code)
    .map((script) => files.find((file) => file?.[1] === script)?.[0])
    .filter((name) => name !== undefined)
    .map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`)
    .join('');
}

/** JSON that cannot close its script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const dataBlock = (site: Site) => `<script type="application/json" id="site">${inScript(site)}</script>`;

/** Name and operator of the site for search engines (https://schema.org/WebSite). */
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

/** The points that the terms ask for, in the language's digits: never fewer than are needed here. */
const termsPoints = (code: LanguageCode, { redemptionThresholdPoints }: Site): string =>
  new Intl.NumberFormat(code, { useGrouping: false }).format(
    Math.max(TERMS_REDEMPTION_POINTS, redemptionThresholdPoints),
  );

/** A list of countries in the language's own words and punctuation. */
function regionNames(code: LanguageCode, regions: string[]): string {
  const names = new Intl.DisplayNames(code, { type: 'region' });
  return new Intl.ListFormat(code, { style: 'narrow' }).format(
    regions.map((region) => names.of(region) ?? region),
  );
}
