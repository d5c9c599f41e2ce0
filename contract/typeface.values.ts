import type { LanguageCode } from './languages.ts';

/** The files of the typeface by script, as `web/styles/typeface.css` names them. */
export type TypefaceScript = 'latin' | 'cyrillic' | 'vietnamese';

const BESIDE_LATIN: Partial<Record<LanguageCode, TypefaceScript>> = { ru: 'cyrillic', vi: 'vietnamese' };

/** The files that a page in this language shows characters of, so that they are asked for before its style is read. */
export const typefaceScripts = (code: LanguageCode): TypefaceScript[] => {
  const other = BESIDE_LATIN[code];
  return other ? ['latin', other] : ['latin'];
};

/** The name of a built file of the typeface; the group is its script. */
export const TYPEFACE_FILE = /^manrope-([a-z]+(?:-ext)?)-wght-normal-[\w-]+\.woff2$/;
