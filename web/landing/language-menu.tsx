import { LANDING_LANGUAGES, type Language } from '../language/languages.ts';

/** The languages offered, as links that work without script. */
export function LanguageMenu({ label, language }: { label: string; language: Language }) {
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
      <ul className="absolute inset-e-0 z-10 mt-2 min-w-40 rounded-2xl border border-line bg-surface p-1.5 shadow-raised">
        {LANDING_LANGUAGES.map(({ code, name, direction }) => (
          <li key={code}>
            <a
              href={`/?lang=${code}`}
              hrefLang={code}
              lang={code}
              dir={direction}
              aria-current={code === language.code ? 'true' : undefined}
              className="block rounded-xl px-3 py-2.5 hover:bg-sunken aria-[current]:font-semibold aria-[current]:text-brand"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
