import { createTransport } from 'nodemailer';
import type { Mailer } from '#domain/notices/index.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Connections to the mail server that are kept, and mails sent over each before it is renewed. */
const CONNECTIONS_MAX = 2;
const MAILS_PER_CONNECTION_MAX = 100;

/**
 * Sends through an SMTP server. `url` as nodemailer reads it: `smtp://user:password@host:587` (STARTTLS where offered)
 * or `smtps://...:465`. `from` is a mailbox, such as `Pocketful <no-reply@example.com>`.
 */
export function smtpMailer(url: string, from: string): Mailer & { close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MAILS_PER_CONNECTION_MAX,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    // Mails are text of ours: nothing may be read from files or other servers.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, ...mail }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
    },
    close: () => transport.close(),
  };
}
