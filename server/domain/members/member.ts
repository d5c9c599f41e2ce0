import { sql } from 'kysely';
import type { LanguageCode } from '#contract/languages.ts';
import type { Member as MemberOnWire, Pause, Settings } from '#contract/member.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { fixed } from '#database/fixed.ts';
import { type AppealOfPause, appealOfPause } from '#domain/trust/index.ts';
import { HAS_PASSWORD } from './passwords/no-password.ts';

/** A member as shown to that member, except for the second word for the name. Amounts are whole points and US cents. */
export type Member = Omit<Domain<MemberOnWire>, 'username'>;

/** Up to so many tasks are read to count their days; beyond it each day is looked up in the index. */
const TASKS_READ_MAX = 100;
/** Distinct days of the member `u`. It takes as long for any number of tasks a day. */
const DAYS_ACTIVE = sql<number>`case
  when not exists (select from tasks where tasks.user_id = u.id offset ${sql.lit(TASKS_READ_MAX)}) then (
    select count(distinct (completed_at at time zone 'UTC')::date)::integer from tasks
    where tasks.user_id = u.id and reversed_at is null)
  else (
    with recursive days as (
      (select (completed_at at time zone 'UTC')::date as day from tasks
        where tasks.user_id = u.id and reversed_at is null order by completed_at desc limit 1)
      union all
      select (
        select (completed_at at time zone 'UTC')::date from tasks
        where tasks.user_id = u.id and reversed_at is null and completed_at < day::timestamp at time zone 'UTC'
        order by completed_at desc limit 1
      ) from days where day is not null
    )
    select count(day)::integer from days)
  end`;

/** Reads what a member sees of the account, of members `u`. */
export const memberQuery = (database: Database) =>
  database
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.email',
      'u.name',
      'u.emailVerified',
      'u.points',
      'u.cashRewardedCents',
      'u.cardTierLastChosen',
      'u.lastRewardedAt',
      'u.createdAt',
      'u.isAdmin',
      'u.staffRole',
      'u.staffRoleFrom',
      'u.phone',
      sql<LanguageCode>`u.locale`.as('language'),
      'u.emailNotifications',
      'u.pushNotifications',
      'u.dataAlerts',
      'u.privateProfile',
      sql<boolean>`u.marketing_consent_at is not null`.as('marketingEmails'),
      'u.hasTwoFactor as twoFactorAuth',
      sql<boolean>`exists (select from passkeys p where p.user_id = u.id)`.as('hasPasskey'),
      HAS_PASSWORD.as('hasPassword'),
      'u.pausedAt',
      'u.pausedReason',
      'u.pausedText',
      DAYS_ACTIVE.as('daysActive'),
    ]);
const memberRow = fixed((database, id: string) => memberQuery(database).where('u.id', '=', id));

/** Throws if there is no such member. */
export async function readMember(database: Database | Tx, id: string): Promise<Member> {
  const [row] = await memberRow(database, id);
  if (!row) throw new Error(`there is no member ${id}`);
  return completeMember(database, row);
}

/** The member of a row of `memberQuery`. */
export const completeMember = async (
  database: Database | Tx,
  row: Omit<MemberRow, 'answered'>,
): Promise<Member> =>
  memberOf({ ...row, answered: row.pausedAt ? await appealOfPause(database, row.id) : undefined });

interface MemberRow extends Omit<Member, 'settings' | 'pause'>, Settings {
  pausedAt: Date | null;
  pausedReason: string | null;
  pausedText: string | null;
  answered: AppealOfPause | undefined;
}

function memberOf({
  pausedAt,
  pausedReason,
  pausedText,
  answered,
  emailNotifications,
  pushNotifications,
  dataAlerts,
  marketingEmails,
  twoFactorAuth,
  privateProfile,
  ...member
}: MemberRow): Member {
  const settings = {
    emailNotifications,
    pushNotifications,
    dataAlerts,
    marketingEmails,
    twoFactorAuth,
    privateProfile,
  };
  if (!pausedAt) return { ...member, settings, pause: null };
  const appeal = answered ?? null;
  const reason = pausedReason as Pause['reason'];
  const pause = { reason, text: pausedText ?? '', since: pausedAt, appeal };
  return { ...member, settings, pause };
}
