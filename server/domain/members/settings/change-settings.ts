import { sql } from 'kysely';
import type { Settings } from '#contract/member.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * Saves the member's switches. Consent to marketing mail keeps the time when it was given and is cleared when it is
 * withdrawn. Two-factor sign-in has calls of its own, so its switch must be unchanged. Throws Refusal
 * two_factor_not_set_up, two_factor_own_call.
 */
export async function changeSettings(tx: Tx, userId: string, settings: Settings): Promise<Settings> {
  const { hasTwoFactor } = await tx
    .selectFrom('users')
    .select('hasTwoFactor')
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
