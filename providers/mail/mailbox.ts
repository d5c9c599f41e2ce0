import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** Most mails that are kept; older ones are dropped. */
const MAILS_MAX = 200;
const MAIL_BYTES_MAX = 1024 * 1024;
const CLIENTS_MAX = 20;
const FILE_NAME = 'mail.jsonl';

export interface MailboxMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601. */
  at: string;
}

export interface Mailbox {
  /** Where to send mail: `smtp://127.0.0.1:<port>`. */
  url: string;
  /** Newest first; only those to `to` if given. */
  list: (to?: string) => MailboxMail[];
  close: () => Promise<void>;
}

/**
 * For development: an SMTP server on a free port of the loopback that delivers nothing and keeps the last mails, in
 * memory and as lines of JSON in the data folder, so that they survive a restart.
 */
export async function openMailbox(dataDir: string, onError: (error: Error) => void): Promise<Mailbox> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE_NAME);
  const mails = await readKept(file);
  await writeFile(file, mails.map(asLine).join(''), { mode: 0o600 });

  const keep = async (mail: MailboxMail) => {
    mails.push(mail);
    if (mails.length > MAILS_MAX) mails.shift();
    await appendFile(file, asLine(mail));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    maxClients: CLIENTS_MAX,
    onData: (stream, session, done) => {
      read(stream, session)
        .then(keep)
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
  });
  server.on('error', onError);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    list: (to) => mails.filter((mail) => to === undefined || mail.to === to).reverse(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<MailboxMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw new Error('the mail is too large');
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  return {
    to: session.envelope.rcptTo[0]?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    at: new Date().toISOString(),
  };
}

async function readKept(file: string): Promise<MailboxMail[]> {
  const lines = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return lines.split('\n').filter(Boolean).slice(-MAILS_MAX).flatMap(parseLine);
}

/** Leaves a line out that a crash cut off. */
function parseLine(line: string): MailboxMail[] {
  try {
    return [JSON.parse(line) as MailboxMail];
  } catch {
    return [];
  }
}

const asLine = (mail: MailboxMail) => `${JSON.stringify(mail)}\n`;
