import * as contract from '#contract/api-keys.ts';
import { createKey, listKeys, revokeKey } from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

export const apiKeyRoutes = ({ database }: Services): Route[] => [
  implement(contract.apiKeys).with(() => listKeys(database)),
  implement(contract.createApiKey).asStaff(async (tx, { body }, { member }) => {
    const { id, key, expiresAt } = await createKey(tx, { ...body, adminId: member.id });
    return recorded('api_key', id, { after: { scopes: body.scopes, expiresAt } }, { id, key, expiresAt });
  }),
  implement(contract.revokeApiKey).asStaff(async (tx, { params }) => {
    await revokeKey(tx, params.id);
    return recorded('api_key', params.id, { before: { state: 'live' }, after: { state: 'revoked' } });
  }),
];
