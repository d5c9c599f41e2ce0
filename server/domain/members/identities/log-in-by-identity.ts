import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { noPassword } from '#domain/members/passwords/no-password.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { withSecondFactor } from '#domain/members/security/reauthenticate.ts';
import { readKnownBrowser } from '#domain/members/sign-in/browser-token.ts';
import { enter, enterNew, finish, finishNew, type SignedIn } from '#domain/members/sign-in/enter.ts';
import { lockMailbox } from '#domain/trust/index.ts';
import { readAnswer, spendAnswer, type Vouched } from './kept-answer.ts';
import { reportingRefusal } from './report-refusal.ts';

/**
 * Signs in the member to whom the browser's identity is linked, as `logIn` does with a password: the second factor is
 * asked for, a new device is notified. Throws Refusal identity_refused, identity_unknown with the way on, not_admin,
 * two_factor_required, invalid_two_factor_code, staff_identity_required, suspended, too_many_requests.
 */
export const logInByIdentity = (
  transact: Transact,
  ports: AccountPorts,
  code: string | undefined,
  client: Client,
): Promise<SignedIn> => reportingRefusal(ports, client, () => logInLinked(transact, ports, code, client));

async function logInLinked(
  transact: Transact,
  ports: AccountPorts,
  code: string | undefined,
  client: Client,
): Promise<SignedIn> {
  const vouched = readAnswer(ports.identities.key, 'vouched', client.vouched);
  const found = await transact((tx) => findLinked(tx, vouched));
  if (!found) throw await unknown(transact, vouched);
  const { browserKey } = ports;
  const isKnown = readKnownBrowser(browserKey, client.knownBrowser, found.id, found.password) !== undefined;
  const provider = providerName(ports, vouched.provider);
  const proof = { member: found, code, client, isKnown, provider };
  const signedIn = await withSecondFactor(transact, ports, proof, async (tx) => {
    // Locks the row and checks that the second factor was not changed meanwhile.
    const row = await tx
      .selectFrom('users')
      .select(['id', 'password'])
      .where('id', '=', found.id)
      .where('hasTwoFactor', '=', found.hasTwoFactor)
      .forUpdate()
      .executeTakeFirst();
    const used = await tx
      .updateTable('identities')
      .set({ lastUsedAt: sql`now()` })
      .where('id', '=', found.identityId)
      .where('userId', '=', found.id)
      .returning('id')
      .executeTakeFirst();
    if (!row || !used) throw new Refusal('identity_refused');
    await spendAnswer(tx, vouched);
    await applyRole(tx, ports, found.id, vouched, client);
    const { isAdmin } = await tx
      .selectFrom('users')
      .select('isAdmin')
      .where('id', '=', found.id)
      .executeTakeFirstOrThrow();
    const proven = { identity: vouched, secondFactor: found.hasTwoFactor };
    return enter(tx, ports, { ...row, isAdmin }, client, proven);
  });
  return finish(ports, found.id, signedIn, client);
}

/**
 * Makes an account for the browser's identity and signs in. Its address must be one that the other site has confirmed
 * and that no account has. The account has no password until its member asks for a mailed link to choose one. Throws
 * Refusal identity_refused, not_admin, too_many_requests, and suspended as `verifyEmail`.
 */
export const registerByIdentity = (
  transact: Transact,
  ports: AccountPorts,
  name: string,
  client: Client,
): Promise<SignedIn> => reportingRefusal(ports, client, () => registerVouched(transact, ports, name, client));

async function registerVouched(
  transact: Transact,
  ports: AccountPorts,
  name: string,
  client: Client,
): Promise<SignedIn> {
  const vouched = readAnswer(ports.identities.key, 'vouched', client.vouched);
  const { email } = vouched;
  if (!email) throw new Refusal('identity_refused');
  refuseOutsider(vouched);
  await ports.limits.take(['mail_ip', client.ip]);
  const created = await transact(async (tx) => {
    const mailbox = await lockMailbox(tx, ports.mailboxKey, email);
    const row = await tx
      .insertInto('users')
      .values({ email, name, password: noPassword(), emailVerified: true, locale: client.language })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'isAdmin', 'password'])
      .executeTakeFirst();
    if (!row || !(await insertIdentity(tx, row.id, vouched))) throw new Refusal('identity_refused');
    await spendAnswer(tx, vouched);
    await applyRole(tx, ports, row.id, vouched, client);
    const isAdmin = Boolean(vouched.staffRole);
    return enterNew(tx, ports, { ...row, isAdmin, email, mailbox }, client, { identity: vouched });
  });
  return finishNew(ports, created, client);
}

/** Links it unless it, or another one of the same site, is linked already. Returns its row. */
export const insertIdentity = (tx: Tx, userId: string, { provider, issuer, subject, email }: Vouched) =>
  tx
    .insertInto('identities')
    .values({ userId, provider, issuer, subject, email: email ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'provider', 'email', 'createdAt', 'lastUsedAt'])
    .executeTakeFirst();

/** The name of the other site as buttons show it. */
export const providerName = ({ identities }: Pick<AccountPorts, 'identities'>, provider: string): string =>
  identities.providers.find(({ id }) => id === provider)?.name ?? provider;

/** An identity is the other site's issuer with its name for the person; an address can change hands. */
const findLinked = (tx: Tx, { issuer, subject }: Vouched) =>
  tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.userId')
    .select(['users.id', 'users.password', 'users.hasTwoFactor', 'identities.id as identityId'])
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst();

/** Somebody without a role at the operator's own site for staff makes no account by it. */
function refuseOutsider({ staffRole }: Vouched): void {
  if (staffRole === null) throw new Refusal('not_admin');
}

/** The role follows the operator's own site at every sign-in. */
async function applyRole(
  tx: Tx,
  { identities }: AccountPorts,
  memberId: string,
  { provider, staffRole }: Vouched,
  { ip }: Client,
): Promise<void> {
  if (staffRole !== undefined) await identities.applyRole(tx, { memberId, provider, role: staffRole, ip });
}

/** Whether an address has an account is said only to a person whose it is. */
async function unknown(transact: Transact, vouched: Vouched): Promise<Refusal> {
  refuseOutsider(vouched);
  const { provider, email, name } = vouched;
  if (!email) return new Refusal('identity_unknown', { details: { next: 'confirm', provider } });
  const account = await transact((tx) =>
    tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst(),
  );
  const next = account ? 'sign_in' : 'create';
  return new Refusal('identity_unknown', { details: { next, provider, email, name: name ?? '' } });
}
