import { html } from 'hono/html';
import type { JsonSchema } from './schemas.ts';

/** Schemas as lists of fields, for people. */

type Html = ReturnType<typeof html>;

/** The fields of a schema with their types, those of objects inside of it below them. */
export function renderFields(schema: JsonSchema): Html | string {
  const { properties, required = [], items, anyOf, oneOf, prefixItems } = schema;
  if (properties) {
    return html`<ul class="fields">${Object.entries(properties).map(([name, property]) =>
      renderField(name, property as JsonSchema, required.includes(name)),
    )}</ul>`;
  }
  const inner = [items, ...(anyOf ?? []), ...(oneOf ?? []), ...(prefixItems ?? [])] as JsonSchema[];
  return html`${inner.filter((part) => part !== undefined).map(renderFields)}`;
}

const renderField = (name: string, schema: JsonSchema, isRequired: boolean) =>
  html`<li><code>${name}</code> <span class="type">${typeOf(schema)}${isRequired ? '' : ', optional'}</span>${
    schema.description && html` ${withCode(schema.description)}`
  }${renderFields(schema)}</li>`;

/** Renders words between backticks as code. */
export const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

/** The type in words, with links to named schemas. */
export function typeOf(schema: JsonSchema): Html | string {
  const { $ref, enum: values, items, anyOf, oneOf, type, format, additionalProperties, prefixItems } = schema;
  if ($ref) {
    const name = $ref.replace(/^.*\//, '');
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (values) return joined(values.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  const choices = anyOf ?? oneOf;
  if (choices) return joined((choices as JsonSchema[]).map(typeOf));
  if (Array.isArray(type))
    return joined(type.map((one) => (one === 'null' ? 'null' : typeOf({ ...schema, type: one }))));
  if (prefixItems) return html`list of ${prefixItems.length}`;
  if (type === 'array') return html`list of ${typeOf((items ?? {}) as JsonSchema)}`;
  if (type === 'object' && typeof additionalProperties === 'object') {
    return html`object of ${typeOf(additionalProperties)} by name`;
  }
  return [(format ?? WORDS[type ?? ''] ?? type) || 'any JSON', bounds(schema)].filter(Boolean).join(', ');
}

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

const joined = (parts: (Html | string)[]) =>
  html`${parts.map((part, n) => html`${n === 0 ? '' : ' or '}${part}`)}`;

function bounds({ minimum, maximum, minLength, maxLength, default: standard }: JsonSchema): string {
  return [
    [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`]
      .filter(Boolean)
      .join(' '),
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    standard !== undefined && `${JSON.stringify(standard)} unless told`,
  ]
    .filter(Boolean)
    .join(', ');
}
