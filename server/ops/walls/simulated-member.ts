import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** A member made up by a tool. */
export interface SimulatedMember {
  /** The walls as the member sees them. */
  walls: z.infer<typeof Walls>;
  /** Reads the balance from the server. */
  points: () => Promise<number>;
  /** Returns the server's response to the member at this path, byte for byte. */
  download: (path: string) => Promise<Uint8Array>;
}

const Walls = z.array(z.object({ id: z.string(), memberCode: z.string(), embed: z.unknown() }));
const MAIL_WAIT_MS = 60_000;
const MAIL_POLL_MS = 50;
const TIMEOUT_MS = 30_000;

/**
 * Signs a new member up at a development server, with the code from its mailbox, and loads the walls, which makes the
 * member's codes. Throws with the server's response if that fails.
 */
export async function signUpMember(url: string): Promise<SimulatedMember> {
  const email = `simulated-${randomBytes(6).toString('hex')}@example.com`;
  const account = { email, password: randomBytes(12).toString('base64url'), name: 'Simulated' };
  let answer = await call(url, 'POST', '/api/register', account);
  if (z.object({ requiresVerification: z.literal(true) }).safeParse(answer.body).success) {
    const code = await mailedCode(url, email);
    answer = await call(url, 'POST', '/api/verify-email', { ...account, code });
  }
  const { cookie } = answer;
  const walls = Walls.parse((await call(url, 'GET', '/api/walls', undefined, cookie)).body);
  const Balance = z.object({ points: z.int() });
  return {
    walls,
    points: async () => Balance.parse((await call(url, 'GET', '/api/user', undefined, cookie)).body).points,
    download: async (path) => {
      const headers = cookie ? { Cookie: cookie } : undefined;
      const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
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
