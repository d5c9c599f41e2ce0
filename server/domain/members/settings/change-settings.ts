import { sql } from 'kysely';
import type { Settings } from '#contract/member.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { unsubscribe } from '#domain/notices/index.ts';

/**
 * Saves the member's switches. Consent to marketing mail keeps the time when it was given; without it such mails are
 * deleted. Two-factor sign-in has calls of its own, so its switch must be unchanged. Throws Refusal
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
      privateProfile: settings.privateProfile,
      ...(settings.marketingEmails
        ? { marketingConsentAt: sql<Date>`coalesce(marketing_consent_at, now())` }
        : {}),
    })
    .where('id', '=', userId)
    .execute();
  if (!settings.marketingEmails) await unsubscribe(tx, userId);
  return settings;
}
