import { useT } from '#web/shared/language/language.tsx';

/** Payout providers that have texts; others are shown by their id. */
const DESCRIBED = ['sandbox', 'manual', 'stock', 'tremendous', 'stripe'] as const;

/** Returns a payout provider's name and description. */
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
