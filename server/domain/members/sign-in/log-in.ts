import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database, Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { passkeyToShow, withPasskey } from '#domain/members/passkeys/prove-passkey.ts';
import { hashNew, verifyCounted } from '#domain/members/passwords/password-work.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { withSecondFactor } from '#domain/members/security/reauthenticate.ts';
import { notifyOfGuessing } from '#domain/members/security/security-notice.ts';
import { closeSession } from '#domain/members/security/session.ts';
import { admitGuess } from './admit-guess.ts';
import { readKnownBrowser } from './browser-token.ts';
import { enter, finish, type SignedIn } from './enter.ts';

export interface LogIn {
  email: string;
  password: string;
  /** The only member to sign in, see `findAccount`. */
  memberId?: string | undefined;
  /** A code of the authenticator app, or a backup code. */
  code?: string | undefined;
  captcha?: string | undefined;
}

/**
 * Signs a member in. The browser's earlier session ends, and the account knows the browser from now on. An unknown address
 * takes as long as a wrong password and gets the same response. Tries are counted by `admitGuess`. A new device is notified
 * by mail. Throws Refusal wrong_credentials, a captcha code, too_many_requests, busy; two_factor_required and
 * invalid_two_factor_code only for the right password, and suspended only if both factors are right.
 */
export async function logIn(
  transact: Transact,
  ports: AccountPorts,
  { email, memberId, password, code, captcha }: LogIn,
  client: Client,
): Promise<SignedIn> {
  const found = await transact((tx) => findAccount(tx, ports, { email, memberId }, client));
  const subject = { email: found?.email ?? email, captcha, found };
  const guess = await admitGuess(transact, ports, subject, client);
  const { attempts, isKnown } = guess;
  const counted = found && isKnown ? { memberId: found.id } : undefined;
  const stored = found?.password;
  const right = await verifyCounted(ports, client, { attempts, counted, password, stored });
  if (!found || !right) {
    ports.onSecurityEvent({ event: 'login_refused', ip: client.ip, userId: found?.id });
    const kind = isKnown ? 'passwords_refused_known' : 'passwords_refused';
    if (found && guess.left === 0) await notifyOfGuessing(transact, found.id, kind, client);
    throw new Refusal('wrong_credentials');
  }
  await ports.limits.giveBack(...attempts);
  const hash = ports.passwords.isOutdated(found.password)
    ? await hashNew(ports, client, { password, counted })
    : found.password;
  const proof = { member: found, code, client, isKnown };
  const signedIn = await withSecondFactor(transact, ports, proof, async (tx) => {
    // Writes the hash even if it is unchanged, since that locks the row and checks that neither password nor second
    // factor was changed meanwhile.
    const row = await tx
      .updateTable('users')
      .set({ password: hash })
      .where('id', '=', found.id)
      .where('password', '=', found.password)
      .where('hasTwoFactor', '=', found.hasTwoFactor)
      .returning(['id', 'isAdmin'])
      .executeTakeFirst();
    if (!row) throw new Refusal('wrong_credentials');
    return enter(tx, ports, { ...row, password: hash }, client, { secondFactor: found.hasTwoFactor });
  });
  return finish(ports, found.id, signedIn, client);
}

/** The subject of challenges for somebody whose passkey will say who it is. */
const ANYONE = ['sign-in'] as const;

/** Starts signing in by a passkey, see `passkeyToShow`. */
export const passkeyToSignIn = (database: Database, ports: Pick<AccountPorts, 'passkeys'>) =>
  passkeyToShow(database, ports, ANYONE);

/**
 * Signs in whose passkey made the browser's answer, as `logIn` does with a password and a second factor: the passkey is
 * both. Throws Refusal passkey_unknown, passkey_refused, suspended, too_many_requests.
 */
export async function logInByPasskey(
  transact: Transact,
  ports: AccountPorts,
  response: AuthenticationResponseJSON,
  client: Client,
): Promise<SignedIn> {
  let userId = '';
  const signedIn = await withPasskey(
    transact,
    ports,
    { subject: ANYONE, response },
    client,
    async (tx, id) => {
      userId = id;
      const row = await tx
        .selectFrom('users')
        .select(['id', 'isAdmin', 'password'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return enter(tx, ports, row, client, { passkey: true });
    },
  );
  return finish(ports, userId, signedIn, client);
}

/**
 * The account with the address; with `memberId` no other one than theirs. A page may not know yet that its member has another
 * address by now, so a browser that the account knows need not give the right one. Strangers learn nothing by an id.
 */
async function findAccount(
  tx: Tx,
  { browserKey }: Pick<AccountPorts, 'browserKey'>,
  { email, memberId }: Pick<LogIn, 'email' | 'memberId'>,
  { knownBrowser }: Client,
) {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'email', 'password', 'hasTwoFactor'])
    .where(memberId ? 'id' : 'email', '=', memberId ?? email)
    .executeTakeFirst();
  if (!found || found.email === email) return found;
  return readKnownBrowser(browserKey, knownBrowser, found.id, found.password) ? found : undefined;
}

/** Ends the browser's session, if it has one. */
export async function logOut(
  transact: Transact,
  ports: Pick<AccountPorts, 'onSecurityEvent'>,
  client: Client,
  userId: string | undefined,
): Promise<void> {
  const { sessionToken } = client;
  if (!sessionToken) return;
  await transact((tx) => closeSession(tx, sessionToken));
  if (userId) ports.onSecurityEvent({ event: 'logged_out', ip: client.ip, userId });
}
