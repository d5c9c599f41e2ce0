/** Most values that one path gives; what a list has beyond is not read. */
const VALUES_MAX = 500;

/**
 * The values at a dotted path of foreign JSON, in order. Lists on the way are walked through, so that
 * `geo.countries.code` gives the code of each country. Null and missing ones are left out.
 */
export function valuesAt(json: unknown, path: string): unknown[] {
  let found: unknown[] = flat([json]);
  for (const key of path.split('.')) {
    found = flat(
      found.map((value) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      ),
    );
  }
  return found;
}

/** The first value at a path; undefined if there is none. */
export const valueAt = (json: unknown, path: string | undefined): unknown =>
  path === undefined ? undefined : valuesAt(json, path)[0];

/** One level of lists is opened: lists of lists are in no feed. */
const flat = (values: unknown[]): unknown[] => {
  const opened: unknown[] = [];
  for (const value of values) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (opened.length === VALUES_MAX) return opened;
      if (one !== null && one !== undefined) opened.push(one);
    }
  }
  return opened;
};

/** A text or a number as text, trimmed; undefined for anything else and for an empty text. */
export function scalarText(value: unknown): string | undefined {
  const text =
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'number' && Number.isFinite(value)
        ? String(value)
        : '';
  return text === '' ? undefined : text;
}

/** True for true, 1, "1", "true" and "yes". */
export const isYes = (value: unknown): boolean =>
  value === true || value === 1 || /^(?:1|true|yes)$/i.test(typeof value === 'string' ? value : '');

/** As `isYes`; false for false, 0, "0", "false" and "no" alone, and null for anything else. */
export const yesOrNo = (value: unknown): boolean | null => {
  const isNo = value === false || /^(?:0|false|no)$/i.test(scalarText(value) ?? '');
  return isYes(value) ? true : isNo ? false : null;
};
