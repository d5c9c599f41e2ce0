import { z } from 'zod';
import { LANGUAGE_CODES } from './languages.ts';
import { moment } from './shapes.ts';
import { STAFF_ROLES } from './staff.values.ts';
import { PAUSE_REASONS } from './suspensions.values.ts';

/** The switches of the profile screen. */
export const Settings = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  dataAlerts: z.boolean().describe('Tell when the redemption threshold is reached.'),
  marketingEmails: z.boolean().describe('Consent, recorded with its time.'),
  twoFactorAuth: z.boolean(),
  privateProfile: z.boolean().describe('Hides the member from other members.'),
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
  staffRole: z.enum(STAFF_ROLES).nullable().describe("The admin's permissions, see ROLE_PERMISSIONS."),
  staffRoleFrom: z
    .string()
    .nullable()
    .describe(
      'The other site that gave the role, where alone such staff sign in; null for a role that was given here.',
    ),
  daysActive: z.int().describe('Distinct days (UTC) with a completed task.'),
  username: z.string().describe("The same as `name`, under the profile form's name."),
  phone: z.string().nullable().describe('E.164, or null.'),
  language: z
    .enum(LANGUAGE_CODES)
    .describe('The language of mails to the member, and of the app if the browser has no saved choice.'),
  hasPasskey: z.boolean().describe('Whether the member can sign in by a passkey.'),
  hasPassword: z
    .boolean()
    .describe(
      'Whether the member has chosen a password; who signs in by an account elsewhere need not have one.',
    ),
  settings: Settings,
  pause: Pause.nullable(),
});
export type Member = z.infer<typeof Member>;
