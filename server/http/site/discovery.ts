import type { Hono } from 'hono';
import { ENGLISH, type LanguageCode, pagePath } from '#contract/languages.ts';
import { APP_PATHS } from '#contract/site.values.ts';
import type { Env } from '#server/http/frame/env.ts';
import type { PageSettings } from './built-pages.ts';

const PAGES = ['/', '/privacy', '/terms'] as const;
/** Addresses that search engines should not visit. */
const NOT_INDEXED = ['/api/', '/dev/', '/unsubscribe', ...APP_PATHS.filter((path) => path !== '/auth')];
/** The background at both ends of the design, see web/styles/tokens.css. */
const COLOUR = '#f6f4ee';
const ICONS = [
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Files for programs: the site's pages for crawlers, the manifest for browsers. */
export function discoveryRoutes(
  app: Hono<Env>,
  { appUrl, site, languages }: PageSettings & { languages: readonly LanguageCode[] },
): void {
  const robots = [
    'User-agent: *',
    ...NOT_INDEXED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const sitemap = sitemapOf(appUrl, languages);
  const manifest = {
    id: '/dashboard',
    name: site.productName,
    short_name: site.productName,
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: COLOUR,
    background_color: COLOUR,
    icons: ICONS,
  };
  app.get('/robots.txt', (c) => c.text(robots));
  app.get('/sitemap.xml', (c) => c.body(sitemap, 200, { 'Content-Type': 'application/xml; charset=UTF-8' }));
  app.get('/manifest.webmanifest', (c) =>
    c.json(manifest, 200, { 'Content-Type': 'application/manifest+json' }),
  );
}

/** Every page in every language, each with its alternates (https://www.sitemaps.org/protocol.html). */
function sitemapOf(appUrl: string, languages: readonly LanguageCode[]): string {
  const address = (code: LanguageCode, path: (typeof PAGES)[number]) =>
    `${appUrl}${pagePath(code, path)}`.replaceAll('&', '&amp;');
  const entries = PAGES.flatMap((path) => {
    const alternates = [
      ...languages.map((code) => [code, address(code, path)] as const),
      ['x-default', address(ENGLISH, path)] as const,
    ].map(([code, href]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`);
    return languages.map((code) => `<url><loc>${address(code, path)}</loc>${alternates.join('')}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
