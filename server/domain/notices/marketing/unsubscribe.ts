import { createHmac, timingSafeEqual } from 'node:crypto';
import { UNSUBSCRIBE_PATH } from '#contract/settings.ts';
import type { Tx } from '#database/client.ts';
import { FALLBACK_LANGUAGE, type Language, speak } from '#domain/notices/words/language.ts';

const UUID_BYTES = 16;

/** The link that ends a member's marketing mail without signing in; it never expires. `key` signs it. */
export function unsubscribeUrl(appUrl: string, key: Buffer, userId: string): string {
  return `${appUrl}${UNSUBSCRIBE_PATH}?token=${tokenOf(key, userId)}`;
}

/** Returns the id of the token's member, or undefined if the signature is wrong. */
export function readUnsubscribeToken(key: Buffer, token: string): string | undefined {
  const bytes = Buffer.from(token.split('.')[0] ?? '', 'base64url');
  if (bytes.length !== UUID_BYTES) return undefined;
  const hex = bytes.toString('hex');
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(key, userId))];
  return given.length === right.length && timingSafeEqual(given, right) ? userId : undefined;
}

/** Withdraws a member's consent to marketing mail, and deletes such mails, those sent and those that wait. Can be repeated. */
export async function unsubscribe(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ marketingConsentAt: null }).where('id', '=', userId).execute();
  await tx.deleteFrom('notices').where('userId', '=', userId).where('kind', '=', 'marketing').execute();
}

const tokenOf = (key: Buffer, userId: string) =>
  `${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}.${sign(key, userId).toString('base64url')}`;

const sign = (key: Buffer, userId: string) =>
  createHmac('sha256', key).update(`unsubscribe ${userId}`).digest();

/** The text of the link's page. */
export function unsubscribeWords(productName: string, language: Language = FALLBACK_LANGUAGE) {
  const speech = speak(language);
  const { title, question, button, doneTitle, done, invalidTitle, invalid, home } = speech.texts.unsubscribe;
  const say = (text: string) => speech.say(text, { product: productName });
  return {
    productName,
    language: speech.language,
    direction: speech.direction,
    title: say(title),
    question: say(question),
    button: say(button),
    doneTitle: say(doneTitle),
    done: say(done),
    invalidTitle: say(invalidTitle),
    invalid: say(invalid),
    home: say(home),
  };
}
