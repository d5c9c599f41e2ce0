import { truncateDecimal } from './amount.ts';

/** `{field}`, `{field|int}`, `{$name}`: what stands between the braces. */
const PLACEHOLDER = /\{(\$?)([^{}|]+)(?:\|([^{}|]*))?\}/g;
const FILTERS = {
  /** The whole part of a number. */
  int: truncateDecimal,
  nodash: (text: string) => text.replaceAll('-', ''),
} as const;

export interface Values {
  /** A parameter of the request, or what an embed knows of the member. */
  field: (name: string) => string | undefined;
  /** A setting, a secret or a derived value. */
  named: (name: string) => string | undefined;
}

/**
 * Fills a template in one pass: values are never read as templates. A missing field is the empty string. `encode` is
 * applied to each value, not to the text around it.
 */
export function fill(template: string, values: Values, encode = (value: string) => value): string {
  return template.replace(PLACEHOLDER, (_whole, dollar: string, name: string, filter?: string) => {
    const value = (dollar ? values.named(name) : values.field(name)) ?? '';
    return encode(filter && isFilter(filter) ? FILTERS[filter](value) : value);
  });
}

/** Fills every text inside a JSON value. A text that is one `{...|int}` and nothing else becomes a number. */
export function fillAll(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    const filled = fill(value, values);
    return /^\{[^{}]+\|int\}$/.test(value) && filled !== '' ? Number(filled) : filled;
  }
  if (Array.isArray(value)) return value.map((item) => fillAll(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, fillAll(child, values)]));
}

/** What a template uses, and what is wrong with it. */
export function inspect(template: string): { fields: string[]; names: string[]; faults: string[] } {
  const found = { fields: [] as string[], names: [] as string[], faults: [] as string[] };
  for (const [whole, dollar, name = '', filter] of template.matchAll(PLACEHOLDER)) {
    (dollar ? found.names : found.fields).push(name);
    if (filter !== undefined && !isFilter(filter))
      found.faults.push(`${whole} has a filter that does not exist; expected int or nodash`);
  }
  if (/[{}]/.test(template.replace(PLACEHOLDER, '')))
    found.faults.push('a brace belongs to no placeholder; expected {field} or {$name}');
  return found;
}

/** The templates inside a JSON value, each with its path. */
export function textsOf(value: unknown, path: string): { text: string; path: string }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    textsOf(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
  );
}

const isFilter = (name: string): name is keyof typeof FILTERS => Object.hasOwn(FILTERS, name);
