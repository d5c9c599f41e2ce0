import { type Language, speak } from './language.ts';

/** What a pass in a wallet says, in one language. */
export interface PassWords {
  language: Language;
  /** Read out for people who do not see the pass. */
  description: string;
  /** The amount in dollars. */
  value: string;
  labels: { value: string; issued: string; expires: string; reference: string; about: string };
  /** What the pass is not, and where the reward is. */
  note: string;
  /** The same, in short. */
  brief: string;
  open: string;
  test: string;
}

/** The words of a reward's pass. `amountUsd` is whole US cents. */
export function passWords(
  wanted: Language,
  { productName, amountUsd }: { productName: string; amountUsd: number },
): PassWords {
  const speech = speak(wanted);
  const { description, note, brief, open, test, ...labels } = speech.texts.pass;
  const say = (text: string) => speech.say(text, { product: productName });
  return {
    language: speech.language,
    description: say(description),
    value: speech.dollars(amountUsd),
    labels,
    note: say(note),
    brief: say(brief),
    open: say(open),
    test,
  };
}
