import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CaptchaVerdict, CaptchaVerifier } from '#domain/trust/index.ts';
import { readBounded } from '#providers/common/read-bounded.ts';
import { readTicket, signTicket, type Ticket } from './ticket.ts';

/** In milliseconds; a member waits for the response. */
const TIMEOUT_MS = 3_000;
/** Real responses have a few hundred bytes. */
const ANSWER_BYTES_MAX = 16 * 1024;
/** Between two reports of solutions for another host, of which anybody can make any number. */
const HOST_REPORTED_EVERY_MS = 3_600_000;

/** The fields of a `siteverify` response that the vendors have in common. */
const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  cdata: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});
export type Answer = z.infer<typeof Answer>;
type Fault = Exclude<CaptchaVerdict['t'], 'ok'>;

/** The operator's settings for a vendor. */
export interface VendorSettings {
  siteKey: string;
  secret: string;
  /** Address of the vendor's check. */
  verifyUrl: string;
  /** Host of this site, as in the browser's address bar. */
  hostname: string;
  /** Returns the time that all processes share. */
  now: () => Promise<Date>;
  /** Signs tickets. */
  ticketKey: Buffer;
  /** Called with findings that need the operator's attention. */
  report: (finding: { vendor: string; fault: Fault; because: string }) => void;
  timeoutMs?: number;
}

export interface Vendor {
  name: string;
  /** Milliseconds after which a solution cannot be used. */
  lifetimeMs: number;
  /** What each error code means; the first known one counts. */
  faults: Readonly<Record<string, Fault>>;
  /** Fields of the request besides secret, response and remoteip. */
  fields?: Readonly<Record<string, string>>;
  /** Whether the vendor's response about the solution matches the ticket. */
  matches: (answer: Answer, ticket: Ticket) => boolean;
}

/**
 * A vendor whose widget gives a response that the server checks by posting a form to `siteverify`. The browser sends
 * `<ticket>.<response>`. A timeout, a malformed response or an unknown error code is a refusal.
 */
export function siteverifyCaptcha(vendor: Vendor, settings: VendorSettings): CaptchaVerifier {
  const fail = (fault: Fault, because: string): CaptchaVerdict => {
    if (fault === 'misconfigured' || fault === 'unavailable') {
      settings.report({ vendor: vendor.name, fault, because });
    }
    return { t: fault };
  };
  let hostReportedAt = Number.NEGATIVE_INFINITY;
  const reportHost = (hostname: string | undefined, now: number) => {
    if (hostname === settings.hostname || now - hostReportedAt < HOST_REPORTED_EVERY_MS) return;
    hostReportedAt = now;
    fail('misconfigured', `solved at ${hostname ?? 'no host'}, but APP_URL says ${settings.hostname}`);
  };
  return {
    challenge: async (action, memberId) => {
      const ticket = signTicket(settings.ticketKey, action, memberId, await settings.now());
      return { siteKey: settings.siteKey, action, id: ticket.id, ticket: ticket.text };
    },

    verify: async (token, memberId, ip) => {
      if (token.trim() === '') return { t: 'missing' };
      const opened = readTicket(settings.ticketKey, token.trim());
      if (!opened || opened.ticket.member !== memberId) return { t: 'invalid' };
      const { ticket, response } = opened;
      const now = (await settings.now()).getTime();
      if (ticket.expiresAt < now) return { t: 'expired' };
      let answer: Answer;
      try {
        const fields = { ...vendor.fields, secret: settings.secret, response, remoteip: ip };
        answer = await ask(settings.verifyUrl, fields, settings.timeoutMs ?? TIMEOUT_MS);
      } catch (error) {
        return fail('unavailable', error instanceof Error ? error.message : String(error));
      }
      if (!answer.success) return fail(...faultOf(vendor, answer));
      if (!vendor.matches(answer, ticket)) {
        reportHost(answer.hostname, now);
        return { t: 'invalid' };
      }
      const id = createHash('sha256').update(response).digest('base64url');
      return {
        t: 'ok',
        action: ticket.action,
        solution: { id, expiresAt: new Date(now + vendor.lifetimeMs) },
      };
    },
  };
}

function faultOf(vendor: Vendor, answer: Answer): [Fault, string] {
  const codes = answer['error-codes'] ?? [];
  const known = codes.find((code) => Object.hasOwn(vendor.faults, code));
  return [(known && vendor.faults[known]) || 'unavailable', codes.join(', ') || 'no error code'];
}

/** Returns the vendor's response; throws for anything else. The secret is in the body, never in the address. */
async function ask(url: string, fields: Record<string, string>, timeoutMs: number): Promise<Answer> {
  const reply = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = (await readBounded(reply.body, ANSWER_BYTES_MAX)).toString();
  // Refusals may come with status 400 and have the same body.
  if (reply.status !== 200 && reply.status !== 400) throw new Error(`status ${reply.status}`);
  return Answer.parse(JSON.parse(text));
}
