import { type Language, speak } from './language.ts';

/** The texts of a wallet pass in one language. */
export interface PassWords {
  language: Language;
  /** Read out by screen readers. */
  description: string;
  /** The amount in dollars. */
  value: string;
  labels: { value: string; issued: string; expires: string; reference: string; about: string };
  /** What the pass is not, and where the reward is. */
  note: string;
  /** The note in short. */
  brief: string;
  open: string;
  test: string;
}

/** The texts of a reward's pass. `amountCents` is in whole US cents, `country` where the member lives (ISO 3166-1 alpha-2). */
export function passWords(
  wanted: Language,
  { productName, amountCents, country }: { productName: string; amountCents: number; country: string | null },
): PassWords {
  const speech = speak(wanted, country);
  const { description, note, brief, open, test, ...labels } = speech.texts.pass;
  const say = (text: string) => speech.say(text, { product: productName });
  return {
    language: speech.language,
    description: say(description),
    value: speech.dollars(amountCents),
    labels,
    note: say(note),
    brief: say(brief),
    open: say(open),
    test,
  };
}
