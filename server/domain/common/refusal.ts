import { ERRORS, type ErrorCode } from '#contract/errors.ts';

/**
 * An expected failure. Domain functions throw it; it rolls the transaction back, and the caller gets its status and
 * code.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Dotted path -> `fault(...)`, or a text of its own; the API says the text of a fault. */
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, string | number> | undefined;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;
  /** Of too_many_requests: the name of the limit, if it is one of a member, an address or a key. */
  readonly limit: string | undefined;

  constructor(
    code: ErrorCode,
    more: {
      fields?: Record<string, string>;
      details?: Record<string, string | number>;
      retryAfter?: number;
      limit?: string;
    } = {},
  ) {
    super(
      ERRORS[code].text.replace(/\{(\w+)\}/g, (whole, name: string) => String(more.details?.[name] ?? whole)),
    );
    this.code = code;
    this.status = ERRORS[code].status;
    this.fields = more.fields;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
    this.limit = more.limit;
  }
}
