import { truncateDecimal } from './amount.ts';

/** `{field}`, `{field|int}` and `{$name}`. */
const PLACEHOLDER = /\{(\$?)([^{}|]+)(?:\|([^{}|]*))?\}/g;
const FILTERS = {
  /** The whole part of a number. */
  int: truncateDecimal,
  nodash: (text: string) => text.replaceAll('-', ''),
} as const;

export interface Values {
  /** A parameter of the request, or a field of the embed. */
  field: (name: string) => string | undefined;
  /** A setting, a secret or a derived value. */
  named: (name: string) => string | undefined;
}

/**
 * Fills a template in one pass, so values are never read as templates. A missing field becomes the empty string.
 * `encode` is applied to each value, not to the text around it.
 */
export function fill(template: string, values: Values, encode = (value: string) => value): string {
  return template.replace(PLACEHOLDER, (_whole, dollar: string, name: string, filter?: string) => {
    const value = (dollar ? values.named(name) : values.field(name)) ?? '';
    return encode(filter && isFilter(filter) ? FILTERS[filter](value) : value);
  });
}

/** Fills every text inside a JSON value. A text that is just one `{...|int}` becomes a number. */
export function fillAll(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    const filled = fill(value, values);
    return /^\{[^{}]+\|int\}$/.test(value) && filled !== '' ? Number(filled) : filled;
  }
  if (Array.isArray(value)) return value.map((item) => fillAll(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, fillAll(child, values)]));
}

/** A piece of a template: text, `{field}` or `{$name}`. */
export type Piece = { kind: 'text'; text: string } | Named<'field'> | Named<'name'>;

interface Named<Kind> {
  kind: Kind;
  name: string;
  filter: string | undefined;
}

/** The pieces of a template, in order. */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: whole, 1: dollar, 2: name = '', 3: filter, index } of template.matchAll(PLACEHOLDER)) {
    if (index > end) pieces.push({ kind: 'text', text: template.slice(end, index) });
    pieces.push({ kind: dollar ? 'name' : 'field', name, filter });
    end = index + whole.length;
  }
  if (end < template.length) pieces.push({ kind: 'text', text: template.slice(end) });
  return pieces;
}

/** The fields and names that a template uses, and its faults. */
export function inspect(template: string): { fields: string[]; names: string[]; faults: string[] } {
  const found = { fields: [] as string[], names: [] as string[], faults: [] as string[] };
  for (const piece of piecesOf(template)) {
    if (piece.kind === 'text') continue;
    (piece.kind === 'name' ? found.names : found.fields).push(piece.name);
    if (piece.filter !== undefined && !isFilter(piece.filter))
      found.faults.push(
        `{${piece.name}|${piece.filter}} has a filter that does not exist; expected int or nodash`,
      );
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
