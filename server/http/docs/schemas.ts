import { z } from 'zod';
import * as assignment from '#contract/assignment.ts';
import * as features from '#contract/features.ts';
import * as member from '#contract/member.ts';
import * as missionRules from '#contract/missions.rules.ts';
import * as webhookEvents from '#contract/webhooks.events.ts';

/** A schema of JSON Schema 2020-12, or a reference to a component. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON schemas of the contract for the OpenAPI document: exported schemas become components under their own names. */

const named = z.registry<{ id: string }>();
for (const module of [...Object.values(features), assignment, member, missionRules, webhookEvents]) {
  for (const [id, schema] of Object.entries(module)) {
    if (schema instanceof z.core.$ZodType && /^[A-Z]/.test(id)) named.add(schema, { id });
  }
}

export interface Schemas {
  /** The schema, with `$ref` where it or a part of it has a name. Notes the components that it names. */
  schemaOf: (schema: z.ZodType, io: Io) => JsonSchema;
  /** The components that were named so far, by name. */
  components: Record<string, JsonSchema>;
}
type Io = 'input' | 'output';

/** Throws if a name stands for two schemas: two exports, or an input and an output that differ. */
export function openSchemas(): Schemas {
  const components: Schemas['components'] = {};
  return {
    components,
    schemaOf: (schema, io) => {
      // What is named is described by reference only inside of another schema.
      const { $defs = {}, properties } = toJson(z.object({ schema }), io);
      for (const [name, definition] of Object.entries($defs)) {
        if (JSON.stringify(components[name] ?? definition) !== JSON.stringify(definition)) {
          throw new Error(`The contract has two schemas called ${name}`);
        }
        components[name] = definition;
      }
      return properties.schema;
    },
  };
}

/** The schema with everything in it, for examples and parameters. */
export function wholeSchemaOf(schema: z.ZodType, io: Io): JsonSchema {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy(io) });
  return whole;
}

function toJson(
  schema: z.ZodType,
  io: Io,
): { $defs?: Record<string, JsonSchema>; properties: { schema: JsonSchema } } {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: named, override: tidy(io) });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** Formats whose pattern says no more than they do. */
const FORMATS = ['uuid', 'date-time', 'date', 'email'];

/**
 * Takes out what says nothing: patterns beside a format, the bounds of JavaScript, the name inside the named schema. A text that
 * may be null says so in its type.
 */
const tidy =
  (io: Io) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
    delete jsonSchema.id;
    const { description } = z.globalRegistry.get(zodSchema) ?? {};
    if (description) jsonSchema.description = description;
    const { anyOf: [text, ...others] = [] } = jsonSchema;
    if (text?.type === 'string' && text.format && others.length === 1 && others[0]?.type === 'null') {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, text, { type: ['string', 'null'] });
    }
    if (jsonSchema.format && FORMATS.includes(jsonSchema.format)) delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // A later version may add properties to a response, see docs/api.md.
    const { def } = zodSchema._zod;
    if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  };
