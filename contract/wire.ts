/** Differences between the wire and the server's own code: times, which are text on the wire, and two names. */

declare const MARK: unique symbol;
/** A time in UTC, ISO 8601. Any string can be assigned to it; the mark is there only for `Domain`. */
export type Moment = string & { readonly [MARK]?: never };

/** The server's names of two amounts in whole US cents, and their names on the wire. */
export const WIRE_NAMES = { amountCents: 'amountUSD', cashRewardedCents: 'cashRewardedUSD' } as const;
type DomainNames = { [N in keyof typeof WIRE_NAMES as (typeof WIRE_NAMES)[N]]: N };

/** The server's form of `T` of the wire: a Date for each moment, and the server's own names. */
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
