/** How hard a password is to guess, and the one thing to say about it. */
export interface Strength {
  level: 'weak' | 'fair' | 'strong';
  reason: 'tooShort' | 'common' | 'personal' | 'repeated' | 'short' | 'good';
}

/** What people try first; the server holds the long list and has the last word. */
const COMMON =
  /^(?:pass(?:word|wort)?|qwert[yz]\w*|letmein|welcome|admin|iloveyou|abc|asdf\w*|monkey|dragon|football|baseball|master|login|hello|secret|sunshine|princess|superman|batman|trustno|zxcv\w*|1q2w3e\w*|azerty)?[\d\p{P}\p{S}\s]{0,10}$/iu;
/** From here on only the number of signs matters little. */
const STRONG_LENGTH = 14;
/** Fewer different signs than this are no word at all. */
const DISTINCT_MIN = 5;
/** Shorter names would be found in passwords by accident. */
const PERSONAL_LENGTH_MIN = 3;

/** Judges a password that is being chosen; `personal` are the member's name, address and the product's name. */
export function strengthOf(password: string, minimum: number, personal: string[]): Strength {
  if (password.length < minimum) return { level: 'weak', reason: 'tooShort' };
  if (COMMON.test(password)) return { level: 'weak', reason: 'common' };
  const lower = password.toLowerCase();
  const words = personal
    .flatMap((text) => text.toLowerCase().split(/[@.\s]+/))
    .filter((word) => word.length >= PERSONAL_LENGTH_MIN);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), lower);
  if (rest.length < minimum && rest !== lower) return { level: 'weak', reason: 'personal' };
  if (new Set(lower).size < DISTINCT_MIN) return { level: 'weak', reason: 'repeated' };
  if (rest !== lower) return { level: 'fair', reason: 'personal' };
  if (password.length < STRONG_LENGTH) return { level: 'fair', reason: 'short' };
  return { level: 'strong', reason: 'good' };
}
