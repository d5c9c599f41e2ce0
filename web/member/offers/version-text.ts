import type { Offer } from '#contract/offers.ts';

type System = NonNullable<Offer['systems']>[number];

/** How companies' words for systems are written. */
const NAMES: Record<string, string> = { android: 'Android', ios: 'iOS' };

/** `Android 13+`, `iOS 15–17`, `Android ≤ 12`; undefined where no version is asked for. */
export function versionText({ name, min, max }: System): string | undefined {
  const lower = name.toLowerCase();
  const system = (Object.hasOwn(NAMES, lower) && NAMES[lower]) || name;
  if (min !== null) return max === null ? `${system} ${min}+` : `${system} ${min}–${max}`;
  return max === null ? undefined : `${system} ≤ ${max}`;
}
