import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX } from '#server/http/frame/app.ts';

/** Bytes of a longer body that are read and dropped, so that its sender can read the response. */
const DISCARDED_BYTES_MAX = 16 * BODY_BYTES_MAX;

/** Returns the body's bytes as sent; `gone` if the connection broke before its end. */
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
