import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import { buttonClass } from '#ui/button.tsx';
import { HeroPicture } from '#web/shared/parts/hero-picture.tsx';
import type { LandingText } from './texts.ts';

/** The product in one sentence, and the links to sign up and to sign in. */
export function Hero({ t, isData }: { t: LandingText; isData: boolean }) {
  const points = [
    { text: t('hero.noFees') },
    { text: t('hero.instant'), claim: 'at-once' },
    { text: t('later.rewards', { hours: REDEMPTION_PROMISE_HOURS }), claim: 'later' },
    { text: t('hero.pay'), claim: 'tap-to-pay' },
  ];
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-10 px-5 pt-8 pb-14 sm:px-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:pt-14 lg:pb-24">
      <div>
        <h1 className="font-bold text-5xl leading-hero tracking-tight sm:text-6xl lg:text-7xl">
          {t(isData ? 'data.title' : 'hero.title')}
        </h1>
        <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl">{t(isData ? 'data.text' : 'hero.text')}</p>
        <div className="mt-8 grid gap-3 sm:flex">
          <a href="/auth?signup=true" className={buttonClass('primary', 'large')}>
            {t('hero.start')}
          </a>
          <a href="/auth?login=true" className={buttonClass('secondary', 'large')}>
            {t('signIn')}
          </a>
        </div>
        <ul className="mt-7 flex flex-wrap gap-x-6 gap-y-2.5 font-medium">
          {points.map(({ text, claim }) => (
            <li key={text} data-claim={claim} className="flex items-center gap-2">
              <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-5 shrink-0">
                <circle cx="10" cy="10" r="10" className="fill-brand-soft" />
                <path
                  d="m6 10.500 2.700 2.700L14 7.500"
                  className="stroke-brand"
                  strokeWidth="2"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <HeroPicture />
    </section>
  );
}
