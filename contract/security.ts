import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import { TWO_FACTOR_CODE_MAX_LENGTH } from './security.values.ts';
import { moment } from './shapes.ts';

/** Two-factor sign-in, sessions, and the fresh sign-in that sensitive changes need. */

const twoFactorCode = z.string().trim().max(TWO_FACTOR_CODE_MAX_LENGTH);

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/reauthenticate',
  access: 'member',
  session: 'rotates',
  summary: 'Proves again who is at the keyboard; the session rotates and counts as fresh for 15 minutes',
  body: z.object({ password: rules.password, code: twoFactorCode.optional() }),
  output: z.object({}),
  errors: [
    'wrong_password',
    'two_factor_required',
    'invalid_two_factor_code',
    'staff_identity_required',
    'too_many_requests',
    'busy',
  ],
});

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor',
  access: 'member',
  freshSignIn: true,
  summary: 'Makes a key for an authenticator app; nothing changes until it is confirmed',
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['two_factor_enabled'],
});

export const BackupCodes = z.object({ backupCodes: z.array(z.string()) });

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/confirm',
  access: 'member',
  freshSignIn: true,
  session: 'rotates',
  summary:
    'Switches two-factor sign-in on by a code of the app and ends every other session; answers the backup codes, once',
  body: z.object({ code: twoFactorCode }),
  output: BackupCodes,
  errors: ['invalid_two_factor_code', 'two_factor_not_set_up', 'two_factor_enabled', 'too_many_requests'],
});

export const renewBackupCodes = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/backup-codes',
  access: 'member',
  limit: 'security_user',
  freshSignIn: true,
  summary: 'Ten new backup codes; the old ones are void',
  output: BackupCodes,
  errors: ['two_factor_not_set_up'],
});

export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/user/two-factor',
  access: 'member',
  limit: 'security_user',
  freshSignIn: true,
  session: 'rotates',
  summary: 'Switches two-factor sign-in off; refused to admins',
  output: z.object({}),
  errors: ['two_factor_not_set_up', 'two_factor_admin'],
});

/** SHA-256 in hex: identifies a session without opening it. */
const SESSION_ID = /^[0-9a-f]{64}$/;

export const Session = z.object({
  id: z.string(),
  device: z
    .string()
    .describe('Names of browser and system, like `Firefox · Linux`; a dash if neither is known.'),
  ip: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  current: z.boolean().describe('The session of this request.'),
});
export type Session = z.infer<typeof Session>;

export const sessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  access: 'member',
  versioned: true,
  summary: 'Where the member is signed in',
  output: z.array(Session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/{id}',
  access: 'member',
  freshSignIn: true,
  summary: 'Ends one session of the member',
  params: z.object({ id: z.string().regex(SESSION_ID, fault('invalid')) }),
  output: z.object({}),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  access: 'member',
  freshSignIn: true,
  session: 'rotates',
  summary: 'Ends every session of the member but this one',
  output: z.object({}),
});
