import { expect, test } from 'vitest';
import { createPasswordHasher } from '#domain/members/index.ts';
import { newAddress, PASSWORD } from '#testing/accounts.ts';
import { createMember } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { type ApiAnswer, startTestServer } from '#testing/server.ts';

/**
 * Requirement 1: neither a response nor its time reveals whether an address has an account. The shortest times of known
 * and unknown addresses, asked in turns, may differ by chance, but not by work that only one of them causes. Other work of
 * the machine can only make a time longer, so on a busy machine more addresses are asked.
 */
const SAMPLES = 15;
const passwords = createPasswordHasher();
const site = await startTestServer({}, { passwords });
const password = await passwords.hash(PASSWORD, { ip: '127.0.0.1' });
const knownAddress = async () => (await createMember(site.database, { password })).email;

const calls = [
  ['/api/register', (email: string) => ({ email, password: PASSWORD, name: 'Robin' }), 200],
  ['/api/resend-verification', (email: string) => ({ email }), 200],
  ['/api/forgot-password', (email: string) => ({ email }), 200],
  ['/api/login', (email: string) => ({ username: email, password: 'not the password' }), 401],
] as const;

test.each(calls)(
  '(1) %s responds the same and as fast for known and unknown addresses',
  async (path, body, status) => {
    const ask = async (email: string): Promise<{ ms: number; answer: ApiAnswer }> => {
      const visitor = site.visitor();
      const started = performance.now();
      const answer = await visitor.post(path, body(email));
      return { ms: performance.now() - started, answer };
    };
    await ask(newAddress());
    const shortest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    const answers = new Set<string>();
    // A hash takes above 50 ms, a mail about 20 ms.
    const isAlike = ({ known, unknown } = shortest) =>
      Math.abs(known - unknown) < Math.max(12, 0.25 * Math.max(known, unknown));
    // A call that gives something away is asked until then.
    const end = performance.now() + 2 * WAIT.timeout;
    for (let n = 0; n < SAMPLES || (!isAlike() && performance.now() < end); n++) {
      for (const [kind, email] of [
        ['known', await knownAddress()],
        ['unknown', newAddress()],
      ] as const) {
        const { ms, answer } = await ask(email);
        shortest[kind] = Math.min(shortest[kind], ms);
        answers.add(JSON.stringify([answer.status, answer.body, [...answer.headers.keys()].sort()]));
      }
    }
    expect([...answers]).toHaveLength(1);
    expect(JSON.parse([...answers][0] ?? '[]')[0]).toBe(status);
    expect(isAlike(), `${shortest.known} ms known, ${shortest.unknown} ms unknown`).toBe(true);
  },
);
