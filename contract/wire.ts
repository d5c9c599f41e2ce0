/** What the wire has in another form than the server's own code: times, which are text, and the names of two amounts. */

declare const MARK: unique symbol;
/** A time in UTC, ISO 8601. Any string may be given where one is wanted; the mark is there for `Domain` alone. */
export type Moment = string & { readonly [MARK]?: never };

/** The names of the server, and what the specified calls name the same; whole US cents. */
export const WIRE_NAMES = { amountUsd: 'amountUSD', cashRewardedUsd: 'cashRewardedUSD' } as const;
type DomainNames = { [N in keyof typeof WIRE_NAMES as (typeof WIRE_NAMES)[N]]: N };

/** What the server's own code has for `T` of the wire: a Date for each moment, and its own names. */
export type Domain<T> = 0 extends 1 & T
  ? T
  : T extends string
    ? typeof MARK extends keyof T
      ? Date
      : T
    : T extends readonly unknown[]
      ? { [I in keyof T]: Domain<T[I]> }
      : T extends object
        ? { [K in keyof T as K extends keyof DomainNames ? DomainNames[K] : K]: Domain<T[K]> }
        : T;
