import type { ReactNode } from 'react';
import { ENGLISH, type Language, pagePath } from '#contract/languages.ts';
import { APP_URL, PRODUCT_NAME } from './texts.ts';

/** A style sheet inlined into the page, or linked by the development server. */
export type Style = { inline: string } | { href: string };

export interface StaticDocumentProps {
  language: Language;
  /** Every language that the page exists in. */
  languages: Language[];
  style: Style;
  title: string;
  description: string;
  /** The address of the English page; a page without one is not for search engines. */
  path?: '/' | '/privacy' | '/terms';
  children: ReactNode;
}

/** Replaced by the server with data about the site for search engines (https://schema.org/WebSite). */
const STRUCTURED_DATA = '__STRUCTURED_DATA__';
/** Size of web/public/social-card.png in pixels. */
const CARD = { width: 1200, height: 630 };

/** The HTML document around a page without script. */
export function StaticDocument(props: StaticDocumentProps) {
  const { language, style, title, description, path, children } = props;
  const fullTitle = title.includes(PRODUCT_NAME) ? title : `${title} · ${PRODUCT_NAME}`;
  return (
    <html lang={language.code} dir={language.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f6f4ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1412" media="(prefers-color-scheme: dark)" />
        <title>{fullTitle}</title>
        <meta name="description" content={description} />
        {path ? <Addresses {...props} path={path} /> : <meta name="robots" content="noindex" />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* A page shown in parts would move: what follows in a row pushes what precedes it. */}
        <link rel="expect" href="#end" blocking="render" />
        {'inline' in style ? (
          // The text comes from our own build, never from input.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet must not be escaped
          <style dangerouslySetInnerHTML={{ __html: style.inline }} />
        ) : (
          <link rel="stylesheet" href={style.href} />
        )}
      </head>
      <body>
        {children}
        {/* Browsers do not wait for the end of the body itself. */}
        <span id="end" />
      </body>
    </html>
  );
}

/** Tags for search engines and social networks: the page's address, its languages, and its picture. */
function Addresses({
  language,
  languages,
  title,
  description,
  path,
}: StaticDocumentProps & { path: NonNullable<StaticDocumentProps['path']> }) {
  const address = (code: Language['code']) => `${APP_URL}${pagePath(code, path)}`;
  return (
    <>
      <link rel="canonical" href={address(language.code)} />
      {languages.map(({ code }) => (
        <link key={code} rel="alternate" hrefLang={code} href={address(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(ENGLISH)} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address(language.code)} />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:image" content={`${APP_URL}/social-card.png`} />
      <meta property="og:image:width" content={String(CARD.width)} />
      <meta property="og:image:height" content={String(CARD.height)} />
      <meta name="twitter:card" content="summary_large_image" />
      {path === '/' && <script type="application/ld+json">{STRUCTURED_DATA}</script>}
    </>
  );
}
