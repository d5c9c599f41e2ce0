import type { LanguageCode } from '#contract/languages.ts';
import { loadSite } from '#web/shared/api/site.ts';
import { MissingPart, part } from '#web/shared/browser/missing-part.ts';
import type account from '#web/shared/language/messages/en/account.json';
import type admin from '#web/shared/language/messages/en/admin.json';
import type app from '#web/shared/language/messages/en/app.json';
import type auth from '#web/shared/language/messages/en/auth.json';
import type earn from '#web/shared/language/messages/en/earn.json';
import type leaving from '#web/shared/language/messages/en/leaving.json';
import type missions from '#web/shared/language/messages/en/missions.json';
import type offers from '#web/shared/language/messages/en/offers.json';
import type pause from '#web/shared/language/messages/en/pause.json';
import type redeem from '#web/shared/language/messages/en/redeem.json';
import type statement from '#web/shared/language/messages/en/statement.json';

/** Written by the build, see build/catalogues.ts. */
declare const __TEXTS__: { folder: string; languages: LanguageCode[] };

/**
 * The texts of the app by area: `app` is always loaded, the words for refusals (`errors`) follow once the first screen
 * is shown, the others come with the screens that show them.
 */
export interface Texts {
  app: typeof app;
  account: typeof account;
  admin: typeof admin;
  auth: typeof auth;
  earn: typeof earn;
  errors: Pick<typeof app, 'errors'>;
  leaving: typeof leaving;
  missions: typeof missions;
  offers: typeof offers;
  pause: typeof pause;
  redeem: typeof redeem;
  statement: typeof statement;
}
export type Area = keyof Texts;

/** The languages that a person can choose. */
export const offeredLanguages = (): readonly LanguageCode[] => __TEXTS__.languages;

/** Reads the texts of an area in a language, in the words of the site; those of staff name points always. Throws MissingPart. */
export async function fetchTexts<A extends Area>(code: LanguageCode, area: A): Promise<Texts[A]> {
  const response = await part(fetch(`${__TEXTS__.folder}${code}/${area}.json`));
  if (!response.ok) throw new MissingPart(response.status);
  const text = await part(response.text());
  const { rewardWording } = await loadSite();
  if (rewardWording !== 'data' || area === 'admin') return JSON.parse(text);
  const { inMegabytes } = await part(import('#contract/wording.words.ts'));
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? inMegabytes(code, value) : value,
  );
}
