import { expect, test } from 'vitest';
import { pagePath } from '#contract/languages.ts';
import { pageTexts } from '#web/build/static-pages.ts';
import { renderStaticPages } from './render.tsx';

const pages = new Map(
  renderStaticPages({ inline: 'body{margin:0}' }, pageTexts()).map(({ fileName, html }) => [fileName, html]),
);
/** The visible text of a page: no tags, entities resolved, one space between words. */
const text = (fileName: string) =>
  (pages.get(fileName) ?? '')
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

test('the landing page has the specified texts', () => {
  for (const words of [
    'Quick Tasks, Instant Cash.',
    'Start earning free',
    'Sign In',
    'No fees',
    'Instant rewards',
    'Apple Pay & Google Pay ready',
    'Works with',
    'Venmo',
    'CashApp',
    'How it works',
    'Complete Tasks',
    'Cash Out',
    'Enjoy',
    'No minimums, no delays',
    'English',
  ]) {
    expect(text('index.html')).toContain(words);
  }
  const html = pages.get('index.html');
  expect(html).toContain('href="/auth?login=true"');
  expect(html).toContain('href="/auth?signup=true"');
});

test('the front page for data names data in every language, and neither money nor points', () => {
  expect(text('index.data.html')).toContain('Quick Tasks, Free Data.');
  expect(text('index.data.html')).not.toMatch(/\bcash\b(?! ?app)|money|points|\$/i);
  for (const { language, landing } of pageTexts()) {
    const page = language.code === 'en' ? 'index.data.html' : `${language.code}/index.data.html`;
    expect(text(page), page).toContain('MB');
    expect(text(page), page).not.toContain(landing.footer.tagline);
  }
});

test('what payouts may not keep is marked, so that the server can leave it out', () => {
  const html = pages.get('index.html') ?? '';
  for (const claim of [
    'at-once',
    'later',
    'tap-to-pay',
    'wallets',
    'Venmo',
    'CashApp',
    'Apple Pay',
    'Google Pay',
  ])
    expect(html, claim).toContain(` data-claim="${claim}"`);
  expect(text('index.html')).toContain('Rewards within 48 hours');
});

test('the terms and the privacy policy name their figures and leave the settings to the server', () => {
  for (const words of [
    'Effective date: August 29, 2025',
    'at least __TERMS_POINTS__ points',
    '24-48 hours',
    'Supported regions: __SUPPORTED_REGIONS__',
    '__SUPPORT_EMAIL__',
    'at least 30 days ahead',
    'previous 12 months',
    'binding arbitration',
    'Back to Home',
  ]) {
    expect(text('terms.html')).toContain(words);
  }
  for (const words of [
    'Effective date: August 29, 2025',
    'scrypt',
    'rate limiting',
    'at least 7 years',
    'or such a debt arose within these days, it can lead to you until that debt has ended, for 7 years at the most.',
    'usually 30 days, also after you leave',
    '2 years',
    'within 30 days',
    '__SUPPORT_EMAIL__',
  ]) {
    expect(text('privacy.html')).toContain(words);
  }
});

test('the not-found page has its texts', () => {
  expect(text('not-found.html')).toContain('404 Page Not Found');
  expect(text('not-found.html')).toContain('Did you forget to add the page to the router?');
});

test('every page names its address in every language, and pages without one are hidden from search engines', () => {
  const html = pages.get('terms.html') ?? '';
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html).toContain('<link rel="canonical" href="__APP_URL__/terms"/>');
  expect(html).toContain('<link rel="alternate" hrefLang="x-default" href="__APP_URL__/terms"/>');
  for (const { language } of pageTexts()) {
    const address = `__APP_URL__${pagePath(language.code, '/terms')}`;
    expect(html).toContain(`<link rel="alternate" hrefLang="${language.code}" href="${address}"/>`);
  }
  expect(pages.get('not-found.html')).toContain('<meta name="robots" content="noindex"/>');
});

test('no page loads a script or a style sheet, or has an inline style or handler; one says by a script that its code is missing', () => {
  for (const [fileName, html] of pages) {
    const inline = html.split(/<script>.*?<\/script>/s);
    expect(inline, fileName).toHaveLength(fileName.endsWith('loading.html') ? 2 : 1);
    expect(inline.join(''), fileName).not.toMatch(
      /<script(?! type="application\/ld\+json")|rel="stylesheet"| style="| on[a-z]+="/,
    );
  }
});
