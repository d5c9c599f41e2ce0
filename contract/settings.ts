import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LANGUAGE_CODES } from './languages.ts';
import { Settings } from './member.ts';
import * as rules from './rules.ts';

/** The switches of the profile screen, push messages, and leaving. */

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/user/settings',
  access: 'member',
  summary:
    'Saves the switches; `twoFactorAuth` can only be switched on by its own set-up and off by its own call',
  body: Settings,
  output: Settings,
  errors: ['two_factor_not_set_up', 'two_factor_own_call'],
});

export const chooseLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  access: 'member',
  summary: 'Mails to the member are written in this language from now on',
  body: z.object({ language: z.enum(LANGUAGE_CODES) }),
  output: z.object({}),
});

export const pushKey = endpoint({
  method: 'GET',
  path: '/api/push/key',
  access: 'member',
  summary: 'The public VAPID key for subscriptions of this site',
  output: z.object({ publicKey: z.string() }),
});

const Subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1_000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/push/subscriptions',
  access: 'member',
  limit: 'push_user',
  summary: 'Sends push messages to this browser for as long as its session',
  body: Subscription,
  output: z.object({}),
  errors: ['push_host_unknown'],
});

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/push/subscriptions',
  access: 'member',
  summary: 'Sends no more push messages to this browser',
  body: z.object({ endpoint: z.string().max(1_000).check(rules.withoutNul) }),
  output: z.object({}),
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user/account',
  access: 'member',
  freshSignIn: true,
  session: 'ends',
  summary:
    'Erases every personal field at once and ends every session; the ledger keeps its entries under the random id. Refused while the member has a role',
  output: z.object({}),
  errors: ['role_held'],
});

/** The link in a mail, which works signed out. RFC 8058 posts a form, so it is not an endpoint of the contract. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
/** All data about the member as a zip of JSON and CSV; not JSON, so it is not an endpoint of the contract. */
export const EXPORT_PATH = '/api/user/export';
