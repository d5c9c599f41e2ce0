import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Waits for the head of the response; call it as soon as the request is made. Rejects if the request fails, and if it ends in another
 * way: of a response that switches protocols unasked (101), Node tells neither the response nor an error, only that the request is
 * closed, and the signal of a closed request does nothing.
 */
export function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  request.on('error', reject);
  request.on('close', () => reject(new Error('closed without a response')));
  return promise;
}
