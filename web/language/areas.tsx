import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useMessages } from 'use-intl';
import { chosenLanguage, useLanguage } from './language.tsx';
import type { LanguageCode } from './languages.ts';
import type account from './messages/en/account.json';
import type admin from './messages/en/admin.json';
import type missions from './messages/en/missions.json';

/** Texts that only some screens need, in files of their own. */
export interface AreaMessages {
  account: typeof account;
  admin: typeof admin;
  missions: typeof missions;
}
type Area = keyof AreaMessages;

const CATALOGUES: { [A in Area]: Record<LanguageCode, () => Promise<{ default: AreaMessages[A] }>> } = {
  account: { en: () => import('./messages/en/account.json') },
  admin: { en: () => import('./messages/en/admin.json') },
  missions: { en: () => import('./messages/en/missions.json') },
};
const loaded = new Map<Area, object>();

/**
 * Loads the texts of an area beside code that shows them, so that a screen waits for both at once. Answers the code; the
 * screen wraps itself in `AreaTexts`. Throws when either cannot be loaded.
 */
export async function withTexts<Code>(area: Area, code: Promise<Code>): Promise<Code> {
  const catalogue = loaded.has(area) ? undefined : CATALOGUES[area][chosenLanguage().code as LanguageCode]();
  const [screen, texts] = await Promise.all([code, catalogue]);
  if (texts) loaded.set(area, texts.default);
  return screen;
}

/** Adds the texts of an area for everything below. Its code must have been loaded by `withTexts`. */
export function AreaTexts({ area, children }: { area: Area; children: ReactNode }) {
  const common = useMessages();
  const texts = loaded.get(area);
  if (!texts) throw new Error(`The texts of ${area} are not loaded`);
  const messages = useMemo(() => ({ ...common, ...texts }), [common, texts]);
  return (
    <IntlProvider locale={useLanguage().code} messages={messages}>
      {children}
    </IntlProvider>
  );
}
