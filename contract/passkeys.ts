import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import { Member } from './member.ts';
import { PASSKEY_NAME_MAX_LENGTH } from './passkeys.values.ts';
import { BackupCodes } from './security.ts';
import { moment, requiredText } from './shapes.ts';

/**
 * Passkeys (WebAuthn, W3C): signing in by what a device keeps and its user unlocks. The shapes that start with `Public`
 * and those of answers are the standard's own JSON forms, as `navigator.credentials` takes and gives them.
 */

/** Largest part of an answer, in characters; the certificates of a hardware key take some thousand. */
const PART_MAX_LENGTH = 16_000;
const base64url = z
  .string()
  .max(PART_MAX_LENGTH)
  .regex(/^[\w-]+$/, fault('invalid'));
/** Up to 1,023 bytes. */
const credentialId = base64url.max(1_364);
/** What the standard allows for asking for a PIN, finger or face, and for finding a passkey without a name. */
const requirement = z.enum(['required', 'preferred', 'discouraged']).optional();
const descriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
});

const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(descriptor).optional(),
  userVerification: requirement,
});

const CreationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: requirement,
      requireResidentKey: z.boolean().optional(),
      userVerification: requirement,
    })
    .optional(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
});

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const TRANSPORT_MAX_LENGTH = 20;

const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(TRANSPORT_MAX_LENGTH)).max(10).optional(),
  }),
});

const name = requiredText(PASSKEY_NAME_MAX_LENGTH);
const params = z.object({ id: credentialId });

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  synced: z.boolean().describe('Kept by an account of its vendor, and so on several devices.'),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const passkeys = endpoint({
  method: 'GET',
  path: '/api/user/passkeys',
  access: 'member',
  summary: 'The passkeys of the member, the newest first',
  output: z.array(Passkey),
});

export const passkeyToMake = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  access: 'member',
  freshSignIn: true,
  summary: 'Starts adding a passkey: what the browser makes it with; valid for five minutes',
  output: CreationOptions,
  errors: ['too_many_passkeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  access: 'member',
  limit: 'security_user',
  freshSignIn: true,
  summary: 'Adds the passkey that the browser made; without a name it gets that of the device',
  body: z.object({ name: name.optional(), response: Attestation }),
  output: Passkey,
  errors: ['passkey_refused', 'passkey_taken', 'too_many_passkeys'],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/user/passkeys/{id}',
  access: 'member',
  summary: 'Gives a passkey another name',
  params,
  body: z.object({ name }),
  output: z.object({}),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/{id}',
  access: 'member',
  freshSignIn: true,
  summary: 'Removes a passkey, which signs in no longer',
  params,
  output: z.object({}),
  errors: ['last_second_factor', 'last_way_in'],
});

export const passkeyToSignIn = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  access: 'public',
  limit: 'passkey_challenge_ip',
  summary: 'Starts signing in by a passkey: what the browser asks for one with; valid for five minutes',
  output: RequestOptions,
});

export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'public',
  session: 'opens',
  summary:
    'Signs in by a passkey, which is both factors. For the details of `suspended` see `POST /api/login`',
  body: z.object({ response: Assertion }),
  output: Member,
  errors: ['passkey_unknown', 'passkey_refused', 'staff_identity_required', 'suspended', 'too_many_requests'],
});

export const passkeyToReauthenticate = endpoint({
  method: 'POST',
  path: '/api/reauthenticate/passkey/options',
  access: 'member',
  summary: 'Starts proving again by a passkey who is at the keyboard',
  output: RequestOptions,
  errors: ['no_passkey'],
});

export const reauthenticateByPasskey = endpoint({
  method: 'POST',
  path: '/api/reauthenticate/passkey',
  access: 'member',
  session: 'rotates',
  summary: 'Proves again by a passkey who is at the keyboard, see `POST /api/reauthenticate`',
  body: z.object({ response: Assertion }),
  output: z.object({}),
  errors: ['passkey_unknown', 'passkey_refused', 'staff_identity_required', 'too_many_requests'],
});

export const enablePasskeyFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/passkey',
  access: 'member',
  limit: 'security_user',
  freshSignIn: true,
  session: 'rotates',
  summary:
    'Switches two-factor sign-in on with the passkeys in the place of an app and ends every other session; answers the backup codes, once',
  output: BackupCodes,
  errors: ['no_passkey', 'two_factor_enabled'],
});
