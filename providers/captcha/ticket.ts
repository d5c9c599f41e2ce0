import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { CAPTCHA_ACTIONS, type CaptchaAction } from '#contract/captcha.values.ts';

/** A widget may stay open for this long. How old its solution may be, the vendor checks. */
const LIFETIME_MS = 60 * 60_000;
const ID_BYTES = 12;

const Ticket = z.object({
  id: z.string(),
  action: z.enum(CAPTCHA_ACTIONS),
  member: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Ticket = z.infer<typeof Ticket>;

/**
 * Says for which action of which member a vendor's widget is shown, signed by us: the vendors' own tokens carry no such
 * thing, or not all of it, and no vendor needs to know our members.
 */
export function sealTicket(key: Buffer, action: CaptchaAction, member: string): { id: string; text: string } {
  const ticket: Ticket = {
    id: randomBytes(ID_BYTES).toString('base64url'),
    action,
    member,
    expiresAt: Date.now() + LIFETIME_MS,
  };
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return { id: ticket.id, text: `${body}.${sign(key, body).toString('base64url')}` };
}

/** The ticket and what follows it in a token `<body>.<signature>.<the vendor's response>`; undefined if it is not ours. */
export function openTicket(key: Buffer, token: string): { ticket: Ticket; response: string } | undefined {
  const [, body = '', signature = '', response = ''] = /^([\w-]+)\.([\w-]+)\.(.+)$/s.exec(token) ?? [];
  const [given, right] = [Buffer.from(signature, 'base64url'), sign(key, body)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const ticket = Ticket.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return { ticket, response };
}

const sign = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest();
