import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { VERSION } from '#server/version.ts';
import type { About, Spans, TraceSettings } from './span.ts';

/** Spans that wait to be sent; further ones are dropped. */
const WAITING_MAX = 2_048;
const SEND_PAUSE_MS = 5_000;
const SEND_TIMEOUT_MS = 3_000;

/** Opens the spans of this process. */
export function openSpans({ endpoint, headers, sampleRate, onFailure }: TraceSettings): Spans {
  setGlobalErrorHandler(onFailure);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers,
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'pocketful',
      'service.version': VERSION,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRate) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: WAITING_MAX,
        scheduledDelayMillis: SEND_PAUSE_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('pocketful', VERSION);
  const current = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();
  const begin = ({ name, kind = 'INTERNAL', attributes = {} }: About, within: Context, startTime?: number) =>
    tracer.startSpan(
      name,
      { kind: SpanKind[kind], attributes, ...(startTime === undefined ? {} : { startTime }) },
      within,
    );
  return {
    run: async (about, work, traceparent) => {
      const caller = traceparent
        ? propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
        : (current.getStore() ?? ROOT_CONTEXT);
      const span = begin(about, caller);
      try {
        return await current.run(trace.setSpan(caller, span), work);
      } catch (error) {
        // Messages of errors may name people; the log has them.
        span.setStatus({ code: SpanStatusCode.ERROR });
        if (error instanceof Error) span.setAttribute('error.type', error.name);
        throw error;
      } finally {
        span.end();
      }
    },
    record: (about, ms) => {
      const within = current.getStore();
      // What belongs to no traced work would be a trace of its own.
      if (!within) return;
      const now = Date.now();
      begin(about, within, now - ms).end(now);
    },
    describe: ({ name, attributes }, failed) => {
      const span = spanOf(current);
      if (name) span?.updateName(name);
      if (attributes) span?.setAttributes(attributes);
      if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
    },
    traceId: () => spanOf(current)?.spanContext().traceId,
    close: () => provider.shutdown().catch(onFailure),
  };
}

function spanOf(current: AsyncLocalStorage<Context>) {
  const context = current.getStore();
  return context && trace.getSpan(context);
}
