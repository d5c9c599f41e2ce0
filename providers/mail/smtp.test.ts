import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, expect, test } from 'vitest';
import { selfSigned } from '#testing/certificate.ts';
import { smtpMailer } from './smtp.ts';

const certificate = selfSigned();
const known = getCACertificates('default');
afterEach(() => setDefaultCACertificates(known));

/** A real mail server that asks for a password; records what it gets, and whether under TLS. */
async function server(options: SMTPServerOptions) {
  const told: string[] = [];
  const received: string[] = [];
  const smtp = new SMTPServer({
    ...certificate,
    ...options,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, session, done) => {
      told.push(`${session.secure ? 'TLS' : 'plain'} ${username} ${password}`);
      done(null, { user: username });
    },
    onData: async (stream, session, done) => {
      received.push(await text(stream));
      told.push(`${session.secure ? 'TLS' : 'plain'} mail`);
      done();
    },
  });
  // The client leaves during the handshake.
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = smtp.server.address() as AddressInfo;
  const send = async (
    tls: 'required' | 'optional',
    protocol = 'smtp',
    from = 'Pocketful <no-reply@rewards.example>',
  ) => {
    const url = `${protocol}://robin:p%40ss@127.0.0.1:${port}`;
    const mailer = smtpMailer(url, from, tls);
    const mail = { to: 'ada@example.com', subject: 'Hi', text: 'Hi', html: '<p>Hi</p>' };
    return mailer.send(mail).finally(() => mailer.close());
  };
  return { told, received, send };
}
const PLAIN: SMTPServerOptions = { disabledCommands: ['STARTTLS'] };

test('a server without STARTTLS gets neither mail nor password if TLS is required', async () => {
  const { told, send } = await server(PLAIN);
  await expect(send('required')).rejects.toThrow();
  expect(told).toEqual([]);
  await send('optional');
  expect(told).toEqual(['plain robin p@ss', 'plain mail']);
});

test.each([
  ['STARTTLS', {}, 'smtp'],
  ['TLS from the start', { secure: true }, 'smtps'],
])('a server with %s gets all under TLS once its certificate is trusted', async (_, options, protocol) => {
  const { told, send } = await server(options);
  await expect(send('required', protocol)).rejects.toThrow();
  expect(told).toEqual([]);
  setDefaultCACertificates([...known, certificate.cert]);
  await send('required', protocol);
  expect(told).toEqual(['TLS robin p@ss', 'TLS mail']);
});

test.each([
  [true, 'RCPT TO', 550, 'no such user'],
  [true, 'RCPT TO', 552, '5.2.2 mailbox full'],
  // Greylisting, a block list, an error of the server, a sender that may not send.
  [false, 'RCPT TO', 450, 'try again later'],
  [false, 'RCPT TO', 550, '5.7.1 your address is blocked'],
  [false, 'RCPT TO', 554, 'transaction failed'],
  [false, 'MAIL FROM', 550, 'no such sender'],
])(
  'a recipient is refused for good: %s, for %s answered by %i %s',
  async (isRecipientRefused, at, code, says) => {
    const refuse: SMTPServerOptions['onMailFrom'] = (_address, _session, done) =>
      done(Object.assign(new Error(says), { responseCode: code }));
    const { send } = await server({
      ...PLAIN,
      hideENHANCEDSTATUSCODES: true,
      ...(at === 'RCPT TO' ? { onRcptTo: refuse } : { onMailFrom: refuse }),
    });
    await expect(send('optional')).rejects.toMatchObject({ isRecipientRefused });
  },
);

test('a server without TLS gets nothing if TLS is required from the start', async () => {
  const { told, send } = await server(PLAIN);
  await expect(send('optional', 'smtps')).rejects.toThrow();
  expect(told).toEqual([]);
});

test.each([
  ['Acme, Inc. <no-reply@acme.example>', '"Acme, Inc." <no-reply@acme.example>'],
  ['"Acme, Inc." <no-reply@acme.example>', '"Acme, Inc." <no-reply@acme.example>'],
  ['Acme: Rewards <no-reply@acme.example>', '"Acme: Rewards" <no-reply@acme.example>'],
  ['Acme (UK) <no-reply@acme.example>', '"Acme (UK)" <no-reply@acme.example>'],
  ['Pocketful <no-reply@acme.example>', 'Pocketful <no-reply@acme.example>'],
  ['<no-reply@acme.example>', 'no-reply@acme.example'],
  ['no-reply@acme.example', 'no-reply@acme.example'],
])('mails of %s name it whole as their sender', async (from, header) => {
  const { received, send } = await server(PLAIN);
  await send('optional', 'smtp', from);
  expect(/^From: (.*)\r$/m.exec(received.join())?.[1]).toBe(header);
});
