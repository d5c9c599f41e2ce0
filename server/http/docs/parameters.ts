import type { z } from 'zod';
import { exampleOf } from './examples.ts';
import type { Parameter } from './operation.ts';
import { type JsonSchema, wholeSchemaOf } from './schemas.ts';

/** The parameters of a schema. With `given` examples the others have none. */
export function parameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  given?: Record<string, unknown>,
): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required } = wholeSchemaOf(schema, 'input');
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => ({
    name,
    in: place,
    required: required?.includes(name) ?? false,
    schema: property,
    ...(given && !(name in given) ? {} : { example: given?.[name] ?? exampleOf(property, name) }),
  }));
}
