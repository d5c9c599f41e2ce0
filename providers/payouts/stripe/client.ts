import Stripe from 'stripe';
import { readBounded } from '#providers/common/read-bounded.ts';

/** The version of the library's types; the frame and its keys must name it too. */
export const STRIPE_API_VERSION = '2026-09-30.endive';
/** Longest request with its whole answer. Shorter than the caller's limit of one call, so that the library ends first. */
const REQUEST_MS_MAX = 9_000;
/** A page of cards has some kilobytes for each. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Stripe's library for one call, whose signal ends its requests. The library has no signals of its own, and its client for
 * Node waits for every byte anew, so it sends by `fetch`.
 */
export function stripeClient({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }, signal: AbortSignal) {
  const { protocol, hostname, port } = new URL(baseUrl);
  return new Stripe(apiKey, {
    apiVersion: STRIPE_API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port } : {}),
    // Callers decide about retries.
    maxNetworkRetries: 0,
    timeout: REQUEST_MS_MAX,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(boundedFetch(signal)),
  });
}

/** Reads the whole answer while the library's own signal, which ends after its timeout, still counts. */
const boundedFetch =
  (call: AbortSignal): typeof fetch =>
  async (url, init) => {
    const signal = init?.signal ? AbortSignal.any([call, init.signal]) : call;
    const reply = await fetch(url, { ...init, redirect: 'error', signal });
    const { status, headers } = reply;
    return new Response(await readBounded(reply.body, ANSWER_BYTES_MAX), { status, headers });
  };
