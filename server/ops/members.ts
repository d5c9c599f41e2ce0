import path from 'node:path';
import { Readable } from 'node:stream';
import { type Command, Option } from '@commander-js/extra-typings';
import { APPEAL_MAX_LENGTH } from '#contract/appeals.values.ts';
import { PAUSE_REASONS, type PauseReason } from '#contract/suspensions.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { recordAction, recordReading } from '#domain/administration/index.ts';
import { liftSuspension, suspendMember } from '#domain/members/index.ts';
import { eraseAccount, exportData } from '#domain/privacy/index.ts';
import type { Config } from '#server/config/config.ts';
import { mailboxKey } from '#server/config/secret.ts';
import { textUpTo } from './arguments.ts';
import { placeFile } from './backup/files.ts';
import { OPERATOR, type Ops } from './command.ts';
import { readSiteSecret } from './site-secret.ts';

export function addMembers(program: Command, { exitsWith, withDatabase }: Ops): void {
  const members = program.command('members').description('Suspensions and personal data of members');
  members
    .command('suspend')
    .argument('<email|id>')
    .summary('suspend a member and end every session')
    .description(
      'Ends every session of a member, who can no longer sign in, reads reason and text, and can appeal.',
    )
    .addOption(new Option('--reason <reason>').choices(PAUSE_REASONS).makeOptionMandatory())
    .requiredOption('--text <text>', 'what the member reads', textUpTo('--text', APPEAL_MAX_LENGTH))
    .action(
      exitsWith((member, given) =>
        withDatabase((database) => onMember(database, member, (tx, userId) => suspend(tx, userId, given))),
      ),
    );
  members
    .command('lift')
    .argument('<email|id>')
    .description('end a suspension and grant an open appeal against it')
    .action(exitsWith((member) => withDatabase((database) => onMember(database, member, lift))));
  members
    .command('export')
    .argument('<email|id>')
    .argument('<file>', 'a zip, for the member alone')
    .description('write what the site holds about a member, as the member gets it in the profile')
    .action(
      exitsWith((member, file) =>
        withDatabase((database) => writeExport(database, member, path.resolve(file))),
      ),
    );
  members
    .command('erase')
    .argument('<email|id>')
    .summary('let a member leave who cannot sign in')
    .description(
      'Erases a member as leaving in the profile does: for who asks and cannot sign in, and for who had left and is back by a restore. A last mail goes to the address.',
    )
    .action(exitsWith((member) => withDatabase((database, config) => erase(database, config, member))));
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

async function writeExport(database: Database, member: string, file: string): Promise<number> {
  const userId = await findMember(database, member);
  if (userId === undefined) return 1;
  await recordReading(database, OPERATOR, 'members export', { kind: 'member', id: userId });
  await placeFile(Readable.from(exportData(database, userId)), file);
  console.log(`What the site holds about ${member} is in ${file}.`);
  return 0;
}

async function erase(database: Database, config: Config, member: string): Promise<number> {
  // What is kept under the mailbox by another secret would be found by no new account.
  const key = mailboxKey(await readSiteSecret(database, config));
  return onMember(database, member, async (tx, userId) => {
    await eraseAccount(tx, userId, key);
    await recordAction(tx, OPERATOR, 'members erase', { subject: { kind: 'member', id: userId } });
    return 'has left, is signed out everywhere, and gets a last mail.';
  });
}

async function onMember(
  database: Database,
  member: string,
  work: (tx: Tx, userId: string) => Promise<string>,
): Promise<number> {
  const userId = await findMember(database, member);
  if (userId === undefined) return 1;
  console.log(`${member} ${await transactOn(database)((tx) => work(tx, userId))}`);
  return 0;
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Returns the id of who has this address or id; undefined, after saying so, for nobody and for a former member. */
async function findMember(database: Database, member: string): Promise<string | undefined> {
  const named = member.trim().toLowerCase();
  const found = await database
    .selectFrom('users')
    .select(['id', 'erasedAt'])
    .where(isId(named) ? 'id' : 'email', '=', named)
    .executeTakeFirst();
  if (found && !found.erasedAt) return found.id;
  console.log(found ? `${member} has left already.` : `No member has the address or id ${member}.`);
  return undefined;
}
