import type { z } from 'zod';
import { type Domain, WIRE_NAMES } from '#contract/wire.ts';

type Step = (value: unknown) => unknown;

const wireNames = new Map<string, string>(Object.entries(WIRE_NAMES));
const domainNames = new Map([...wireNames].map(([own, wire]) => [wire, own]));

/** The name that the wire has for a column of the server. */
export const wireName = (own: string): string => wireNames.get(own) ?? own;

/**
 * Gives what a handler returns the form that `output` describes, see `Domain`: times become text, amounts get the name that
 * the wire has for them. Follows the schema, so that what it leaves open (JSON of the audit trail) stays as it is. Made once
 * for each call; parts without anything to change are passed on untouched.
 */
export const wireForm = <T>(output: z.ZodType<T>) =>
  (stepOf(output) ?? ((value) => value)) as (value: Domain<T>) => T;

/** Undefined where nothing has to be done. */
function stepOf(schema: z.core.$ZodType): Step | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return 'format' in def && def.format === 'datetime' ? textOf : undefined;
    case 'object':
      return objectStep(def.shape);
    case 'array':
      return arrayStep(stepOf(def.element));
    case 'union':
      return eachOf(def.options.map(stepOf));
    case 'nullable':
    case 'optional':
      return stepOf(def.innerType);
    default:
      return undefined;
  }
}

const textOf: Step = (value) => (value instanceof Date ? value.toISOString() : value);

const arrayStep = (step: Step | undefined): Step | undefined =>
  step && ((value) => (Array.isArray(value) ? value.map(step) : value));

/** Steps leave alone what is not of their shape, so that each option of a union can be tried. */
function eachOf(options: (Step | undefined)[]): Step | undefined {
  const steps = options.filter((step) => step !== undefined);
  return steps.length === 0 ? undefined : (value) => steps.reduce((formed, step) => step(formed), value);
}

function objectStep(shape: Record<string, z.core.$ZodType>): Step | undefined {
  const changes = Object.entries(shape).flatMap(([name, schema]) => {
    const own = domainNames.get(name) ?? name;
    const step = stepOf(schema);
    return step || own !== name ? [{ own, name, step }] : [];
  });
  if (changes.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const formed: Record<string, unknown> = { ...value };
    for (const { own, name, step } of changes) {
      if (own in formed) formed[name] = step ? step(formed[own]) : formed[own];
    }
    return formed;
  };
}
