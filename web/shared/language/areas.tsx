import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import { part } from '#web/shared/browser/missing-part.ts';
import { languageStore, loadArea } from './current-language.ts';
import type { Area, Texts } from './texts.ts';

/** Texts that only some screens need, in files of their own. */
export type AreaMessages = Omit<Texts, 'app'>;

/**
 * Loads the texts of an area together with the code that shows them, and returns the code. The screen wraps itself in
 * `AreaTexts`. Throws when either cannot be loaded.
 */
export async function withTexts<Code>(area: Area, code: Promise<Code>): Promise<Code> {
  const [screen] = await Promise.all([part(code), loadArea(area)]);
  return screen;
}

/** Adds the texts of an area for everything below. `withTexts` must have loaded them. */
export function AreaTexts({ area, children }: { area: Area; children: ReactNode }) {
  const common = useMessages();
  const locale = useLocale();
  const texts = languageStore.get().texts[area];
  if (!texts) throw new Error(`The texts of ${area} are not loaded`);
  const messages = useMemo(() => ({ ...common, ...texts }), [common, texts]);
  return (
    <IntlProvider locale={locale} messages={messages}>
      {children}
    </IntlProvider>
  );
}
