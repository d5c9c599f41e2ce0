import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PushMessage, PushSubscription } from '#domain/notices/index.ts';
import { afterwards } from './afterwards.ts';
import { selfSigned } from './certificate.ts';

/** Keys as a browser makes them, for a subscription that gets no message. */
export const PUSH_KEYS = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: Buffer.alloc(16, 1).toString('base64url'),
};

export interface PushedMessage {
  headers: IncomingHttpHeaders;
  message: PushMessage;
}

export interface TestPushService {
  /** The origin that services demand of a caller: host and port as browsers would name them. */
  origin: string;
  /** An agent that trusts the certificate of this service. */
  agent: Agent;
  /**
   * A browser that subscribes: its subscription for the site, the messages that it could decrypt, and the status of later
   * responses to messages for it alone.
   */
  subscribe: () => {
    subscription: PushSubscription;
    received: PushedMessage[];
    answer: (status: number) => void;
  };
  /** The status of later responses to messages for the other browsers; 201 at first. */
  answer: (status: number, headers?: Record<string, string>) => void;
}

/** A push service of browsers over HTTPS on the loopback, which decrypts the messages as the browser would. */
export async function startPushService(): Promise<TestPushService> {
  const { key, cert } = selfSigned();
  const browsers = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => void>();
  const statuses = new Map<string, number>();
  let reply: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const status = statuses.get(path) ?? reply.status;
      if (status === 201) browsers.get(path)?.(request.headers, Buffer.concat(chunks));
      response.writeHead(status, reply.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ ca: cert });
  afterwards(async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    agent,
    answer: (status, headers = {}) => {
      reply = { status, headers };
    },
    subscribe: () => {
      const path = `/push/${randomUUID()}`;
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const secret = randomBytes(16);
      const received: PushedMessage[] = [];
      browsers.set(path, (headers, body) => {
        received.push({ headers, message: JSON.parse(open(curve, secret, body)) as PushMessage });
      });
      const keys = { p256dh: curve.getPublicKey('base64url'), auth: secret.toString('base64url') };
      const answer = (status: number) => void statuses.set(path, status);
      return { subscription: { endpoint: origin + path, keys }, received, answer };
    },
  };
}

/** Decrypts a message of one record, by RFC 8188 (the frame) and RFC 8291 (the keys). */
function open(curve: ReturnType<typeof createECDH>, secret: Buffer, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const inputKey = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), secret, context, 32));
  const key = Buffer.from(hkdfSync('sha256', inputKey, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', inputKey, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // Padding follows a delimiter, which is 2 in the last record.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
