import { hostname } from 'node:os';
import { createStackParser, createTransport, Scope } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { withoutPersonal } from './http/frame/without-personal.ts';
import { VERSION } from './version.ts';

const SEND_TIMEOUT_MS = 5_000;
/** Faults that wait to be sent; further ones are dropped, the log has them. */
const BUFFER_MAX = 20;

/** A line of the log about a fault. */
export interface Fault {
  error: Error;
  message: string;
  /** The id that the response carries, if there was a request. */
  requestId: string | undefined;
}

export interface ErrorService {
  send: (fault: Fault) => void;
  /** Waits a few seconds for what is under way. */
  close: () => Promise<void>;
}

/**
 * Sends faults of this server to the operator's error service (Sentry's protocol): the stack, the message without what may be
 * a person's, and the ids by which the log has the rest.
 */
export function openErrorService({ dsn, sampleRate }: { dsn: string; sampleRate: number }): ErrorService {
  const client = new ServerRuntimeClient({
    dsn,
    sampleRate,
    release: VERSION,
    serverName: hostname(),
    platform: 'node',
    sendClientReports: false,
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) =>
      createTransport({ ...options, bufferSize: BUFFER_MAX }, async ({ body }) => {
        const { status, headers } = await fetch(options.url, {
          method: 'POST',
          body: typeof body === 'string' ? body : Buffer.from(body),
          headers: options.headers ?? {},
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
        return {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
            'retry-after': headers.get('retry-after'),
          },
        };
      }),
    beforeSend: (event) => {
      for (const exception of event.exception?.values ?? [])
        if (exception.value) exception.value = withoutPersonal(exception.value);
      return event;
    },
  });
  client.init();
  return {
    send: ({ error, message, requestId }) => {
      const scope = new Scope();
      scope.setTags({ message, ...(requestId ? { request: requestId } : {}) });
      client.captureException(error, undefined, scope);
    },
    close: async () => {
      await client.close(SEND_TIMEOUT_MS);
    },
  };
}
