import { compareDecimals } from './amount.ts';
import type { Cond, Postback } from './definition.ts';
import type { Parameters } from './request.ts';

/** Returns whether the condition holds; false if the field was not sent. */
export function holds(cond: Cond, parameters: Parameters): boolean {
  const actual = parameters.get(cond.field);
  if (actual === undefined) return false;
  const one = typeof cond.value === 'string' ? cond.value : '';
  switch (cond.op) {
    case 'exists':
      return true;
    case 'eq':
      return actual === one;
    case 'in':
      return Array.isArray(cond.value) && cond.value.includes(actual);
    case 'prefix':
      return actual.startsWith(one);
    case 'lt':
      return (compareDecimals(actual, one) ?? 0) < 0;
    case 'gt':
      return (compareDecimals(actual, one) ?? 0) > 0;
  }
}

/** Returns the first outcome whose conditions all hold, else `otherwise`. */
export function outcomeOf(postback: Postback, parameters: Parameters) {
  const match = postback.outcomes.find(({ when }) => when.every((cond) => holds(cond, parameters)));
  return match?.then ?? postback.otherwise;
}
