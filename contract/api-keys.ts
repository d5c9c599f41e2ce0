import { z } from 'zod';
import { KEY_DAYS_MAX, KEY_NAME_MAX_LENGTH, KEY_SCOPES, KEY_STATES } from './api-keys.values.ts';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import { idParams, moment, requiredText } from './shapes.ts';
import { STAFF_LIST_MAX } from './staff.values.ts';

/** Keys with which other systems call the admins' part of this API. */

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  beginning: z.string().describe('The beginning of the key, up to the first characters of its random part.'),
  scopes: z.array(z.enum(KEY_SCOPES)),
  createdBy: z.string().describe('Name of the admin that the key acts for.'),
  createdAt: moment,
  expiresAt: moment.describe('When the key ends or ended.'),
  lastUsedAt: moment.nullable().describe('Updated at most once a minute.'),
  state: z.enum(KEY_STATES),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const apiKeys = endpoint({
  method: 'GET',
  path: '/api/admin/keys',
  access: 'admin',
  permission: 'staff.manage',
  summary: `The API keys, those that work first, then the newest, at most ${STAFF_LIST_MAX}. Never the keys themselves`,
  output: z.array(ApiKey),
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/admin/keys',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Makes an API key that acts for the admin who asks. Only this answer shows it',
  body: z.object({
    name: requiredText(KEY_NAME_MAX_LENGTH),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1, fault('required'))
      .max(KEY_SCOPES.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, fault('invalid')),
    days: z.int().min(1).max(KEY_DAYS_MAX).describe('Days until the key expires.'),
  }),
  output: z.object({ id: z.uuid(), key: z.string(), expiresAt: moment }),
  errors: ['too_many_keys'],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/admin/keys/{id}',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Ends an API key at once and for good',
  params: idParams,
  output: z.object({}),
  errors: ['key_ended'],
});
