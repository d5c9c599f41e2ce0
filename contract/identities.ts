import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Member } from './member.ts';
import * as rules from './rules.ts';
import { TWO_FACTOR_CODE_MAX_LENGTH } from './security.values.ts';
import { idParams, moment } from './shapes.ts';

/**
 * Accounts at other sites by which members sign in (OpenID Connect). The browser goes to the other site and comes back
 * with an answer, which is exchanged for an identity; a cookie keeps that until it is used, for ten minutes at most.
 */

/** Longest answer of another site, in characters; real ones have some hundred. */
const ANSWER_MAX_LENGTH = 4_000;

const params = z.object({ id: z.string().regex(/^[\w-]{1,40}$/) });

export const goToIdentityProvider = endpoint({
  method: 'POST',
  path: '/api/login/identity/{id}/start',
  access: 'public',
  limit: 'identity_start_ip',
  summary: 'Starts signing in by an account elsewhere: the address to which the browser goes',
  params,
  output: z.object({ url: z.string() }),
  errors: ['identity_unavailable'],
});

export const answerIdentity = endpoint({
  method: 'POST',
  path: '/api/login/identity/{id}/answer',
  access: 'public',
  summary:
    'Exchanges what the browser came back with; afterwards a cookie says for ten minutes who it is elsewhere',
  params,
  body: z.object({ parameters: z.string().max(ANSWER_MAX_LENGTH).check(rules.withoutNul) }),
  output: z.object({}),
  errors: ['identity_refused', 'identity_unavailable', 'too_many_requests'],
});

export const logInByIdentity = endpoint({
  method: 'POST',
  path: '/api/login/identity',
  access: 'public',
  session: 'opens',
  summary:
    'Signs in the member to whom the identity is linked. The details of `identity_unknown` say how it gets there: `next` is `create` (make an account), `sign_in` (the address has one: prove it, then link) or `confirm` (the other site has not confirmed the address: sign up or in, then link). For `two_factor_required` and `suspended` see `POST /api/login`',
  body: z.object({ code: z.string().trim().max(TWO_FACTOR_CODE_MAX_LENGTH).optional() }),
  output: Member,
  errors: [
    'identity_refused',
    'identity_unknown',
    'two_factor_required',
    'invalid_two_factor_code',
    'not_admin',
    'staff_identity_required',
    'suspended',
    'too_many_requests',
  ],
});

export const registerByIdentity = endpoint({
  method: 'POST',
  path: '/api/register/identity',
  access: 'public',
  session: 'opens',
  summary: 'Makes an account for an identity whose address the other site has confirmed, and signs in',
  body: z.object({ name: rules.name }),
  output: Member,
  errors: ['identity_refused', 'not_admin', 'suspended', 'too_many_requests'],
});

export const Identity = z.object({
  id: z.uuid(),
  provider: z
    .string()
    .describe('The other site, one of those of `GET /api/site` unless the operator has removed it.'),
  email: z.string().nullable().describe('The address there when it was linked.'),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});
export type Identity = z.infer<typeof Identity>;

export const identities = endpoint({
  method: 'GET',
  path: '/api/user/identities',
  access: 'member',
  summary: 'The accounts elsewhere by which the member signs in',
  output: z.array(Identity),
});

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/api/user/identities',
  access: 'member',
  limit: 'security_user',
  freshSignIn: true,
  summary: 'Links the identity of the cookie, which signs in from then on',
  output: Identity,
  errors: ['identity_refused', 'identity_taken'],
});

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/user/identities/{id}',
  access: 'member',
  freshSignIn: true,
  summary: 'Unlinks an identity, which signs in no longer',
  params: idParams,
  output: z.object({}),
  errors: ['last_way_in'],
});
