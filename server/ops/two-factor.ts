import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { recordAction } from '#domain/administration/index.ts';
import { resetTwoFactor } from '#domain/members/index.ts';
import { notifyOwners } from '#domain/notices/index.ts';
import { OPERATOR, type Ops } from './command.ts';

export function addTwoFactor(program: Command, { exitsWith, withDatabase }: Ops): void {
  const twoFactor = program.command('two-factor').description('Sign-in with a second factor');
  twoFactor
    .command('reset')
    .argument('<email>')
    .summary('for a member who lost app and backup codes, or has a passkey of somebody else')
    .description(
      "Lets a member who lost app and backup codes sign in without a second factor, and removes every passkey. Accounts elsewhere stay linked. Owners are told if the member has a role. Check the person's identity first.",
    )
    .action(exitsWith((email) => withDatabase((database) => endTwoFactor(database, email))));
}

async function endTwoFactor(database: Database, email: string): Promise<number> {
  const reset = await transactOn(database)(async (tx) => {
    const member = await resetTwoFactor(tx, email);
    if (!member) return false;
    const { id, isAdmin, hadTwoFactor, passkeys } = member;
    await recordAction(tx, OPERATOR, 'two-factor reset', {
      subject: { kind: 'member', id },
      before: { twoFactor: hadTwoFactor, passkeys },
      after: { twoFactor: false, passkeys: 0 },
    });
    if (isAdmin) {
      const key = `staff_factor_reset:${id}:${randomUUID()}`;
      await notifyOwners(tx, { key, kind: 'staff_factor_reset', data: {} });
    }
    return true;
  });
  console.log(
    reset
      ? `${email} signs in without a second factor from now on, and was told by mail.`
      : `No member with two-factor sign-in or a passkey has the address ${email}.`,
  );
  return reset ? 0 : 1;
}
