import { sql } from 'kysely';
import type { LanguageCode } from '#contract/languages.ts';
import type { Member as MemberOnWire, Pause, Settings } from '#contract/member.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { fixed } from '#database/fixed.ts';
import { type AppealOfPause, appealOfPause } from '#domain/trust/index.ts';

/** A member as shown to that member, except for the second word for the name. Amounts are whole points and US cents. */
export type Member = Omit<Domain<MemberOnWire>, 'username'>;

/** Distinct days of the member `users`, each looked up in the index, so that it takes as long for any number of tasks a day. */
const DAYS_ACTIVE = sql<number>`(
  with recursive days as (
    (select (completed_at at time zone 'UTC')::date as day from tasks
      where tasks.user_id = users.id and reversed_at is null order by completed_at desc limit 1)
    union all
    select (
      select (completed_at at time zone 'UTC')::date from tasks
      where tasks.user_id = users.id and reversed_at is null and completed_at < day::timestamp at time zone 'UTC'
      order by completed_at desc limit 1
    ) from days where day is not null
  )
  select count(day)::integer from days)`;

const memberRow = fixed((database, id: string) =>
  database
    .selectFrom('users')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.emailVerified',
      'users.points',
      'users.cashRewardedCents',
      'users.cardTierLastChosen',
      'users.lastRewardedAt',
      'users.createdAt',
      'users.isAdmin',
      'users.staffRole',
      'users.phone',
      sql<LanguageCode>`users.locale`.as('language'),
      'users.emailNotifications',
      'users.pushNotifications',
      'users.dataAlerts',
      'users.privateProfile',
      sql<boolean>`users.marketing_consent_at is not null`.as('marketingEmails'),
      'users.hasTwoFactor as twoFactorAuth',
      sql<boolean>`exists (select from passkeys p where p.user_id = users.id)`.as('hasPasskey'),
      'users.pausedAt',
      'users.pausedReason',
      'users.pausedText',
      DAYS_ACTIVE.as('daysActive'),
    ])
    .where('users.id', '=', id),
);

/** Throws if there is no such member. */
export async function readMember(database: Database | Tx, id: string): Promise<Member> {
  const [row] = await memberRow(database, id);
  if (!row) throw new Error(`there is no member ${id}`);
  return memberOf({ ...row, answered: row.pausedAt ? await appealOfPause(database, id) : undefined });
}

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
