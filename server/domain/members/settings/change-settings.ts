import { sql } from 'kysely';
import type { Settings } from '#contract/member.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * Saves the switches of a member. Consent to marketing mail keeps the time at which it was given and is gone when it is
 * taken back. Two-factor sign-in has its own calls: its switch only passes unchanged. Throws Refusal
 * two_factor_not_set_up, two_factor_own_call.
 */
export async function changeSettings(tx: Tx, userId: string, settings: Settings): Promise<Settings> {
  const { hasTwoFactor } = await tx
    .selectFrom('users')
    .select(sql<boolean>`totp_enabled_at is not null`.as('hasTwoFactor'))
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (settings.twoFactorAuth !== hasTwoFactor) {
    throw new Refusal(hasTwoFactor ? 'two_factor_own_call' : 'two_factor_not_set_up');
  }
  await tx
    .updateTable('users')
    .set({
      emailNotifications: settings.emailNotifications,
      pushNotifications: settings.pushNotifications,
      dataAlerts: settings.dataAlerts,
      marketingConsentAt: settings.marketingEmails ? sql<Date>`coalesce(marketing_consent_at, now())` : null,
      privateProfile: settings.privateProfile,
    })
    .where('id', '=', userId)
    .execute();
  return settings;
}
