import type { RewardWording } from '#contract/site.values.ts';
import { WORDINGS } from '#contract/wording.values.ts';
import { type Language, speak } from './language.ts';

/** The texts of a wallet pass in one language. */
export interface PassWords {
  language: Language;
  /** Read out by screen readers. */
  description: string;
  /** What the reward is worth, in the unit of the site's redemptions. */
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
  {
    productName,
    rewardWording,
    amountCents,
    country,
  }: { productName: string; rewardWording: RewardWording; amountCents: number; country: string | null },
): PassWords {
  const speech = speak(wanted, country);
  const { unit } = WORDINGS[rewardWording].redeem;
  const { description, note, brief, open, test, ...labels } = speech.texts.pass;
  const say = (text: string) => speech.say(text, { product: productName });
  return {
    language: speech.language,
    description: say(description),
    // One US cent is one megabyte.
    value: unit === 'megabytes' ? speech.megabytes(amountCents) : speech.dollars(amountCents),
    labels,
    note: say(note),
    brief: say(brief),
    open: say(open),
    test,
  };
}
