import type { ReactNode } from 'react';
import type { Language } from '../language/languages.ts';
import { PRODUCT_NAME } from './texts.ts';

/** A style sheet written into the page, or linked under the development server. */
export type Style = { inline: string } | { href: string };

export interface StaticDocumentProps {
  language: Language;
  style: Style;
  title: string;
  description: string;
  children: ReactNode;
}

/** The HTML document around a page without script. */
export function StaticDocument({ language, style, title, description, children }: StaticDocumentProps) {
  return (
    <html lang={language.code} dir={language.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{title.includes(PRODUCT_NAME) ? title : `${title} · ${PRODUCT_NAME}`}</title>
        <meta name="description" content={description} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content="website" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {'inline' in style ? (
          // The text comes from our own build, not from anyone's input.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet must not be escaped
          <style dangerouslySetInnerHTML={{ __html: style.inline }} />
        ) : (
          <link rel="stylesheet" href={style.href} />
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}
