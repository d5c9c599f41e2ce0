import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterwards } from './afterwards.ts';

export interface ArrivedMail extends Email {
  recipient: string;
  header: (name: string) => string | undefined;
}

export interface TestMailServer {
  url: string;
  arrived: ArrivedMail[];
  /** Mails are refused with this code until it is undefined again, but they are still counted as arrived. */
  refuse: (code: number | undefined) => void;
  /** The address takes no mail from now on, and the server says so before the mail is sent. */
  forget: (address: string) => void;
}

/** A mail server on the loopback that keeps whole mails with their headers; closed after the test file. */
export async function startMailServer(): Promise<TestMailServer> {
  const arrived: ArrivedMail[] = [];
  let refusal: number | undefined;
  const forgotten = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) =>
      done(forgotten.has(address) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        arrived.push({
          ...mail,
          recipient: session.envelope.rcptTo[0]?.address ?? '',
          header: (name) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value,
        });
        done(refusal ? Object.assign(new Error('not now'), { responseCode: refusal }) : null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    refuse: (code) => {
      refusal = code;
    },
    forget: (address) => forgotten.add(address),
  };
}
