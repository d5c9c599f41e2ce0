import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Member } from './member.ts';
import * as rules from './rules.ts';
import { TWO_FACTOR_CODE_MAX_LENGTH } from './security.values.ts';
import { PASSWORD_REFUSALS } from './sign-in.values.ts';

const CAPTCHA_TOKEN_MAX_LENGTH = 10_000;

/** Token of a solved `GET /api/login/challenge`, needed only after `captcha_required`. */
const captcha = z.string().min(1).max(CAPTCHA_TOKEN_MAX_LENGTH).optional();

const CAPTCHA_REFUSALS = [
  'captcha_required',
  'captcha_invalid',
  'captcha_expired',
  'captcha_duplicate',
  'captcha_unavailable',
] as const;

const Message = z.object({ message: z.string() });

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'member',
  versioned: true,
  showsMember: true,
  summary: 'The signed-in member',
  output: Member,
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  session: 'opens',
  summary: 'Asks for an account; the code to confirm it comes by email',
  body: z.object({ email: rules.email, password: rules.password, name: rules.name, captcha }),
  output: z.object({ requiresVerification: z.literal(true).optional(), user: Member.optional() }),
  errors: [...PASSWORD_REFUSALS, ...CAPTCHA_REFUSALS, 'suspended', 'too_many_requests', 'busy'],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verify-email',
  access: 'public',
  session: 'opens',
  summary: 'Confirms the address with the code, creates the account and signs in',
  body: z.object({
    email: rules.email,
    code: rules.verificationCode,
    password: rules.password,
    name: rules.name,
  }),
  output: z.object({ user: Member }),
  errors: ['invalid_code', ...PASSWORD_REFUSALS, 'suspended', 'too_many_requests', 'busy'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/resend-verification',
  access: 'public',
  summary: 'Sends a new code; the one before is void',
  body: z.object({ email: rules.email, captcha }),
  output: Message,
  errors: [...CAPTCHA_REFUSALS, 'too_many_requests'],
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  session: 'opens',
  summary:
    'Signs in; `username` is the email address. The detail `code` of `two_factor_required` is `app` or, where no app is set up, `backup`. The details of `suspended` are the reason, the text, and a token for `POST /api/suspension-appeal`',
  body: z.object({
    username: rules.email,
    password: rules.password,
    memberId: z
      .uuid()
      .optional()
      .describe(
        'The only member to sign in. A browser that has signed them in before may give an address that they no longer have.',
      ),
    code: z
      .string()
      .trim()
      .max(TWO_FACTOR_CODE_MAX_LENGTH)
      .optional()
      .describe('A code of the authenticator app or a backup code, needed only after `two_factor_required`.'),
    captcha,
  }),
  output: Member,
  errors: [
    'wrong_credentials',
    'two_factor_required',
    'invalid_two_factor_code',
    'staff_identity_required',
    'suspended',
    ...CAPTCHA_REFUSALS,
    'too_many_requests',
    'busy',
  ],
});

export const loginChallenge = endpoint({
  method: 'GET',
  path: '/api/login/challenge',
  access: 'public',
  limit: 'login_challenge_ip',
  summary: 'A captcha for a sign-in or a mail that is asked for one',
  output: z.record(z.string(), z.unknown()),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  session: 'ends',
  summary: 'Ends the session',
  output: z.object({}),
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  access: 'public',
  summary: 'Sends a link to choose a new password, if the address has an account',
  body: z.object({ email: rules.email, captcha }),
  output: Message,
  errors: [...CAPTCHA_REFUSALS, 'too_many_requests'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  access: 'public',
  summary: 'Sets a new password with the token of the link; ends every session',
  body: z.object({ token: z.string().min(1).max(200), newPassword: rules.password }),
  output: Message,
  errors: ['invalid_reset_token', ...PASSWORD_REFUSALS, 'too_many_requests', 'busy'],
});
