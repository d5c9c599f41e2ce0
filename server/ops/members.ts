import { type Command, Option } from '@commander-js/extra-typings';
import { APPEAL_MAX_LENGTH } from '#contract/appeals.values.ts';
import { PAUSE_REASONS, type PauseReason } from '#contract/suspensions.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { recordAction } from '#domain/administration/index.ts';
import { liftSuspension, suspendMember } from '#domain/members/index.ts';
import { textUpTo } from './arguments.ts';
import { OPERATOR, type Ops } from './command.ts';

export function addMembers(program: Command, { exitsWith, withDatabase }: Ops): void {
  const members = program.command('members').description('Suspensions of members');
  members
    .command('suspend')
    .argument('<email>')
    .summary('suspend a member and end every session')
    .description(
      'Ends every session of a member, who can no longer sign in, reads reason and text, and can appeal.',
    )
    .addOption(new Option('--reason <reason>').choices(PAUSE_REASONS).makeOptionMandatory())
    .requiredOption('--text <text>', 'what the member reads', textUpTo('--text', APPEAL_MAX_LENGTH))
    .action(
      exitsWith((email, given) =>
        withDatabase((database) => onMember(database, email, (tx, userId) => suspend(tx, userId, given))),
      ),
    );
  members
    .command('lift')
    .argument('<email>')
    .description('end a suspension and grant an open appeal against it')
    .action(exitsWith((email) => withDatabase((database) => onMember(database, email, lift))));
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
  return 'is suspended now, is signed out everywhere, and is notified by mail.';
}

async function lift(tx: Tx, userId: string): Promise<string> {
  if (!(await liftSuspension(tx, { userId, adminId: null }))) return 'is not suspended.';
  const evidence = { subject: { kind: 'member', id: userId }, after: { suspended: null } };
  await recordAction(tx, OPERATOR, 'members lift', evidence);
  return 'can sign in again, and is notified by mail.';
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
  console.log(`${email} ${await transactOn(database)((tx) => work(tx, member.id))}`);
  return 0;
}
