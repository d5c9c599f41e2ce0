import type { LanguageCode } from '#contract/languages.ts';
import type { Tx } from '#database/client.ts';

/** Has the member's mails and push messages written in this language from now on. */
export async function chooseLanguage(tx: Tx, userId: string, language: LanguageCode): Promise<void> {
  await tx.updateTable('users').set({ locale: language }).where('id', '=', userId).execute();
}
