import type { ReactNode } from 'react';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import { buttonClass } from '#ui/button.tsx';
import type { LandingText } from './texts.ts';

/** The three steps from a task to a purchase. */
export function HowItWorks({ t, isData }: { t: LandingText; isData: boolean }) {
  const hours = REDEMPTION_PROMISE_HOURS;
  const cash = isData
    ? t('data.cashText')
    : [
        <span key="at-once" data-claim="at-once">
          {t('how.cash.text')}
        </span>,
        <span key="later" data-claim="later">
          {t('later.cash', { hours })}
        </span>,
      ];
  const steps: { title: string; text: ReactNode; picture: ReactNode }[] = [
    { title: t('how.tasks.title'), text: t('how.tasks.text'), picture: <Checklist /> },
    { title: t(isData ? 'data.cashTitle' : 'how.cash.title'), text: cash, picture: <Banknote /> },
    {
      title: t('how.enjoy.title'),
      text: t(isData ? 'data.enjoyText' : 'how.enjoy.text'),
      picture: <Tap />,
    },
  ];
  return (
    <section aria-labelledby="how" className="mx-auto max-w-6xl px-5 py-16 sm:px-8 lg:py-24">
      <h2 id="how" className="text-center font-bold text-3xl tracking-tight sm:text-4xl">
        {t('how.title')}
      </h2>
      <ol className="mt-9 grid gap-4 md:grid-cols-3 md:gap-6">
        {steps.map(({ title, text, picture }, index) => (
          <li key={title} className="relative rounded-card bg-surface p-6 shadow-card">
            <svg viewBox="0 0 64 64" fill="none" aria-hidden="true" className="size-16">
              <rect width="64" height="64" rx="20" className="fill-brand-soft" />
              {picture}
            </svg>
            <span aria-hidden="true" className="absolute inset-e-6 top-5 font-bold text-4xl text-line">
              {index + 1}
            </span>
            <h3 className="mt-5 font-bold text-xl">{title}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 grid justify-center">
        <a href="/auth?signup=true" className={buttonClass('primary', 'large')}>
          {t('hero.start')}
        </a>
      </p>
    </section>
  );
}

const LINE = { strokeWidth: 4, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const Checklist = () => (
  <>
    <path d="m17 22 4 4 7-8M17 41l4 4 7-8" className="stroke-accent" {...LINE} />
    <path d="M36 23h12M36 42h12" className="stroke-brand" {...LINE} />
  </>
);

const Banknote = () => (
  <>
    <rect x="13" y="21" width="38" height="23" rx="6" className="stroke-brand" {...LINE} />
    <circle cx="32" cy="32.500" r="5.500" className="fill-sun" />
  </>
);

const Tap = () => (
  <>
    <rect x="16" y="15" width="19" height="34" rx="6" className="stroke-brand" {...LINE} />
    <path d="M41 25c4 4 4 10 0 14M47 20c7 7 7 17 0 24" className="stroke-accent" {...LINE} />
  </>
);
