import { renderToStaticMarkup } from 'react-dom/server';
import { ENGLISH, type Language, type LanguageCode } from '#contract/languages.ts';
import { PrivacyPage } from '#web/site/legal/privacy-page.tsx';
import { TermsPage } from '#web/site/legal/terms-page.tsx';
import { NotFound } from '#web/site/not-found/not-found.tsx';
import { StaticDocument, type Style } from './document.tsx';
import { LandingPage } from './landing-page.tsx';
import { Loading } from './loading.tsx';
import { Sample } from './sample.tsx';
import type { StaticPage } from './static-page.ts';
import { Suggestion } from './suggestion.tsx';
import { type PageTexts, PRODUCT_NAME, translatorsOf } from './texts.ts';

/** Renders the pages without script in every language. The server fills in the tokens of texts.ts when sending them. */
export function renderStaticPages(style: Style, texts: PageTexts[]): StaticPage[] {
  const languages = texts.map(({ language }) => language);
  return texts.flatMap((one) => pagesIn(one, languages, style));
}

function pagesIn(texts: PageTexts, languages: Language[], style: Style): StaticPage[] {
  const { app, landing, legal } = translatorsOf(texts);
  const { language } = texts;
  const pages = [
    {
      name: 'index.html',
      path: '/',
      title: landing('title'),
      description: landing('description'),
      content: <LandingPage t={landing} isData={false} language={language} languages={languages} />,
    },
    {
      name: 'index.data.html',
      path: '/',
      title: landing('data.title'),
      description: landing('data.text'),
      content: <LandingPage t={landing} isData language={language} languages={languages} />,
    },
    {
      name: 'privacy.html',
      path: '/privacy',
      title: legal('privacy.title'),
      description: legal('privacy.description'),
      content: <PrivacyPage t={legal} language={language} />,
    },
    {
      name: 'terms.html',
      path: '/terms',
      title: legal('terms.title'),
      description: legal('terms.description'),
      content: <TermsPage t={legal} language={language} />,
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
  ] as const;
  return [
    ...pages.map(({ name, content, ...head }) => ({
      fileName: inLanguage(language.code, name),
      html: `<!doctype html>${renderToStaticMarkup(
        <StaticDocument language={language} languages={languages} style={style} {...head}>
          {content}
        </StaticDocument>,
      )}`,
    })),
    {
      fileName: inLanguage(language.code, 'loading.html'),
      html: renderToStaticMarkup(
        <Loading
          loading={app('common.loading', { productName: PRODUCT_NAME })}
          needsScript={landing('needsScript', { productName: PRODUCT_NAME })}
          notStarted={app('common.offlineText', { productName: PRODUCT_NAME })}
          retryLabel={app('common.retry')}
        />,
      ),
    },
    {
      fileName: inLanguage(language.code, 'sample.html'),
      html: renderToStaticMarkup(<Sample t={landing} />),
    },
    {
      fileName: inLanguage(language.code, 'suggestion.html'),
      html: renderToStaticMarkup(<Suggestion t={landing} language={language} />),
    },
  ];
}

const inLanguage = (code: LanguageCode, name: string) => (code === ENGLISH ? name : `${code}/${name}`);
