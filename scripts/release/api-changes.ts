import type { OpenApi } from '#server/http/docs/openapi.ts';
import type { Operation, Parameter, Reference, Response } from '#server/http/docs/operation.ts';
import type { JsonSchema } from '#server/http/docs/schemas.ts';

/** What of an API description is compared. */
export type Api = Pick<OpenApi, 'paths' | 'webhooks' | 'components'>;

export interface ApiChanges {
  /** What callers of the earlier API can trip over, a sentence each; docs/api.md says what counts. */
  breaking: string[];
  /** What came to it. */
  added: string[];
}

/** Who reads a schema: of what is sent to callers more may come, of what they send no more may be asked. */
type Side = 'sent' | 'taken';

/** Compares two descriptions of the API. Examples and texts do not count. */
export function apiChanges(earlier: Api, later: Api): ApiChanges {
  const breaking: string[] = [];
  const added: string[] = [];
  const compare = comparison(earlier, later, (text) => breaking.push(text));
  const [before, after] = [operationsOf(earlier), operationsOf(later)];
  for (const [name, operation] of before) {
    const now = after.get(name);
    if (!now) breaking.push(`${name} is gone${operation.deprecated ? '' : ', and was not deprecated'}`);
    else compareOperations(name, operation, now, compare, breaking);
  }
  for (const name of after.keys()) if (!before.has(name)) added.push(name);
  for (const [type, { post }] of Object.entries(earlier.webhooks)) {
    const now = later.webhooks[type];
    if (!now) breaking.push(`The webhook ${type} is gone`);
    else compare(`The webhook ${type}`, jsonOf(post.requestBody), jsonOf(now.post.requestBody), 'sent');
  }
  added.push(...Object.keys(later.webhooks).filter((type) => !(type in earlier.webhooks)));
  return { breaking, added };
}

const operationsOf = ({ paths }: Api) =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  );

const jsonOf = (body: Pick<Response, 'content'> | Reference | undefined): JsonSchema | undefined =>
  body && !('$ref' in body) ? body.content?.['application/json']?.schema : undefined;

type Compare = (
  at: string,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  side: Side,
) => void;

function compareOperations(
  name: string,
  before: Operation,
  after: Operation,
  compare: Compare,
  breaking: string[],
) {
  const ways = (operation: Operation) => operation.security.flatMap(Object.keys);
  for (const way of ways(before)) {
    if (!ways(after).includes(way) && after.security.length > 0)
      breaking.push(`${name} takes no ${way} any more`);
  }
  if (before.security.length === 0 && after.security.length > 0)
    breaking.push(`${name} is not open any more`);
  const find = (list: Parameter[], one: Parameter) =>
    list.find((other) => other.name === one.name && other.in === one.in);
  for (const parameter of before.parameters) {
    const now = find(after.parameters, parameter);
    const at = `${name}, parameter ${parameter.name}`;
    if (!now) breaking.push(`${at}, is gone`);
    else compare(at, parameter.schema, now.schema, 'taken');
    if (now?.required && !parameter.required) breaking.push(`${at}, is required now`);
  }
  for (const parameter of after.parameters) {
    if (parameter.required && !find(before.parameters, parameter)) {
      breaking.push(`${name}, parameter ${parameter.name}, is new and required`);
    }
  }
  const [body, nowBody] = [jsonOf(before.requestBody), jsonOf(after.requestBody)];
  if (!body && nowBody) breaking.push(`${name} needs a body now`);
  else if (nowBody) compare(`${name}, body`, body, nowBody, 'taken');
  compare(`${name}, response`, jsonOf(before.responses[200]), jsonOf(after.responses[200]), 'sent');
}

/** Returns a comparison of schemas of the two APIs that tells `report` what breaks. */
function comparison(earlier: Api, later: Api, report: (text: string) => void): Compare {
  const resolve = ({ components }: Api, schema: JsonSchema): JsonSchema =>
    schema.$ref ? (components.schemas[schema.$ref.replace(/^.*\//, '')] ?? {}) : schema;
  const compare: Compare = (at, before, after, side) => {
    if (!before || !after) {
      if (before) report(`${at}, is gone`);
      return;
    }
    const [old, now] = [resolve(earlier, before), resolve(later, after)];
    const differing = difference(old, now, side);
    if (differing) return report(`${at}: ${differing}`);
    compareProperties(at, old, now, side);
    if (old.items && now.items) compare(`${at}[]`, old.items as JsonSchema, now.items as JsonSchema, side);
    for (const [n, choice] of choicesOf(old).entries())
      compare(at, choice, choicesOf(now)[n] ?? choice, side);
  };
  const compareProperties = (at: string, old: JsonSchema, now: JsonSchema, side: Side) => {
    const { properties = {}, required = [] } = now;
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const place = `${at}.${name}`;
      if (!(name in properties)) report(`${place}, is gone`);
      else compare(place, property as JsonSchema, properties[name] as JsonSchema, side);
      const [was, is] = [old.required?.includes(name), required.includes(name)];
      if (side === 'sent' && was && !is && name in properties) report(`${place}, may be missing now`);
      if (side === 'taken' && !was && is) report(`${place}, is required now`);
    }
    if (side === 'sent' || !old.properties) return;
    for (const name of required) {
      if (!(name in old.properties)) report(`${at}.${name}, is new and required`);
    }
  };
  return compare;
}

const choicesOf = ({ anyOf, oneOf }: JsonSchema) => (anyOf ?? oneOf ?? []) as JsonSchema[];
const typesOf = ({ type, enum: values }: JsonSchema) => (type ? [type].flat() : values ? ['string'] : []);

/** What of two schemas differs so that callers can trip over it, in words; '' if nothing does. */
function difference(old: JsonSchema, now: JsonSchema, side: Side): string {
  const [oldTypes, newTypes] = [typesOf(old), typesOf(now)];
  const [narrow, wide] = side === 'sent' ? [newTypes, oldTypes] : [oldTypes, newTypes];
  if (narrow.some((type) => !wide.includes(type)) && wide.length > 0) {
    return `${oldTypes.join(' or ')} has become ${newTypes.join(' or ') || 'another type'}`;
  }
  const [oldChoices, newChoices] = [choicesOf(old).length, choicesOf(now).length];
  if (newChoices < oldChoices && side === 'taken') return 'takes fewer shapes';
  if (side === 'sent') return '';
  const values = now.enum ?? (now.const === undefined ? undefined : [now.const]);
  const gone = (old.enum ?? []).filter((value) => values && !values.includes(value));
  if (gone.length > 0 || (values && !old.enum && old.const === undefined))
    return `takes ${gone.join(', ')} no more`;
  if ((now.minimum ?? -Infinity) > (old.minimum ?? -Infinity))
    return `takes nothing below ${now.minimum} now`;
  if ((now.maximum ?? Infinity) < (old.maximum ?? Infinity)) return `takes nothing above ${now.maximum} now`;
  if ((now.minLength ?? 0) > (old.minLength ?? 0)) return `takes nothing shorter than ${now.minLength} now`;
  if ((now.maxLength ?? Infinity) < (old.maxLength ?? Infinity))
    return `takes nothing longer than ${now.maxLength} now`;
  if (now.pattern !== undefined && now.pattern !== old.pattern) return 'takes texts of another pattern now';
  return '';
}
