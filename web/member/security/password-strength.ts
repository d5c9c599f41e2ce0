/** How hard a password is to guess, and one hint to improve it. */
export interface Strength {
  level: 'weak' | 'fair' | 'strong';
  reason: 'tooShort' | 'common' | 'personal' | 'repeated' | 'short' | 'good';
}

/** The most common guesses; the server has the long list and decides. */
const COMMON =
  /^(?:pass(?:word|wort)?|qwert[yz]\w*|letmein|welcome|admin|iloveyou|abc|asdf\w*|monkey|dragon|football|baseball|master|login|hello|secret|sunshine|princess|superman|batman|trustno|zxcv\w*|1q2w3e\w*|azerty)?[\d\p{P}\p{S}\s]{0,10}$/iu;
/** From this length on the kinds of characters matter little. */
const STRONG_LENGTH = 14;
/** Fewer different characters than this are always weak. */
const DISTINCT_MIN = 5;
/** Shorter names would match passwords by accident. */
const PERSONAL_LENGTH_MIN = 3;

/** Rates a new password; `personal` holds the member's name and address and the product's name. */
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
