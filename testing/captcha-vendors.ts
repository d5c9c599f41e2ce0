import { randomUUID } from 'node:crypto';
import { type Call, type Reply, type StandIn, startStandIn } from './payouts/stand-in.ts';

/** Stand-ins for the captcha vendors' `siteverify`, which check our requests. */

export type CaptchaVendor = 'hcaptcha' | 'turnstile';

export const CAPTCHA_KEYS = { siteKey: 'site-key-of-a-test', secret: 'secret-of-a-test' };

interface Solution {
  hostname: string;
  action?: string;
  cdata?: string;
  used: boolean;
  expired: boolean;
}
type Told = Partial<Omit<Solution, 'used'>>;

export interface Siteverify extends StandIn {
  /** Settings of the server that calls it. */
  environment: Record<string, string>;
  url: string;
  /** The response of the vendor's widget after a solved challenge; `told` is what the vendor says about it. */
  respond: (told?: Told) => string;
  /** The token that our page makes of the response, for a challenge of ours. */
  solve: (challenge: Record<string, unknown>, told?: Told) => string;
  /** Makes a solution valid any number of times. */
  forgetUses: () => void;
}

const WORDS = {
  hcaptcha: { duplicate: 'already-seen-response', expired: 'expired-input-response' },
  turnstile: { duplicate: 'timeout-or-duplicate', expired: 'timeout-or-duplicate' },
};

/** Fields as the vendors document them; all others are refused. */
const FIELDS = {
  hcaptcha: ['remoteip', 'response', 'secret', 'sitekey'],
  turnstile: ['remoteip', 'response', 'secret'],
};

export async function startSiteverify(vendor: CaptchaVendor, hostname = '127.0.0.1'): Promise<Siteverify> {
  const solutions = new Map<string, Solution>();
  let usesCount = true;
  const refuse = (...codes: string[]): Reply => ({
    status: 200,
    body: { success: false, 'error-codes': codes },
  });

  function answer(call: Call): Reply {
    const form = new URLSearchParams(call.text);
    const isForm = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const fields = [...form.keys()].sort().join();
    if (call.method !== 'POST' || call.path !== '/siteverify' || !isForm || call.query.size > 0) {
      return refuse('bad-request');
    }
    if (fields !== FIELDS[vendor].join()) return refuse('bad-request');
    if (!/^[\d.:a-f]+$/.test(form.get('remoteip') ?? '')) return refuse('bad-request');
    if (form.get('secret') !== CAPTCHA_KEYS.secret) return refuse('invalid-input-secret');
    if (vendor === 'hcaptcha' && form.get('sitekey') !== CAPTCHA_KEYS.siteKey) {
      return refuse('sitekey-secret-mismatch');
    }
    const solution = solutions.get(form.get('response') ?? '');
    if (!solution) return refuse('invalid-input-response');
    if (solution.expired) return refuse(WORDS[vendor].expired);
    if (solution.used && usesCount) return refuse(WORDS[vendor].duplicate);
    solution.used = true;
    const { used, expired, ...told } = solution;
    return { status: 200, body: { success: true, challenge_ts: new Date().toISOString(), ...told } };
  }

  function respond(told: Told = {}): string {
    const response = `P1_${randomUUID()}.x`;
    solutions.set(response, { hostname, used: false, expired: false, ...told });
    return response;
  }

  const standIn = await startStandIn(answer, {
    failure: (status) => ({ stand_in: status }),
  });
  const url = `${standIn.origin}/siteverify`;
  return {
    ...standIn,
    url,
    environment: {
      CAPTCHA: vendor,
      CAPTCHA_SITE_KEY: CAPTCHA_KEYS.siteKey,
      CAPTCHA_SECRET: CAPTCHA_KEYS.secret,
      CAPTCHA_VERIFY_URL: url,
    },
    respond,
    solve: (challenge, told = {}) => {
      const repeated = { action: String(challenge.action), cdata: String(challenge.id) };
      return `${challenge.ticket}.${respond({ ...(vendor === 'turnstile' ? repeated : {}), ...told })}`;
    },
    forgetUses: () => {
      usesCount = false;
    },
  };
}
