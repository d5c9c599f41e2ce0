import { useT } from '#web/shared/language/language.tsx';

/** Payout providers with texts of their own. Another one is shown by its id. */
const DESCRIBED = ['sandbox', 'manual', 'stock', 'tremendous', 'stripe'] as const;

/** The name of a payout provider, and what it is. */
export function useProviderTexts() {
  const t = useT('rewards');
  const textsOf = (id: string) => {
    const described = DESCRIBED.find((known) => known === id);
    return described
      ? { name: t(`providers.${described}`), hint: t(`providerHint.${described}`) }
      : { name: id, hint: undefined };
  };
  return textsOf;
}
