/** Texts that may name a person or grant access: email addresses, long numbers, long random words, queries. */
const PERSONAL = [/[^\s@<>"']+@[^\s@<>"']+/g, /\d{5,}/g, /[\w-]{32,}/g, /\?[^\s:)]*/g];

/** The text of a browser, as the log may keep it. */
export const withoutPersonal = (text: string): string =>
  PERSONAL.reduce((clean, pattern) => clean.replaceAll(pattern, '[removed]'), text);
