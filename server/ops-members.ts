import { parseArgs } from 'node:util';
import { APPEAL_MAX_LENGTH } from '#contract/appeals.values.ts';
import { PAUSE_REASONS, type PauseReason } from '#contract/suspensions.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { recordAction } from '#domain/administration/index.ts';
import { liftSuspension, suspendMember } from '#domain/members/index.ts';
import { Refusal } from './domain/common/refusal.ts';

/** The operator's tools for members: `npm run ops -- members <action>`. */

export const MEMBERS_USAGE = `  members suspend <e-mail> --reason <reason> --text "<text>"
                         end every session and let nobody sign in; the member reads reason and text, and can answer.
                         Reasons: ${PAUSE_REASONS.join(', ')}
  members lift <e-mail>  end a suspension; an open answer to it is granted`;

const OPERATOR = { id: 'operator', role: 'operator', ip: '' };

/** Runs one action; answers the exit code, or undefined if the command is not right. */
export async function runMembers(
  database: Database,
  [action, email, ...rest]: string[],
): Promise<number | undefined> {
  if (!email) return undefined;
  if (action === 'lift' && rest.length === 0) return onMember(database, email, lift);
  if (action !== 'suspend') return undefined;
  const given = readOptions(rest);
  return given && onMember(database, email, (tx, userId) => suspend(tx, userId, given));
}

function readOptions(args: string[]): { reason: PauseReason; text: string } | undefined {
  try {
    const { values } = parseArgs({ args, options: { reason: { type: 'string' }, text: { type: 'string' } } });
    const reason = PAUSE_REASONS.find((known) => known === values.reason);
    const text = values.text?.trim() ?? '';
    return reason && text !== '' && text.length <= APPEAL_MAX_LENGTH ? { reason, text } : undefined;
  } catch {
    return undefined;
  }
}

async function suspend(
  tx: Tx,
  userId: string,
  given: { reason: PauseReason; text: string },
): Promise<string> {
  await suspendMember(tx, { userId, adminId: null, ...given });
  const evidence = { subject: { kind: 'member', id: userId }, after: { suspended: given.reason } };
  await recordAction(tx, OPERATOR, 'members suspend', {
    ...evidence,
    text: { memberId: userId, words: given.text },
  });
  return 'is suspended now, is signed out everywhere, and is told by mail.';
}

async function lift(tx: Tx, userId: string): Promise<string> {
  if (!(await liftSuspension(tx, { userId, adminId: null }))) return 'is not suspended.';
  const evidence = { subject: { kind: 'member', id: userId }, after: { suspended: null } };
  await recordAction(tx, OPERATOR, 'members lift', evidence);
  return 'can sign in again, and is told by mail.';
}

async function onMember(
  database: Database,
  email: string,
  work: (tx: Tx, userId: string) => Promise<string>,
): Promise<number> {
  const member = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!member) {
    console.log(`No member has the address ${email}.`);
    return 1;
  }
  try {
    console.log(`${email} ${await database.transaction().execute((tx) => work(tx, member.id))}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 1;
  }
}
