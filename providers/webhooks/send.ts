import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { WEBHOOK_ANSWER_BYTES_MAX, type WebhookFailure } from '#contract/webhooks.values.ts';
import type { WebhookAnswer, WebhookSender } from '#domain/administration/index.ts';
import { ADDRESS_REFUSED, guardAddresses, hostOf } from '#providers/common/guarded-address.ts';
import { isLoopback, isPublic } from '#providers/common/public-address.ts';
import { responseOf } from '#providers/common/response-of.ts';
import { retryAfterMs } from '#providers/common/retry-after.ts';

/** A name for this machine (RFC 6761). */
const LOCAL_NAME = /^(?:.*\.)?localhost$/;

export interface SenderOptions {
  /** In development receivers on this machine are allowed, also by http. */
  allowLoopback: boolean;
  /** Certificate of the receivers' authority, used instead of Node's own list. */
  ca?: string;
}

/**
 * Sends webhooks to hosts of the public internet only. The name is looked up for each try, and the connection uses
 * exactly the address that was checked, so the name cannot point elsewhere in between. Redirects are not followed.
 */
export function webhookSender({ allowLoopback, ca }: SenderOptions): WebhookSender {
  const isAllowed = (address: string) => isPublic(address) || (allowLoopback && isLoopback(address));
  const guard = guardAddresses(isAllowed);
  return {
    accepts: (text) => {
      const url = new URL(text);
      const host = hostOf(url);
      const local = isLoopback(host) || LOCAL_NAME.test(host);
      if (url.protocol === 'http:') return allowLoopback && local;
      return isIP(host) === 0 ? allowLoopback || !local : isAllowed(host);
    },
    post: async ({ url: text, headers, body }, signal) => {
      const url = new URL(text);
      if (guard.refuses(url)) return { failure: 'address_refused' };
      try {
        return await send(
          url,
          {
            method: 'POST',
            agent: false,
            lookup: guard.lookup,
            headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': AGENT },
            signal,
            ...(ca ? { ca } : {}),
          },
          body,
        );
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        return { failure: failureOf(error) };
      }
    },
  };
}

const AGENT = 'Pocketful-Webhooks/1';

async function send(url: URL, options: https.RequestOptions, body: string): Promise<WebhookAnswer> {
  const { request } = url.protocol === 'https:' ? https : http;
  const call = request(url, options).end(body);
  try {
    const response = await responseOf(call);
    return {
      status: response.statusCode ?? 0,
      retryAfterMs: retryAfterMs(response.headers['retry-after']),
      text: await readStart(response),
    };
  } finally {
    call.destroy();
  }
}

/** The first WEBHOOK_ANSWER_BYTES_MAX bytes as text that PostgreSQL can store. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= WEBHOOK_ANSWER_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).subarray(0, WEBHOOK_ANSWER_BYTES_MAX).toString().replaceAll('\u0000', '');
}

function failureOf(error: unknown): WebhookFailure {
  const code = String((error as { code?: unknown }).code);
  if (code === ADDRESS_REFUSED) return 'address_refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'name_unknown';
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}
const CERTIFICATE = /CERT|^UNABLE_TO_|ERR_TLS|^ERR_SSL|EPROTO/;
