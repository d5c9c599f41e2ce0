/** The fields of a new rule, as typed. */
export interface TypedRule {
  wall: string;
  category: string;
  words: string;
  pointsBelow: string;
  purchase: string;
  effect: string;
  countries: string;
  newMemberDays: string;
}

/**
 * The rule that the fields say. An empty field asks for nothing; `unread` are those whose text cannot be understood. A rule
 * without their condition would hit more offers, so it must not be sent.
 */
export function readRule(typed: TypedRule) {
  const isLimit = typed.effect === 'limit';
  const pointsBelow = wholeIn(typed.pointsBelow);
  const countries = isLimit ? countriesIn(typed.countries) : null;
  const newMemberDays = isLimit ? wholeIn(typed.newMemberDays) : null;
  const unread = Object.entries({ pointsBelow, countries, newMemberDays })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  return {
    unread,
    conditions: {
      wall: typed.wall || null,
      category: typed.category.trim() || null,
      words: typed.words.trim() || null,
      pointsBelow: pointsBelow ?? null,
      purchase: typed.purchase === '' ? null : typed.purchase === 'true',
    },
    limits: { countries: countries ?? null, newMemberDays: newMemberDays ?? null },
  };
}

/** A whole number above 0; null if the field is empty, undefined if it says something else. */
function wholeIn(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+$/.test(trimmed) && Number(trimmed) > 0 ? Number(trimmed) : undefined;
}

/** Codes of countries, whatever stands between them; null if the field is empty, undefined if it says something else. */
function countriesIn(text: string): string[] | null | undefined {
  if (text.trim() === '') return null;
  const codes = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const areCodes = codes.length > 0 && codes.every((code) => /^[A-Za-z]{2}$/.test(code));
  return areCodes ? codes.map((code) => code.toUpperCase()) : undefined;
}
