import { LANGUAGE_NAMES } from '#contract/languages.names.ts';
import { LANGUAGE_PARAMETER, type Language, pagePath } from '#contract/languages.ts';
import { isOfferedFirst } from './texts.ts';

interface LanguageMenuProps {
  label: string;
  language: Language;
  /** Every language of the front page. */
  languages: Language[];
}

/** The languages, as links that work without script; the server stores the choice. */
export function LanguageMenu({ label, language, languages }: LanguageMenuProps) {
  const first = languages.filter(isOfferedFirst);
  const others = languages.filter((one) => !isOfferedFirst(one));
  return (
    <details className="group relative">
      <summary className="flex min-h-10 list-none items-center gap-1.5 rounded-full px-3 font-semibold text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          aria-hidden="true"
          className="size-5"
        >
          <circle cx="12" cy="12" r="9" />
          <path d="M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />
        </svg>
        <span className="sr-only">{label}:</span>
        <span className="uppercase">{language.code}</span>
      </summary>
      <ul className="absolute inset-e-0 z-10 mt-2 max-h-96 min-w-44 overflow-y-auto rounded-2xl border border-line bg-surface p-1.5 shadow-raised">
        {[...first, ...others].map((one) => (
          <li key={one.code}>
            <LanguageLink
              language={one}
              current={one.code === language.code}
              className="block rounded-xl px-3 py-2.5 hover:bg-sunken aria-[current]:font-semibold aria-[current]:text-brand"
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A list of all languages for the foot of the page. */
export function LanguageList({ label, language, languages }: LanguageMenuProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {languages.map((one) => (
          <li key={one.code}>
            <LanguageLink
              language={one}
              current={one.code === language.code}
              className="inline-block py-2 text-muted underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LanguageLink({
  language: { code, direction },
  current,
  className,
}: {
  language: Language;
  current: boolean;
  className: string;
}) {
  return (
    <a
      href={`${pagePath(code, '/')}?${LANGUAGE_PARAMETER}=${code}`}
      hrefLang={code}
      lang={code}
      dir={direction}
      aria-current={current ? 'true' : undefined}
      className={className}
    >
      {LANGUAGE_NAMES[code]}
    </a>
  );
}
