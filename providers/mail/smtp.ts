import { createTransport } from 'nodemailer';
import type { Mailer } from '#domain/notices/index.ts';

/** RFC 8314, RFC 6409. */
const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;
const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Most open connections to the mail server, and mails per connection before it is renewed. */
const CONNECTIONS_MAX = 2;
const MAILS_PER_CONNECTION_MAX = 100;

/**
 * `required`: nothing is sent before TLS with a valid certificate of the host. `optional`: STARTTLS if the server
 * offers it.
 */
export type MailTls = 'required' | 'optional';

/** What nodemailer says of a refusal: to which command, and the response of the server. */
interface SmtpError extends Error {
  command?: string;
  response?: string;
}

/**
 * RFC 5321, 4.2.3: no such mailbox here, for good. With the status 5.7 (RFC 3463) the server refuses this site or what it sends,
 * and not the address.
 */
const isRecipientRefused = ({ command, response = '' }: SmtpError) =>
  command === 'RCPT TO' && /^55[0-3](?![ -]5\.7\.)/.test(response);

/**
 * Sends through an SMTP server, `smtp://user:password@host:587` (STARTTLS) or `smtps://...:465` (TLS from the start).
 * `from` is a mailbox, such as `Pocketful <no-reply@example.com>`.
 */
export function smtpMailer(url: string, from: string, tls: MailTls): Mailer & { close: () => void } {
  const { protocol, hostname, port, username, password } = new URL(url);
  const sender = mailboxOf(from);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? SMTPS_PORT : SUBMISSION_PORT),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    secure,
    requireTLS: tls === 'required',
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MAILS_PER_CONNECTION_MAX,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    // Mails are our own text, so nothing may be read from files or other servers.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, ...mail }) => {
      try {
        await transport.sendMail({ from: sender, to: { name: '', address: to }, ...mail });
      } catch (error) {
        throw Object.assign(error as Error, { isRecipientRefused: isRecipientRefused(error as SmtpError) });
      }
    },
    close: () => transport.close(),
  };
}

/** Read here, since nodemailer would take a colon in the name for the start of a group and parentheses for a comment. */
function mailboxOf(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^(.*)<(.*)>$/.exec(text) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
