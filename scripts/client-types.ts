import type { OpenApi } from '#server/http/docs/openapi.ts';
import type { Operation, Parameter } from '#server/http/docs/operation.ts';
import type { JsonSchema } from '#server/http/docs/schemas.ts';

/** Writes the types of `clients/typescript/api.ts` from the OpenAPI document. */
export function clientTypes({ info, paths, webhooks, components }: OpenApi): string {
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      call(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  const messages = Object.entries(webhooks).map(([type, { post }]) => {
    const { schema } = post.requestBody.content['application/json'] ?? { schema: {} };
    return `${comment(post.summary)}'${type}': ${typeOf(schema)};\n`;
  });
  return indented(
    [
      `// Written by \`npm run client\` from the API of Pocketful ${info.version}. Do not edit.\n\n`,
      ...named,
      `\n/** Every call: what it takes and what it returns. */\nexport interface Calls {\n${calls.join('')}}\n`,
      `\n/** Every message to a webhook, by its type. */\nexport interface Webhooks {\n${messages.join('')}}\n`,
    ].join(''),
  );
}

/** Calls with JSON responses; streams, files and messages of other systems are no calls of a client. */
function call(name: string, { summary, parameters, requestBody, responses }: Operation): string[] {
  const done = responses[200];
  const output = done && '$ref' in done ? undefined : done?.content?.['application/json']?.schema;
  if (!output) return [];
  const input = [
    inputOf('params', 'path', parameters),
    inputOf('query', 'query', parameters),
    ...(requestBody ? [`body: ${typeOf(requestBody.content['application/json']?.schema ?? {})}`] : []),
    `output: ${typeOf(output)}`,
  ].filter(Boolean);
  return [`${comment(summary)}'${name}': {\n${input.join(';\n')};\n};\n`];
}

function inputOf(part: 'params' | 'query', place: Parameter['in'], parameters: Parameter[]): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return '';
  const properties = own.map(
    ({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `${part}${own.some(({ required }) => required) ? '' : '?'}: {\n${properties.join(';\n')};\n}`;
}

const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '');

function typeOf(schema: JsonSchema): string {
  const { $ref, enum: values, anyOf, oneOf, type, items, prefixItems } = schema;
  if ($ref) return $ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values) return union(values.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (choices) return union((choices as JsonSchema[]).map(typeOf));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })));
  if (prefixItems) return `[${(prefixItems as JsonSchema[]).map(typeOf).join(', ')}]`;
  if (type === 'array') {
    const of = typeOf((items ?? {}) as JsonSchema);
    return /^\w+$/.test(of) ? `${of}[]` : `(${of})[]`;
  }
  if (type === 'object') return objectType(schema);
  return PLAIN[type ?? ''] ?? 'unknown';
}

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Indents lines by the braces that are open around them. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('/**')) return '  '.repeat(depth) + line;
      const shown = line && '  '.repeat(depth - (line.startsWith('}') ? 1 : 0)) + line;
      depth += count(line, '{') - count(line, '}');
      return shown;
    })
    .join('\n');
}

const count = (line: string, brace: string) => line.split(brace).length - 1;

const union = (types: string[]) => [...new Set(types)].join(' | ');

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const own = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, property]) =>
      `${comment(property.description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(property)}`,
  );
  if (own.length > 0) return `{\n${own.join(';\n')};\n}`;
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'never';
  return `Record<string, ${others}>`;
}
