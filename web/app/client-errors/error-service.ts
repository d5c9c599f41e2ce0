import {
  captureException,
  dedupeIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/react';
import { site } from '#web/shared/api/site.ts';

const SEND_TIMEOUT_MS = 5_000;
const BUFFER_MAX = 20;

let isOpen = false;

/** Sends a fault to the operator's error service (Sentry's protocol), without anything about the member. */
export function sendToService(error: Error, reportId: string): void {
  const service = site().errorService;
  if (!service) return;
  if (!isOpen) {
    isOpen = true;
    init({
      dsn: service.dsn,
      sampleRate: service.sampleRate,
      sendClientReports: false,
      // Send only what is passed in: no breadcrumbs, no sessions, no addresses with their queries.
      defaultIntegrations: false,
      integrations: [dedupeIntegration(), linkedErrorsIntegration()],
      transport: transportWithTimeout,
      transportOptions: { bufferSize: BUFFER_MAX },
    });
  }
  captureException(error, { tags: { report: reportId, path: window.location.pathname } });
}

const transportWithTimeout = (options: Parameters<typeof makeFetchTransport>[0]) =>
  makeFetchTransport(options, (address, request) =>
    fetch(address, { ...request, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) }),
  );
