import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CaptchaVerdict, CaptchaVerifier } from '#domain/trust/index.ts';
import { openTicket, sealTicket, type Ticket } from './ticket.ts';

/** A member waits for this answer. */
const TIMEOUT_MS = 3_000;
/** Real answers have a few hundred bytes. */
const ANSWER_BYTES_MAX = 16 * 1024;

/** The answer of `siteverify`, in which the vendors agree as far as it is named here. */
const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  cdata: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});
export type Answer = z.infer<typeof Answer>;
type Fault = Exclude<CaptchaVerdict['t'], 'ok'>;

/** What the operator's settings say of a vendor. */
export interface VendorSettings {
  siteKey: string;
  secret: string;
  /** Address of the vendor's check. */
  verifyUrl: string;
  /** Host of this site, as a browser names it. */
  hostname: string;
  /** Signs tickets. */
  ticketKey: Buffer;
  /** Told what an operator has to look at. */
  report: (finding: { vendor: string; fault: Fault; because: string }) => void;
  timeoutMs?: number;
}

export interface Vendor {
  name: string;
  /** A solution cannot be used any more after this. */
  lifetimeMs: number;
  /** What each error code means; the first that is given counts. */
  faults: Readonly<Record<string, Fault>>;
  /** Fields of the request beside secret, response and remoteip. */
  fields?: Readonly<Record<string, string>>;
  /** Whether what the vendor says of the solution is what this ticket asked for. */
  matches: (answer: Answer, ticket: Ticket) => boolean;
}

/**
 * A vendor whose widget gives a response that its server checks by a form to `siteverify`. The browser hands over
 * `<ticket>.<response>`. Every doubt is a refusal: silence after three seconds, an answer that is no answer, an error code
 * that nobody knows.
 */
export function siteverifyCaptcha(vendor: Vendor, settings: VendorSettings): CaptchaVerifier {
  const fail = (fault: Fault, because: string): CaptchaVerdict => {
    if (fault === 'misconfigured' || fault === 'unavailable') {
      settings.report({ vendor: vendor.name, fault, because });
    }
    return { t: fault };
  };
  return {
    challenge: async (action, memberId) => {
      const ticket = sealTicket(settings.ticketKey, action, memberId);
      return { siteKey: settings.siteKey, action, id: ticket.id, ticket: ticket.text };
    },

    verify: async (token, memberId, ip) => {
      if (token.trim() === '') return { t: 'missing' };
      const opened = openTicket(settings.ticketKey, token.trim());
      if (!opened || opened.ticket.member !== memberId) return { t: 'invalid' };
      const { ticket, response } = opened;
      if (ticket.expiresAt < Date.now()) return { t: 'expired' };
      let answer: Answer;
      try {
        const fields = { ...vendor.fields, secret: settings.secret, response, remoteip: ip };
        answer = await ask(settings.verifyUrl, fields, settings.timeoutMs ?? TIMEOUT_MS);
      } catch (error) {
        return fail('unavailable', error instanceof Error ? error.message : String(error));
      }
      if (!answer.success) return fail(...faultOf(vendor, answer));
      if (!vendor.matches(answer, ticket)) return { t: 'invalid' };
      const id = createHash('sha256').update(response).digest('base64url');
      return {
        t: 'ok',
        action: ticket.action,
        solution: { id, expiresAt: new Date(Date.now() + vendor.lifetimeMs) },
      };
    },
  };
}

function faultOf(vendor: Vendor, answer: Answer): [Fault, string] {
  const codes = answer['error-codes'] ?? [];
  const known = codes.find((code) => Object.hasOwn(vendor.faults, code));
  return [(known && vendor.faults[known]) || 'unavailable', codes.join(', ') || 'no error code'];
}

/** Throws for everything that is not an answer. The secret goes in the body, never in the address. */
async function ask(url: string, fields: Record<string, string>, timeoutMs: number): Promise<Answer> {
  const reply = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await readBounded(reply);
  // Refusals may come with 400; they are answers all the same.
  if (reply.status !== 200 && reply.status !== 400) throw new Error(`status ${reply.status}`);
  return Answer.parse(JSON.parse(text));
}

async function readBounded(reply: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of reply.body ?? []) {
    size += piece.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
