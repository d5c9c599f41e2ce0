import { STAFF_ROLES, type StaffRole } from '#contract/staff.values.ts';
import type { Database } from '#database/client.ts';
import { operatorGrants, operatorRevokes } from '#domain/administration/index.ts';
import { Refusal } from './domain/common/refusal.ts';

/** The operator's tools for staff: `npm run ops -- admin <action>`. */

export const STAFF_USAGE = `  admin grant <e-mail> [${STAFF_ROLES.join('|')}]
                         give a member a role, owner if none is named (they sign in again, and are told)
  admin revoke <e-mail>  make somebody a plain member again; the last owner stays one`;

/** Runs one action; answers the exit code, or undefined if the command is not right. */
export async function runStaff(
  database: Database,
  [action, email, role, ...more]: string[],
): Promise<number | undefined> {
  if (!email || more.length > 0) return undefined;
  const given = role ?? 'owner';
  if (action === 'grant' && isRole(given)) return report(() => grant(database, email, given));
  if (action === 'revoke' && role === undefined) return report(() => revoke(database, email));
  return undefined;
}

const isRole = (word: string): word is StaffRole => (STAFF_ROLES as readonly string[]).includes(word);

async function grant(database: Database, email: string, role: StaffRole): Promise<number> {
  const granted = await database.transaction().execute((tx) => operatorGrants(tx, email, role));
  console.log(
    granted
      ? `${email} has the role ${role} now and has to sign in again.`
      : `No member has the address ${email}.`,
  );
  return granted ? 0 : 1;
}

async function revoke(database: Database, email: string): Promise<number> {
  const revoked = await database.transaction().execute((tx) => operatorRevokes(tx, email));
  console.log(revoked ? `${email} is a plain member now.` : `Nobody with a role has the address ${email}.`);
  return revoked ? 0 : 1;
}

async function report(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 1;
  }
}
