import type { ReactNode } from 'react';
import { pagePath } from '#contract/languages.ts';
import { Wordmark } from '#ui/logo.tsx';
import { site } from '#web/shared/api/site.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { LanguageSelect } from '#web/shared/language/language-select.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { HeroPicture } from '#web/shared/parts/hero-picture.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';
import { noteLanguageChoice } from './language-choice.ts';

export interface AuthFrameProps {
  /** Names the page too; without it the children do. */
  title?: string;
  text?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The screen around the forms of visitors without a session; on large screens with a picture beside them. */
export function AuthFrame({ title, text, footer, children }: AuthFrameProps) {
  const t = useT('auth');
  const { code } = useLanguage();
  const { unit } = useReward();
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="mx-auto grid w-full max-w-lg grid-rows-[auto_1fr_auto] px-5 pb-safe sm:px-8">
        <header className="py-5">
          <a href={pagePath(code, '/')} className="inline-block rounded-xl">
            <Wordmark name={site().productName} />
          </a>
        </header>
        <main className="grid content-start gap-6 pt-4 pb-10 sm:content-center sm:pt-0 sm:pb-24">
          {title !== undefined && <Title title={title} text={text} />}
          {children}
          {footer}
        </main>
        <footer className="border-line border-t py-2">
          <LanguageSelect onChosen={noteLanguageChoice} />
          <p className="py-2 text-muted text-sm">
            <SupportLink />
          </p>
        </footer>
      </div>
      <aside className="hidden bg-linear-160 lg:order-first from-hero-from to-hero-to p-12 text-on-hero lg:grid lg:content-center">
        <div className="mx-auto grid max-w-md justify-items-center gap-8 text-center">
          <HeroPicture />
          <p className="text-balance font-bold text-3xl">{t('promise', { unit })}</p>
          <p className="text-lg text-on-hero-muted">{t('promiseText', { unit })}</p>
        </div>
      </aside>
    </div>
  );
}

function Title({ title, text }: { title: string; text: ReactNode }) {
  usePageTitle(title);
  return (
    <div>
      <h1 className="font-bold text-4xl tracking-tight">{title}</h1>
      {text && <p className="wrap-anywhere mt-2 text-lg text-muted">{text}</p>}
    </div>
  );
}
