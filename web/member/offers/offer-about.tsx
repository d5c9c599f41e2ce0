import type { ReactNode } from 'react';
import type { Offer } from '#contract/offers.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { isolated } from '#web/shared/language/isolate.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { useSpan } from './use-span.ts';
import { versionText } from './version-text.ts';

/** What the company says of an offer, in its words, which are plain text whatever they look like. */
export function OfferAbout({ offer }: { offer: Offer }) {
  const t = useT('offers');
  const { direction } = useLanguage();
  const { description, thingsToKnow, disclaimer, confirmation, holdDays, support } = offer;
  const conditions = [...useLimits(offer), ...offer.requirements];
  return (
    <Card className="grid gap-5">
      {description && <Part title={t('about')}>{<Words text={description} />}</Part>}
      {conditions.length > 0 && (
        <Part title={t('conditions')}>
          <ul className="list-disc ps-5">
            {conditions.map((text) => (
              <li key={text} className="wrap-anywhere">
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {thingsToKnow && <Part title={t('know')}>{<Words text={thingsToKnow} />}</Part>}
      {disclaimer && <Part title={t('disclaimer')}>{<Words text={disclaimer} />}</Part>}
      <Part title={t('when')}>
        {confirmation && <Words text={confirmation} />}
        <p>{holdDays > 0 ? t('whenHeld', { days: holdDays }) : t('whenText')}</p>
      </Part>
      {support && (
        <a
          href={support}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('quiet', 'small')} justify-self-start`}
        >
          {t('support', { source: isolated(offer.source, direction) })}
        </a>
      )}
    </Card>
  );
}

/** Where, from which version on and how long the offer can be done, a line each. Times of its steps stand at these. */
function useLimits({ states = [], systems = [], deadlineSeconds, goals }: Offer): string[] {
  const t = useT('offers');
  const span = useSpan();
  const { code, direction } = useLanguage();
  const list = (words: string[]) =>
    new Intl.ListFormat(code, { type: 'unit' }).format(words.map((word) => isolated(word, direction)));
  const versions = systems.map(versionText).filter((text) => text !== undefined);
  const ofSteps = Math.max(...goals.map((goal) => goal.deadlineSeconds ?? 0));
  const ofAll = deadlineSeconds && deadlineSeconds > ofSteps ? [deadlineSeconds] : [];
  return [
    ...(states.length > 0 ? [t('onlyStates', { states: list(states) })] : []),
    ...(versions.length > 0 ? [t('versions', { systems: list(versions) })] : []),
    ...ofAll.map((seconds) => t('deadline', { time: span(seconds) })),
  ];
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-bold text-lg">{title}</h3>
      {children}
    </section>
  );
}

const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {text}
  </p>
);
