import { sql } from 'kysely';
import { VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import type { AccountMailPorts } from '#domain/members/ports.ts';
import { alreadyMemberMail, verificationCodeMail } from '#domain/notices/index.ts';
import { codeHash, makeCode } from './verification-code.ts';

/**
 * Mails a new code, in the language of the request, which invalidates older ones; or, if the address has an account,
 * mails its owner about the attempt. Can be repeated. Throws if the mail was not accepted.
 */
export async function sendSignUpMail(
  transact: Transact,
  { mailer, site, codeKey }: AccountMailPorts,
  { email, language }: { email: string; language: string },
): Promise<void> {
  const code = makeCode();
  const member = await transact(async (tx) => {
    const found = await tx.selectFrom('users').select('locale').where('email', '=', email).executeTakeFirst();
    if (!found) await storeCode(tx, email, codeHash(codeKey, email, code));
    return found;
  });
  await mailer.send(
    member
      ? alreadyMemberMail(site, email, member.locale)
      : verificationCodeMail(site, email, code, language),
  );
}

async function storeCode(tx: Tx, email: string, hash: string): Promise<void> {
  await tx
    .updateTable('emailVerificationCodes')
    .set({ used: true })
    .where('email', '=', email)
    .where('used', '=', false)
    .execute();
  await tx
    .insertInto('emailVerificationCodes')
    .values({
      email,
      code: hash,
      // The wall clock, not the start of the transaction, so that the code stored last is the newest.
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${VERIFICATION_CODE_MINUTES})`,
    })
    .execute();
}
