import * as contract from '#contract/api-keys.ts';
import { createKey, listKeys, revokeKey } from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** The API keys of other systems. */
export const apiKeyRoutes = ({ database }: Services): Route[] => [
  implement(contract.apiKeys).with(async () =>
    (await listKeys(database)).map(({ createdAt, expiresAt, lastUsedAt, ...key }) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  ),
  implement(contract.createApiKey).asStaff(async (tx, { body }, { member }) => {
    const { id, key, expiresAt } = await createKey(tx, { ...body, adminId: member.id });
    const end = expiresAt.toISOString();
    return {
      output: { id, key, expiresAt: end },
      evidence: { subject: subjectOf(id), after: { scopes: body.scopes, expiresAt: end } },
    };
  }),
  implement(contract.revokeApiKey).asStaff(async (tx, { params }) => {
    await revokeKey(tx, params.id);
    const states = { before: { state: 'live' }, after: { state: 'revoked' } };
    return { output: {}, evidence: { subject: subjectOf(params.id), ...states } };
  }),
];

const subjectOf = (id: string) => ({ kind: 'api_key', id });
