import { z } from 'zod';
import { fault } from './faults.ts';
import { LANGUAGE_CODES } from './languages.ts';
import { idParams, requiredText } from './shapes.ts';

/**
 * Texts of staff (missions, rewards) in other languages. A translation belongs to the words that it translates: when they
 * change, it no longer applies, and members read the new words until somebody translates them.
 */

const TEXT_MAX = 500;
const TEXTS_MAX = 300;

const Translation = z
  .record(requiredText(TEXT_MAX), requiredText(TEXT_MAX))
  .refine((texts) => Object.keys(texts).length <= TEXTS_MAX, fault('invalid'));

/** Language -> the original text -> the text in that language. */
export const Translations = z.partialRecord(z.enum(LANGUAGE_CODES), Translation);
export type Translations = z.infer<typeof Translations>;

/** The call that replaces the translation into one language. */
export const translationCall = {
  method: 'PUT',
  access: 'admin',
  permission: 'catalogue.edit',
  params: idParams.extend({ language: z.enum(LANGUAGE_CODES) }),
  /** The original text -> its translation. Members read a text without one as it was written. */
  body: z.object({ texts: Translation }),
} as const;
