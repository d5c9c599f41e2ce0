import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { CAPTCHA_ACTIONS, type CaptchaAction } from '#contract/captcha.values.ts';

/** How long a widget may stay open, in milliseconds. The vendor checks the age of the solution. */
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
 * Makes a signed ticket with the action and the member for which a vendor's widget is shown. The vendors' tokens do
 * not carry all of this, and vendors need not know our members.
 */
export function signTicket(
  key: Buffer,
  action: CaptchaAction,
  member: string,
  now: Date,
): { id: string; text: string } {
  const ticket: Ticket = {
    id: randomBytes(ID_BYTES).toString('base64url'),
    action,
    member,
    expiresAt: now.getTime() + LIFETIME_MS,
  };
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return { id: ticket.id, text: `${body}.${sign(key, body).toString('base64url')}` };
}

/**
 * Returns the ticket and the rest of a token `<body>.<signature>.<the vendor's response>`; undefined if the signature
 * is wrong.
 */
export function readTicket(key: Buffer, token: string): { ticket: Ticket; response: string } | undefined {
  const [, body = '', signature = '', response = ''] = /^([\w-]+)\.([\w-]+)\.(.+)$/s.exec(token) ?? [];
  const [given, right] = [Buffer.from(signature, 'base64url'), sign(key, body)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const ticket = Ticket.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return { ticket, response };
}

const sign = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest();
