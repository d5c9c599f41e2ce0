import { beforeAll, expect, test } from 'vitest';
import { createPasswordHasher } from '#domain/members/index.ts';
import { newAddress, PASSWORD } from '#testing/accounts.ts';
import { createMember } from '#testing/factories.ts';
import { type ApiAnswer, startTestServer } from '#testing/server.ts';

/**
 * Requirement 1: neither a response nor its time reveals whether an address has an account. The shortest of 15 known and
 * 15 unknown addresses, asked in turns, may differ by chance, but not by work that only one of them causes. Other work of
 * the machine can only make a time longer.
 */
const SAMPLES = 15;
const passwords = createPasswordHasher();
const site = await startTestServer({}, { passwords });
const known: string[] = [];

beforeAll(async () => {
  const password = await passwords.hash(PASSWORD, { ip: '127.0.0.1' });
  for (let n = 0; n < SAMPLES; n++) {
    const { id, email } = await createMember(site.database);
    await site.database.updateTable('users').set({ password }).where('id', '=', id).execute();
    known.push(email);
  }
});

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
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const answers = new Set<string>();
    for (const email of known) {
      for (const kind of ['known', 'unknown'] as const) {
        const { ms, answer } = await ask(kind === 'known' ? email : newAddress());
        times[kind].push(ms);
        answers.add(JSON.stringify([answer.status, answer.body, [...answer.headers.keys()].sort()]));
      }
    }
    expect([...answers]).toHaveLength(1);
    expect(JSON.parse([...answers][0] ?? '[]')[0]).toBe(status);
    const [a, b] = [Math.min(...times.known), Math.min(...times.unknown)];
    // A hash takes above 100 ms, a mail about 20 ms.
    expect(Math.abs(a - b), `${a.toFixed(1)} ms known, ${b.toFixed(1)} ms unknown`).toBeLessThan(
      Math.max(12, 0.25 * Math.max(a, b)),
    );
  },
);
