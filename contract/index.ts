import type { AnyEndpoint, Input, Output } from './endpoint.ts';
import * as features from './features.ts';

type Features = typeof features;
type Exported = { [F in keyof Features]: Features[F][keyof Features[F]] }[keyof Features];

/**
 * Every endpoint of the API by path and method: all exports of the features that are endpoints. The browser imports
 * only the types, so that zod stays out of its bundle.
 */
export const endpoints: readonly AnyEndpoint[] = Object.values(features)
  .flatMap((feature): unknown[] => Object.values(feature))
  .filter(isEndpoint)
  .toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

type Listed = Extract<Exported, AnyEndpoint>;
/** `'GET /api/user'` and so on: the browser's name of a call. */
export type CallName = `${Listed['method']} ${Listed['path']}` & keyof Calls;
/** Call name -> endpoint type. */
export type Calls = { [E in Listed as `${E['method']} ${E['path']}`]: E };
export type CallInput<N extends keyof Calls> = Input<Calls[N]>;
export type CallOutput<N extends keyof Calls> = Output<Calls[N]>;
