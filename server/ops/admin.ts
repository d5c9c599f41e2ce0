import { type Command, createArgument } from '@commander-js/extra-typings';
import { STAFF_ROLES, type StaffRole } from '#contract/staff.values.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { operatorGrants, operatorRevokes } from '#domain/administration/index.ts';
import type { Ops } from './command.ts';

export function addAdmin(program: Command, { exitsWith, withDatabase }: Ops): void {
  const admin = program.command('admin').description('Roles of staff');
  admin
    .command('grant')
    .argument('<email>')
    .addArgument(createArgument('[role]', 'what they may do').choices(STAFF_ROLES).default('owner'))
    .summary('give a member a role, owner if none is named')
    .description(
      'Gives a member a role, or owner if none is named. Unless nothing changes, the member is notified and has to sign in again.',
    )
    .action(exitsWith((email, role) => withDatabase((database) => grant(database, email, role))));
  admin
    .command('revoke')
    .argument('<email>')
    .description('take a role away; the last owner keeps it')
    .action(exitsWith((email) => withDatabase((database) => revoke(database, email))));
}

async function grant(database: Database, email: string, role: StaffRole): Promise<number> {
  const granted = await transactOn(database)((tx) => operatorGrants(tx, email, role));
  const outcomes = {
    granted: `${email} has the role ${role} now and has to sign in again.`,
    unchanged: `${email} has the role ${role} already.`,
    unknown: `No member has the address ${email}.`,
  };
  console.log(outcomes[granted]);
  return granted === 'unknown' ? 1 : 0;
}

async function revoke(database: Database, email: string): Promise<number> {
  const revoked = await transactOn(database)((tx) => operatorRevokes(tx, email));
  console.log(
    revoked ? `${email} is a plain member now.` : `No member with a role has the address ${email}.`,
  );
  return revoked ? 0 : 1;
}
