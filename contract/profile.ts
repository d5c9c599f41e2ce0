import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Member } from './member.ts';
import * as rules from './rules.ts';
import { PASSWORD_REFUSALS } from './sign-in.values.ts';

/** Name, phone and email address of a member. */

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/user/profile',
  access: 'member',
  freshSignIn: { when: 'for a new email address, and with two-factor sign-in for a new password' },
  session: 'rotates',
  summary:
    'Changes name, phone and password at once; a new email address after the code sent there, which the present address voids. A new password needs the current one and ends every other session',
  body: z.object({
    username: z.optional(rules.name).describe('The name, labelled username on screen.'),
    email: z.optional(rules.email),
    phone: z.string().max(40).optional().describe('As typed; stored as E.164. Empty removes it.'),
    currentPassword: z.optional(rules.password),
    newPassword: z.optional(rules.password),
  }),
  output: z.object({ user: Member, emailChange: z.literal('code_sent').optional() }),
  errors: ['wrong_password', ...PASSWORD_REFUSALS, 'too_many_requests', 'busy'],
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/user/email-change/confirm',
  access: 'member',
  session: 'rotates',
  summary: 'Switches to the new address with the code that was sent to it',
  body: z.object({ code: rules.verificationCode }),
  output: z.object({ user: Member }),
  errors: ['invalid_code', 'suspended', 'too_many_requests'],
});
