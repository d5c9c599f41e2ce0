import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX } from '#server/http/frame/app.ts';

/** What is read of a longer body, and thrown away, so that its sender gets to read the answer. */
const DISCARDED_BYTES_MAX = 16 * BODY_BYTES_MAX;

/** The bytes of a request's body as sent; `gone` if the connection broke before its end. */
export function readBody(incoming: IncomingMessage): Promise<Buffer | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= BODY_BYTES_MAX) chunks.push(chunk);
      else resolve('too_large');
      if (length > DISCARDED_BYTES_MAX) incoming.destroy();
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('close', () => resolve('gone'));
  });
}
