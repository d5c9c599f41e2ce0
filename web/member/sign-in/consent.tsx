import type { ReactNode } from 'react';
import { pagePath } from '#contract/languages.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';

/** What a visitor agrees to by signing up. */
export function Consent() {
  const t = useT('auth');
  const { code } = useLanguage();
  return (
    <p className="text-center text-muted text-sm">
      {t.rich('signup.consent', {
        terms: (words) => <LegalLink href={pagePath(code, '/terms')}>{words}</LegalLink>,
        privacy: (words) => <LegalLink href={pagePath(code, '/privacy')}>{words}</LegalLink>,
      })}
    </p>
  );
}

function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline hover:text-ink">
      {children}
    </a>
  );
}
