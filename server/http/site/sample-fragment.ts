import type { LanguageCode } from '#contract/languages.ts';
import type { RewardUnit } from '#contract/wording.values.ts';
import { escapeHtml } from '#domain/common/escape-html.ts';
import type { SampleOffer } from '#domain/earning/index.ts';
import { speak } from '#domain/notices/index.ts';

/**
 * The section of the front page with these offers, from the one that the build made with a single row (web/site/landing/sample.tsx);
 * empty if there are none. Amounts are in the unit of the front page; one point is one US cent is one megabyte.
 */
export function sampleFragment(
  built: string,
  offers: readonly SampleOffer[],
  { code, unit }: { code: LanguageCode; unit: RewardUnit },
): string {
  if (offers.length === 0) return '';
  const amount = speak(code)[unit];
  return built.replace(ROW, (row) => offers.map((offer) => filledRow(row, offer, amount)).join(''));
}

const ROW = /<li .*?<\/li>/s;
/** A part that is kept where it is true; none holds another element with its tag. */
const PART = /<span data-if="(\w+)"([^>]*)>(.*?)<\/span>/gs;

function filledRow(
  row: string,
  { title, source, picture, points, steps, purchase }: SampleOffer,
  amount: (points: number) => string,
): string {
  const holds: Record<string, boolean> = {
    picture: picture !== null,
    whole: steps === 1,
    steps: steps !== 1,
    purchase,
  };
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0].toLocaleUpperCase() ?? '•';
  const values: Record<string, string> = {
    TITLE: title,
    SOURCE: source,
    LETTER: letter,
    PICTURE: picture ?? '',
    AMOUNT: amount(points),
  };
  return row
    .replace(PART, (part, name: string) => (holds[name] ? part : ''))
    .replace(/__SAMPLE_([A-Z]+)__/g, (token, name: string) => escapeHtml(values[name] ?? token));
}
