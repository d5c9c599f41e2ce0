import type { Attributes, SpanKind } from '@opentelemetry/api';

/** What a span says of its work. Nothing about a person: it leaves this server. */
export interface About {
  /** Of few different values: a route, a task, a call. */
  name: string;
  kind?: keyof typeof SpanKind;
  attributes?: Attributes;
}

/** The spans of a process. */
export interface Spans {
  run: <T>(about: About, work: () => Promise<T>, traceparent?: string) => Promise<T>;
  record: (about: About, ms: number) => void;
  describe: (about: Partial<About>, failed?: boolean) => void;
  traceId: () => string | undefined;
  /** Sends what waits, for three seconds at most. */
  close: () => Promise<void>;
}

export interface TraceSettings {
  /** Address of the collector (OTLP over HTTP), without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  /** Share of the traces that are kept, 0 to 1; a caller whom the process believes decides for its own. */
  sampleRate: number;
  /** Called when spans could not be sent. */
  onFailure: (error: unknown) => void;
}
