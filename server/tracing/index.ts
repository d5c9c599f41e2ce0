import type { About, Spans, TraceSettings } from './span.ts';

/**
 * Traces by OpenTelemetry. Nothing of it is loaded unless the operator names where they go, and then each of these
 * functions costs one comparison.
 */

let spans: Spans | undefined;

/** Traces from now on, until the returned function has sent what is left. */
export async function openTracing(settings: TraceSettings): Promise<() => Promise<void>> {
  const { openSpans } = await import('./spans.ts');
  const opened = openSpans(settings);
  spans = opened;
  return async () => {
    spans = undefined;
    await opened.close();
  };
}

/** Whether the process traces. */
export const isTracing = (): boolean => spans !== undefined;

/**
 * Runs the work in a span, within the one of its caller. `traceparent` (W3C Trace Context) is of a caller elsewhere whom the
 * process believes.
 */
export const traced = <T>(about: About, work: () => Promise<T>, traceparent?: string): Promise<T> =>
  spans ? spans.run(about, work, traceparent) : work();

/** Adds work that has just ended, `ms` milliseconds long, to the span of its caller. */
export const recordSpan = (about: About, ms: number): void => spans?.record(about, ms);

/** Tells the current span what became known during its work. */
export const describeSpan = (about: Partial<About>, failed = false): void => spans?.describe(about, failed);

/** Of the current span, 32 hexadecimal digits. */
export const traceId = (): string | undefined => spans?.traceId();
