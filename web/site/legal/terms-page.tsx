import type { Language } from '#contract/languages.ts';
import type { LegalText } from '#web/site/landing/texts.ts';
import { LegalPage } from './legal-page.tsx';
import { legalValues } from './numbers.ts';

const SECTIONS = [
  'service',
  'eligibility',
  'tasks',
  'billing',
  'rewards',
  'prohibited',
  'liability',
  'termination',
  'changes',
  'law',
  'contact',
] as const;

/** The terms of use: what members and we promise each other. */
export function TermsPage({ t, language }: { t: LegalText; language: Language }) {
  const values = legalValues(language);
  return (
    <LegalPage
      t={t}
      language={language}
      title={t('terms.title')}
      intro={t('terms.intro', values)}
      sections={SECTIONS.map((id) => ({
        id,
        title: t(`terms.sections.${id}.title`),
        body: t(`terms.sections.${id}.body`, values),
      }))}
    />
  );
}
