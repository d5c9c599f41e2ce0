import type { ReactNode } from 'react';
import { type Language, pagePath } from '#contract/languages.ts';
import { buttonClass } from '#ui/button.tsx';
import { Wordmark } from '#ui/logo.tsx';
import { type LegalText, PRODUCT_NAME, SUPPORT_EMAIL } from '#web/site/landing/texts.ts';
import { EFFECTIVE_DATE } from './numbers.ts';

export interface LegalSection {
  id: string;
  title: string;
  /** Paragraphs separated by empty lines; lines that start with a hyphen are a list. */
  body: string;
}

export interface LegalPageProps {
  t: LegalText;
  language: Language;
  title: string;
  intro: string;
  sections: LegalSection[];
}

/** A legal page with numbered sections. */
export function LegalPage({ t, language, title, intro, sections }: LegalPageProps) {
  const home = pagePath(language.code, '/');
  return (
    <>
      <header className="mx-auto flex max-w-3xl items-center gap-3 px-5 py-4 sm:px-8">
        <a href={home} title={t('back')} className={`${buttonClass('quiet', 'small')} -ms-3`}>
          <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className="size-5 rtl:-scale-x-100">
            <path
              d="M19 12H5m6-6-6 6 6 6"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <span className="sr-only">{t('back')}</span>
        </a>
        <Wordmark name={PRODUCT_NAME} />
      </header>
      <main className="mx-auto max-w-3xl px-5 pt-6 pb-20 sm:px-8">
        <h1 className="font-bold text-4xl tracking-tight sm:text-5xl">{title}</h1>
        <p className="mt-3 text-muted">
          {t.rich('effective', {
            effectiveDate: EFFECTIVE_DATE,
            // The server writes it anew in the form of the visitor's region.
            date: (chunks) => <time dateTime={EFFECTIVE_DATE.toISOString().slice(0, 10)}>{chunks}</time>,
          })}
        </p>
        <p className="mt-6 text-lg">{intro}</p>
        {sections.map(({ id, title: heading, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-10">
            <h2 id={`${id}-title`} className="font-bold text-2xl">
              {index + 1}. {heading}
            </h2>
            <Body text={body} />
          </section>
        ))}
        <p className="mt-14">
          <a href={home} className={buttonClass('secondary')}>
            {t('backHome')}
          </a>
        </p>
      </main>
    </>
  );
}

function Body({ text }: { text: string }) {
  return text.split('\n\n').map((block) =>
    block.startsWith('- ') ? (
      <ul key={block} className="mt-3 grid list-disc gap-1.5 ps-5 marker:text-brand">
        {block.split('\n').map((item) => (
          <li key={item}>{linked(item.slice(2))}</li>
        ))}
      </ul>
    ) : (
      <p key={block} className="mt-3">
        {linked(block)}
      </p>
    ),
  );
}

/** Turns the support address in a text into a link. */
function linked(text: string): ReactNode {
  const [before = '', ...after] = text.split(SUPPORT_EMAIL);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <a href={`mailto:${SUPPORT_EMAIL}`} className="wrap-anywhere font-semibold text-brand underline">
        {SUPPORT_EMAIL}
      </a>
      {after.join(SUPPORT_EMAIL)}
    </>
  );
}
