/** U+2068 and U+2069, FIRST STRONG ISOLATE and its end (Unicode Bidirectional Algorithm, UAX #9). */
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/**
 * Keeps an amount, a number or a name together in a right-to-left sentence, where a sign or a currency would otherwise
 * move to the wrong side. Left-to-right text needs no marks and stays as it is.
 */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
