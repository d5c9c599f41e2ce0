import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES, type LanguageCode } from '../language/languages.ts';
import { PrivacyPage } from '../legal/privacy-page.tsx';
import { TermsPage } from '../legal/terms-page.tsx';
import { NotFound } from '../pages/not-found/not-found.tsx';
import { StaticDocument, type Style } from './document.tsx';
import { LandingPage } from './landing-page.tsx';
import type { StaticPage } from './static-page.ts';
import { textsOf } from './texts.ts';

/** Renders every page without script in every language. The server fills in the tokens of texts.ts as it sends them. */
export function renderStaticPages(style: Style): StaticPage[] {
  return LANGUAGES.flatMap((language) => {
    const texts = textsOf(language.code);
    const { app, landing, legal } = texts;
    const pages = [
      {
        name: 'index.html',
        title: landing('title'),
        description: landing('description'),
        content: <LandingPage t={landing} language={language} />,
      },
      {
        name: 'privacy.html',
        title: legal('privacy.title'),
        description: legal('privacy.description'),
        content: <PrivacyPage t={legal} />,
      },
      {
        name: 'terms.html',
        title: legal('terms.title'),
        description: legal('terms.description'),
        content: <TermsPage t={legal} />,
      },
      {
        name: 'not-found.html',
        title: app('notFound.title'),
        description: app('notFound.text'),
        content: (
          <NotFound
            title={app('notFound.title')}
            text={app('notFound.text')}
            homeLabel={app('notFound.home')}
          />
        ),
      },
    ];
    return pages.map(({ name, content, ...head }) => ({
      fileName: inLanguage(language.code, name),
      html: `<!doctype html>${renderToStaticMarkup(
        <StaticDocument language={language} style={style} {...head}>
          {content}
        </StaticDocument>,
      )}`,
    }));
  });
}

const inLanguage = (code: LanguageCode, name: string) =>
  code === LANGUAGES[0].code ? name : `${code}/${name}`;
