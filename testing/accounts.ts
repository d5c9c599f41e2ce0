import { generateSync } from 'otplib';
import { vi } from 'vitest';
import { WAIT } from './patience.ts';
import type { ReceivedMail, TestServer, Visitor } from './server.ts';

const STEP_SECONDS = 30;

/** A password that the site accepts. */
export const PASSWORD = 'correct horse battery';

let counter = 0;
export const newAddress = (): string => `robin.${process.pid}.${++counter}@example.com`;

/** The mails to the address whose text or subject matches, newest first; waits until there are `count` of them. */
export async function mailsWith(
  site: TestServer,
  email: string,
  pattern: RegExp,
  count = 1,
): Promise<ReceivedMail[]> {
  return vi.waitFor(
    async () => {
      const mails = await site.mails(email, 0);
      const matching = mails.filter(({ subject, text }) => pattern.test(`${subject}\n${text}`));
      if (matching.length >= count) return matching;
      throw new Error(`${matching.length} of ${count} mails to ${email}: ${mails.map((m) => m.subject)}`);
    },
    { ...WAIT, interval: 20 },
  );
}

/** The code in the newest mail with one; waits until there are `count` such mails. */
export const mailedCode = (site: TestServer, email: string, count = 1): Promise<string> =>
  mailedPart(site, email, /^(\d{6})$/m, count);

/** The token of the newest mailed link; waits until there are `count` such mails. */
export const mailedToken = (site: TestServer, email: string, count = 1): Promise<string> =>
  mailedPart(site, email, /\/reset-password\?token=([\w-]+)/, count);

async function mailedPart(site: TestServer, email: string, pattern: RegExp, count: number): Promise<string> {
  const [newest] = await mailsWith(site, email, pattern, count);
  return newest?.text.match(pattern)?.[1] ?? '';
}

/** The token of the visitor's session, from the cookie. */
export const sessionToken = (visitor: Visitor): string =>
  /(?:^|; )(?:__Host-)?session=([^;]*)/.exec(visitor.cookie)?.[1] ?? '';

/** A browser of another person whose only cookie is the stolen token of the session. */
export function thiefOf(site: TestServer, visitor: Visitor): Visitor {
  const thief = site.visitor();
  thief.cookie = `session=${sessionToken(visitor)}`;
  return thief;
}

/** A code that differs from the right one. */
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

/** The code that an authenticator app shows now, or this many steps of 30 seconds later. */
export const appCode = (secret: string, stepsLater = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsLater * STEP_SECONDS });

/** A code that no step near the present one has. */
export function wrongAppCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps));
  const codes = ['111111', '222222', '333333', '444444', '555555', '666666'];
  return codes.find((code) => !near.includes(code)) ?? '';
}

/** Clears the record of used app codes, so that a test need not wait for the next code. */
export async function forgetUsedCodes(site: TestServer, userId: string): Promise<void> {
  await site.database.updateTable('users').set({ totpLastStep: null }).where('id', '=', userId).execute();
}

/** Sets two-factor sign-in up as a member would. The code of the app can be used again afterwards. */
export async function setUpTwoFactor(
  site: TestServer,
  { visitor, id }: { visitor: Visitor; id: string },
): Promise<{ secret: string; backupCodes: string[] }> {
  const { secret } = (await visitor.post('/api/user/two-factor')).body;
  const answer = await visitor.post('/api/user/two-factor/confirm', { code: appCode(secret) });
  if (answer.status !== 200) throw new Error(`confirming answered ${answer.status}: ${answer.body.error}`);
  await forgetUsedCodes(site, id);
  return { secret, backupCodes: answer.body.backupCodes };
}
