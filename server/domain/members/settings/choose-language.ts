import type { LanguageCode } from '#contract/languages.ts';
import type { Tx } from '#database/client.ts';

/** Sets the language of the member's mails and push messages. */
export async function chooseLanguage(tx: Tx, userId: string, language: LanguageCode): Promise<void> {
  await tx.updateTable('users').set({ locale: language }).where('id', '=', userId).execute();
}
