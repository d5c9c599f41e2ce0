import { ENGLISH, type Language, pagePath } from '#contract/languages.ts';
import { buttonClass } from '#ui/button.tsx';
import { Wordmark } from '#ui/logo.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LanguageList, LanguageMenu } from './language-menu.tsx';
import { SAMPLE_PLACE } from './sample.tsx';
import { SUGGESTION_PLACE } from './suggestion.tsx';
import { type LandingText, PRODUCT_NAME, SUPPORT_EMAIL } from './texts.ts';

const WORKS_WITH = ['Apple Pay', 'Google Pay', 'Venmo', 'CashApp'];

interface LandingPageProps {
  t: LandingText;
  /** Whether rewards are data. */
  isData: boolean;
  language: Language;
  languages: Language[];
}

/** The public front page. */
export function LandingPage({ t, isData, language, languages }: LandingPageProps) {
  return (
    <>
      {language.code === ENGLISH && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React cannot render a comment otherwise
        <div dangerouslySetInnerHTML={{ __html: SUGGESTION_PLACE }} />
      )}
      <header className="mx-auto flex max-w-6xl flex-wrap items-center gap-y-2 px-5 py-4 sm:px-8">
        <Wordmark name={PRODUCT_NAME} />
        <nav aria-label={t('navigation')} className="ms-auto flex items-center sm:gap-1">
          <LanguageMenu label={t('language')} language={language} languages={languages} />
          <a href="/auth?login=true" className={buttonClass('quiet', 'small')}>
            {t('signIn')}
          </a>
        </nav>
      </header>
      <main>
        <Hero t={t} isData={isData} />
        <section
          data-claim="wallets"
          aria-labelledby="works-with"
          className="border-line border-y bg-surface"
        >
          <div className="mx-auto flex max-w-6xl flex-col items-center gap-4 px-5 py-7 sm:px-8 md:flex-row md:justify-center md:gap-8">
            <h2 id="works-with" className="font-semibold text-muted text-sm">
              {t('worksWith')}
            </h2>
            <ul className="grid grid-cols-2 gap-x-10 gap-y-2 text-center sm:flex sm:gap-x-7">
              {WORKS_WITH.map((name) => (
                <li key={name} data-claim={name} className="font-semibold text-lg">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </section>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React cannot render a comment otherwise */}
        <div dangerouslySetInnerHTML={{ __html: SAMPLE_PLACE }} />
        <HowItWorks t={t} isData={isData} />
      </main>
      <footer className="border-line border-t">
        <div className="mx-auto grid max-w-6xl gap-3 px-5 pt-10 pb-safe text-sm sm:px-8">
          <p className="font-semibold text-base">{t(isData ? 'data.tagline' : 'footer.tagline')}</p>
          <p className="max-w-prose text-muted">{t('footer.disclaimer')}</p>
          <LanguageList label={t('language')} language={language} languages={languages} />
          <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
            <span className="me-auto py-2">
              {t('footer.copyright', {
                year: String(new Date().getUTCFullYear()),
                productName: PRODUCT_NAME,
              })}
            </span>
            <a
              href={`mailto:${SUPPORT_EMAIL}`}
              dir="ltr"
              className="wrap-anywhere py-2 underline hover:text-ink"
            >
              {SUPPORT_EMAIL}
            </a>
            <a href={pagePath(language.code, '/privacy')} className="py-2 underline hover:text-ink">
              {t('footer.privacy')}
            </a>
            <a href={pagePath(language.code, '/terms')} className="py-2 underline hover:text-ink">
              {t('footer.terms')}
            </a>
          </p>
        </div>
      </footer>
    </>
  );
}
