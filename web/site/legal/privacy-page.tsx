import type { Language } from '#contract/languages.ts';
import type { LegalText } from '#web/site/landing/texts.ts';
import { LegalPage } from './legal-page.tsx';
import { legalValues } from './numbers.ts';

const SECTIONS = [
  'collected',
  'usage',
  'sharing',
  'security',
  'rights',
  'retention',
  'transfers',
  'changes',
  'contact',
] as const;

/** The privacy policy: what we know about members and why. */
export function PrivacyPage({ t, language }: { t: LegalText; language: Language }) {
  const values = legalValues(language);
  return (
    <LegalPage
      t={t}
      language={language}
      title={t('privacy.title')}
      intro={t('privacy.intro', values)}
      sections={SECTIONS.map((id) => ({
        id,
        title: t(`privacy.sections.${id}.title`),
        body: t(`privacy.sections.${id}.body`, values),
      }))}
    />
  );
}
