/** U+2068 and U+2069, FIRST STRONG ISOLATE and its end (Unicode Bidirectional Algorithm, UAX #9). */
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/**
 * Keeps an amount, a number or a name together in a sentence that is read from right to left, whose order would else move
 * a sign or a currency to the wrong side. Text read from left to right needs no such marks and stays as it is.
 */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
