import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { CAPTCHA_ACTIONS } from '#contract/captcha.values.ts';
import type { CaptchaVerifier } from '#domain/trust/index.ts';

/** How long a challenge can be solved and used, in milliseconds. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** The browser's widget has a worker for this algorithm. */
const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations of one try. */
const COST = 2_000;
/** Tries until the solution: 300,000 iterations on average, about 0.3 s on one core of a phone. */
const TRIES_MIN = 50;
const TRIES_MAX = 250;

/** The fields we read of the base64 JSON that the widget `altcha` 3 returns. */
const Token = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string(),
      data: z.object({ action: z.enum(CAPTCHA_ACTIONS), member: z.string(), expiresAt: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * ALTCHA (https://altcha.org): a proof of work without vendor or account. Action, member and the end in milliseconds
 * since 1970 are part of the signed data; ALTCHA's own field for the end is compared with the clock of each process, and
 * in the browser with the member's. Each key has one purpose: one signs challenges, the other their solutions. `now`
 * returns the time that all processes share.
 */
export function altcha(options: {
  challengeKey: Buffer;
  answerKey: Buffer;
  now: () => Promise<Date>;
  lifetimeMs?: number;
}): CaptchaVerifier {
  const lifetimeMs = options.lifetimeMs ?? CHALLENGE_LIFETIME_MS;
  const signing = {
    hmacSignatureSecret: options.challengeKey.toString('hex'),
    // Signs the solution, so that checking it costs one HMAC instead of the work itself.
    hmacKeySignatureSecret: options.answerKey.toString('hex'),
  };

  return {
    challenge: async (action, memberId) => {
      const challenge = await createChallenge({
        ...signing,
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(TRIES_MAX, TRIES_MIN),
        data: { action, member: memberId, expiresAt: (await options.now()).getTime() + lifetimeMs },
        deriveKey,
      });
      return { ...challenge };
    },

    verify: async (token, memberId) => {
      if (token.trim() === '') return { t: 'missing' };
      const parsed = Token.safeParse(decode(token));
      if (!parsed.success) return { t: 'invalid' };
      const { challenge, solution } = parsed.data;
      const { nonce, data } = challenge.parameters;
      const result = await verifySolution({
        ...signing,
        challenge: challenge as unknown as Challenge,
        solution,
        deriveKey,
      });
      if (!result.verified || data.member !== memberId) return { t: 'invalid' };
      const expiresAt = new Date(data.expiresAt);
      if (expiresAt < (await options.now())) return { t: 'expired' };
      return { t: 'ok', action: data.action, solution: { id: nonce, expiresAt } };
    },
  };
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
