import type { TestServer, Visitor } from './server.ts';

/** A password that the site accepts. */
export const PASSWORD = 'correct horse battery';

let counter = 0;
export const newAddress = (): string => `robin.${process.pid}.${++counter}@example.com`;

/** The code of the newest mail to the address; waits until `count` mails came. */
export async function mailedCode(site: TestServer, email: string, count = 1): Promise<string> {
  const [newest] = await site.mails(email, count);
  const code = newest?.text.match(/^\d{6}$/m)?.[0];
  if (!code) throw new Error(`no code in: ${newest?.subject}`);
  return code;
}

/** The token of the link in the newest mail to the address; waits until `count` mails came. */
export async function mailedToken(site: TestServer, email: string, count = 1): Promise<string> {
  const [newest] = await site.mails(email, count);
  const token = newest?.text.match(/\/reset-password\?token=([\w-]+)/)?.[1];
  if (!token) throw new Error(`no link in: ${newest?.subject}`);
  return token;
}

/** Another code than the right one. */
export const wrongCode = (code: string): string => (code === '000000' ? '111111' : '000000');

/** Signs up as a visitor would, by the mailed code; the visitor is signed in afterwards. */
export async function signUp(
  site: TestServer,
  email = newAddress(),
  password = PASSWORD,
): Promise<{ visitor: Visitor; email: string; id: string }> {
  const visitor = site.visitor();
  const input = { email, password, name: 'Robin' };
  await visitor.post('/api/register', input);
  const answer = await visitor.post('/api/verify-email', { ...input, code: await mailedCode(site, email) });
  if (answer.status !== 200) throw new Error(`signing up answered ${answer.status}: ${answer.body.error}`);
  return { visitor, email, id: answer.body.user.id };
}
