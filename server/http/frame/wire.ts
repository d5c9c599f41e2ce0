import type { z } from 'zod';
import { type Domain, WIRE_NAMES } from '#contract/wire.ts';
import { isoText } from './iso-text.ts';

type Step = (value: unknown) => unknown;

const domainNames = new Map<string, string>(Object.entries(WIRE_NAMES).map(([own, wire]) => [wire, own]));

/**
 * Returns a function that converts a handler's result to the form of `output`, see `Domain`: times become text, amounts
 * get their names on the wire. It follows the schema, so open parts (JSON of the audit trail) stay unchanged. Made once
 * per endpoint; parts without conversions are passed on as they are.
 */
export const wireForm = <T>(output: z.ZodType<T>) =>
  (stepOf(output) ?? ((value) => value)) as (value: Domain<T>) => T;

/** Undefined if there is nothing to convert. */
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

const textOf: Step = (value) => (value instanceof Date ? isoText(value) : value);

const arrayStep = (step: Step | undefined): Step | undefined =>
  step && ((value) => (Array.isArray(value) ? value.map(step) : value));

/** A step ignores values of another shape, so the steps of all options of a union can run. */
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
