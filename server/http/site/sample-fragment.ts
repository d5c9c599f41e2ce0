import type { LanguageCode } from '#contract/languages.ts';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { RewardUnit } from '#contract/wording.values.ts';
import type { SampleOffer } from '#domain/earning/index.ts';
import { escapeHtml } from './escape-html.ts';

/**
 * The section of the front page with these offers, from the one that the build made with a single row (web/site/landing/sample.tsx);
 * empty if there are none. Amounts are in the unit of the front page.
 */
export function sampleFragment(
  built: string,
  offers: readonly SampleOffer[],
  { code, unit }: { code: LanguageCode; unit: RewardUnit },
): string {
  if (offers.length === 0) return '';
  return built.replace(ROW, (row) => offers.map((offer) => filledRow(row, offer, { code, unit })).join(''));
}

const ROW = /<li .*?<\/li>/s;
/** A part that is kept where it is true; none holds another element with its tag. */
const PART = /<span data-if="(\w+)"([^>]*)>(.*?)<\/span>/gs;

function filledRow(
  row: string,
  { title, source, picture, points, steps, purchase }: SampleOffer,
  { code, unit }: { code: LanguageCode; unit: RewardUnit },
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
    AMOUNT: amountIn(unit, points, code),
  };
  return row
    .replace(PART, (part, name: string) => (holds[name] ? part : ''))
    .replace(/__SAMPLE_([A-Z]+)__/g, (token, name: string) => escapeHtml(values[name] ?? token));
}

/** One point is one US cent is one megabyte. */
function amountIn(unit: RewardUnit, points: number, code: LanguageCode): string {
  if (unit === 'megabytes') return `${new Intl.NumberFormat(code).format(points)} MB`;
  return new Intl.NumberFormat(code, { style: 'currency', currency: 'USD' }).format(
    points / POINTS_PER_DOLLAR,
  );
}
