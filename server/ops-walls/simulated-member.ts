import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** A member whom a simulation made up. */
export interface SimulatedMember {
  /** By which the wall knows the member. */
  code: string;
  /** Asks the server for the balance; undefined for a code that was given. */
  points: (() => Promise<number>) | undefined;
}

const MAIL_WAIT_MS = 15_000;
const MAIL_POLL_MS = 50;
const TIMEOUT_MS = 30_000;

/**
 * Signs a new member up at a server in development, with the code from its mailbox, and asks for the member's code of the
 * wall. Throws with the answer of the server where that does not work.
 */
export async function signUpMember(url: string, wall: string): Promise<SimulatedMember> {
  const email = `simulated-${randomBytes(6).toString('hex')}@example.com`;
  const account = { email, password: randomBytes(12).toString('base64url'), name: 'Simulated' };
  let answer = await call(url, 'POST', '/api/register', account);
  if (z.object({ requiresVerification: z.literal(true) }).safeParse(answer.body).success) {
    const code = await mailedCode(url, email);
    answer = await call(url, 'POST', '/api/verify-email', { ...account, code });
  }
  const { cookie } = answer;
  const walls = z
    .array(z.object({ id: z.string(), memberCode: z.string() }))
    .parse((await call(url, 'GET', '/api/walls', undefined, cookie)).body);
  const code = walls.find(({ id }) => id === wall)?.memberCode;
  if (!code) throw new Error(`the server at ${url} has no wall ${wall}`);
  const Balance = z.object({ points: z.int() });
  return {
    code,
    points: async () => Balance.parse((await call(url, 'GET', '/api/user', undefined, cookie)).body).points,
  };
}

async function mailedCode(url: string, email: string): Promise<string> {
  const end = Date.now() + MAIL_WAIT_MS;
  while (Date.now() < end) {
    const { body } = await call(url, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`);
    const [newest] = z.array(z.object({ text: z.string() })).parse(body);
    const code = newest && /^\d{6}$/m.exec(newest.text)?.[0];
    if (code) return code;
    await sleep(MAIL_POLL_MS);
  }
  throw new Error(`no mail came to the mailbox at ${url}/dev/mail`);
}

async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  cookie?: string,
): Promise<{ body: unknown; cookie: string | undefined }> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(cookie ? { Cookie: cookie } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text.slice(0, 200)}`);
  return { body: JSON.parse(text), cookie: answer.headers.getSetCookie()[0]?.split(';')[0] };
}
