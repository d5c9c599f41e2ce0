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

/** The texts of a reward's pass. `amountCents` is in whole US cents. */
export function passWords(
  wanted: Language,
  { productName, amountCents }: { productName: string; amountCents: number },
): PassWords {
  const speech = speak(wanted);
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
