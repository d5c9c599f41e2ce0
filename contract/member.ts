import { z } from 'zod';
import { LANGUAGE_CODES } from './languages.ts';
import { moment } from './shapes.ts';
import { STAFF_ROLES } from './staff.values.ts';
import { PAUSE_REASONS } from './suspensions.values.ts';

/** The switches of the profile screen. */
export const Settings = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  /** Tell when the redemption threshold is reached. */
  dataAlerts: z.boolean(),
  /** Consent, recorded with its time. */
  marketingEmails: z.boolean(),
  twoFactorAuth: z.boolean(),
  /** Hides the member from other members. */
  privateProfile: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** Why redemptions of the member are paused, and the state of the member's appeal. */
export const Pause = z.object({
  reason: z.enum(PAUSE_REASONS),
  text: z.string(),
  since: moment,
  appeal: z
    .object({
      text: z.string(),
      sentAt: moment,
      decision: z.enum(['granted', 'kept']).nullable(),
      answer: z.string().nullable(),
    })
    .nullable(),
});
export type Pause = z.infer<typeof Pause>;

/** The signed-in member as shown to the browser. Points are whole points, money is US cents. */
export const Member = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  points: z.int(),
  cashRewardedUSD: z.int(),
  cardTierLastChosen: z.string().nullable(),
  lastRewardedAt: moment.nullable(),
  createdAt: moment,
  isAdmin: z.boolean(),
  /** The admin's permissions, see ROLE_PERMISSIONS. */
  staffRole: z.enum(STAFF_ROLES).nullable(),
  /** Distinct days (UTC) with a completed task. */
  daysActive: z.int(),
  /** The same as `name`, under the profile form's name. */
  username: z.string(),
  /** E.164, or null. */
  phone: z.string().nullable(),
  /** The language of mails to the member, and of the app if the browser has no saved choice. */
  language: z.enum(LANGUAGE_CODES),
  /** Whether the member can sign in by a passkey. */
  hasPasskey: z.boolean(),
  settings: Settings,
  pause: Pause.nullable(),
});
export type Member = z.infer<typeof Member>;
