import { buttonClass } from '#ui/button.tsx';
import { type LandingText, SAMPLE } from './texts.ts';

/** Marks the place in the front page where the server inserts the sample of offers, where the operator shows one. */
export const SAMPLE_PLACE = '<!--sample-->';

/**
 * Some of the offers of the site, for people who have not signed up. The server repeats the row for each and keeps of its parts with
 * `data-if` those that are true; see server/http/site/sample-fragment.ts.
 */
export function Sample({ t }: { t: LandingText }) {
  return (
    <section id="offers" aria-labelledby="sample" className="mx-auto max-w-6xl px-5 pt-14 sm:px-8 lg:pt-20">
      <h2 id="sample" className="text-center font-bold text-3xl tracking-tight sm:text-4xl">
        {t('sample.title')}
      </h2>
      <p className="mx-auto mt-3 max-w-prose text-center text-muted">{t('sample.text')}</p>
      <ul className="mt-9 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <li className="flex items-start gap-4 rounded-card bg-surface p-4 shadow-card">
          <span
            aria-hidden="true"
            className="relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-2xl bg-brand-soft font-bold text-2xl text-on-brand-soft"
          >
            {SAMPLE.letter}
            <span data-if="picture">
              <img
                src={SAMPLE.picture}
                alt=""
                width="56"
                height="56"
                loading="lazy"
                className="absolute inset-0 size-full object-cover"
              />
            </span>
          </span>
          <div className="grid min-w-0 gap-1">
            <h3 className="wrap-anywhere line-clamp-3 font-semibold leading-snug">
              <bdi>{SAMPLE.title}</bdi>
            </h3>
            <p className="wrap-anywhere text-muted text-sm">
              <bdi>{SAMPLE.source}</bdi>
            </p>
            <p className="font-bold text-brand text-xl">
              <span data-if="whole">
                <bdi>{SAMPLE.amount}</bdi>
              </span>
              <span data-if="steps">{t('sample.upTo', { amount: SAMPLE.amount })}</span>
            </p>
            <span data-if="purchase" className="text-muted text-sm">
              {t('sample.purchase')}
            </span>
          </div>
        </li>
      </ul>
      <p className="mt-7 grid justify-center">
        <a href="/auth?signup=true" className={buttonClass('primary', 'large')}>
          {t('sample.start')}
        </a>
      </p>
    </section>
  );
}
