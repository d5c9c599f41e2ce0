import * as client from 'openid-client';
import { email as emailRule } from '#contract/rules.ts';
import { FRESH_SIGN_IN_MINUTES } from '#contract/security.values.ts';
import { NAME_MAX_LENGTH } from '#contract/sign-in.values.ts';
import { STAFF_ROLES, type StaffRole } from '#contract/staff.values.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { IdentityProvider } from '#domain/members/index.ts';
import { type AppleKey, appleSecret } from './apple-secret.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** A site whose accounts sign in here, as the operator sets it up. */
export interface OpenIdSettings {
  id: string;
  /** As buttons show it. */
  name: string;
  issuer: string;
  clientId: string;
  secret: { text: string } | { apple: AppleKey };
  scopes: string;
  /** Of the operator's own site for staff: the claim that names groups of the person, and the role of each group. */
  staff?: { claim: string; roles: Readonly<Record<string, StaffRole>> } | undefined;
}

/** What the site says about itself is asked for again after this long. */
const DISCOVERY_MS = 3_600_000;

/** Longest name of a person at another site (OpenID Connect Core, 2). */
const SUBJECT_MAX_LENGTH = 255;

/**
 * Signs in by OpenID Connect: the code flow with PKCE, state, nonce and the check of `iss` (RFC 9207), of the library
 * openid-client, with signatures checked although the tokens come over TLS. `report` is called with what an operator has
 * to know; it contains no secret.
 */
export function openIdConnect(
  settings: OpenIdSettings,
  report: (finding: { provider: string; because: string }) => void,
): IdentityProvider {
  const { id, name } = settings;
  const discovered = keptFor(DISCOVERY_MS, () => discover(settings));
  /** Turns what a lying or silent site makes fail into a refusal. */
  const guarded = async <T>(work: () => Promise<T>, lied: 'identity_refused' | 'identity_unavailable') => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof client.AuthorizationResponseError) throw new Refusal('identity_refused');
      report({ provider: id, because: reasonOf(error) });
      throw new Refusal(isSilence(error) ? 'identity_unavailable' : lied);
    }
  };
  return {
    id,
    name,
    start: ({ returnTo, state }) =>
      guarded(async () => {
        const verifier = client.randomPKCECodeVerifier();
        const nonce = client.randomNonce();
        const url = client.buildAuthorizationUrl(await discovered(), {
          redirect_uri: returnTo,
          scope: settings.scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // Staff prove themselves there for changes here, so their site asks again and says when it did (`auth_time`).
          ...(settings.staff ? { max_age: String(FRESH_SIGN_IN_MINUTES * 60) } : {}),
          // Apple gives an address only to a form.
          ...('apple' in settings.secret ? { response_mode: 'form_post' } : {}),
        });
        // The browser goes there: it must be an address of the web, and none of a script.
        if (url.protocol !== 'https:' && url.protocol !== new URL(settings.issuer).protocol)
          throw new Error(`${url.protocol} is no address to go to`);
        return { url: url.href, nonce, verifier };
      }, 'identity_unavailable'),
    finish: ({ returnTo, parameters, state, nonce, verifier }) =>
      guarded(async () => {
        const site = await discovered();
        const answer = new URL(returnTo);
        answer.search = parameters;
        const tokens = await client.authorizationCodeGrant(site, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = tokens.claims();
        if (!claims || claims.sub.length > SUBJECT_MAX_LENGTH) throw new Error('there is no ID token');
        // Some sites tell the address, or the groups, only here.
        const isComplete = claims.email !== undefined && (!settings.staff || settings.staff.claim in claims);
        const more: Record<string, unknown> =
          !isComplete && site.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(site, tokens.access_token, claims.sub)
            : {};
        const person = {
          issuer: claims.iss,
          subject: claims.sub,
          // What confirms an address stands beside it.
          email: addressOf(claims.email === undefined ? more : claims),
          name: nameOf(claims.name ?? more.name),
          askedAt: momentOf(claims.auth_time),
        };
        return settings.staff
          ? { ...person, staffRole: roleOf(settings.staff, { ...more, ...claims }) }
          : person;
      }, 'identity_refused'),
  };
}

async function discover({ issuer, clientId, secret }: OpenIdSettings): Promise<client.Configuration> {
  const authenticate: client.ClientAuth =
    'apple' in secret
      ? (...call) => client.ClientSecretPost(appleSecret(secret.apple, clientId, new Date()))(...call)
      : (site, ...call) => {
          const methods = site.token_endpoint_auth_methods_supported;
          // What a site takes that names nothing is Basic (OpenID Connect Discovery, 3).
          const way = methods?.includes('client_secret_post')
            ? client.ClientSecretPost
            : client.ClientSecretBasic;
          way(secret.text)(site, ...call);
        };
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  return client.discovery(new URL(issuer), clientId, {}, authenticate, {
    [client.customFetch]: boundedFetch(new URL(issuer)),
    execute: [client.enableNonRepudiationChecks, ...insecure],
  });
}

/** The address, if it is one and the site has confirmed it. Apple says `true` as a text. */
function addressOf({ email, email_verified: confirmed }: Record<string, unknown>): string | undefined {
  return confirmed === true || confirmed === 'true' ? emailRule.safeParse(email).data : undefined;
}

function nameOf(claim: unknown): string | undefined {
  const name = typeof claim === 'string' ? claim.replaceAll('\u0000', '').trim() : '';
  return name.slice(0, NAME_MAX_LENGTH) || undefined;
}

/** Throws for seconds that are no time. */
function momentOf(seconds: number | undefined): Date | undefined {
  if (seconds === undefined) return undefined;
  const moment = new Date(seconds * 1_000);
  if (Number.isNaN(moment.getTime())) throw new Error('auth_time is no time');
  return moment;
}

/** The highest role of the person's groups there, or null. */
function roleOf({ claim, roles }: NonNullable<OpenIdSettings['staff']>, claims: Record<string, unknown>) {
  const groups = [claims[claim]].flat();
  return (
    STAFF_ROLES.find((role) =>
      groups.some(
        (group) => typeof group === 'string' && Object.hasOwn(roles, group) && roles[group] === role,
      ),
    ) ?? null
  );
}

/** Calls `make` at most once in so many milliseconds; callers share one call, and a failed one is not kept. */
function keptFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; at: number } | undefined;
  return () => {
    if (kept && performance.now() - kept.at < ms) return kept.value;
    const made = { value: make(), at: performance.now() };
    kept = made;
    made.value.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made.value;
  };
}

/** No answer, or one that is none: the site is broken, and nobody lies. */
const isSilence = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof client.ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM');

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const refused = error instanceof client.ResponseBodyError ? ` (${error.error})` : '';
  return `${error.message}${refused}${cause}`;
}
