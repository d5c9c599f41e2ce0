import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';

/** What the wall's company is to call: the address, and behind it what the definition says that it needs to be given. */
export const addressOf = ({ definition }: ConfiguredWall, appUrl: string): string =>
  `${appUrl}/api/postbacks/${definition.id}${definition.postback.query ?? ''}`;

/** Names of every parameter and header that a call of the wall is read by. */
export function parametersOf({ definition }: ConfiguredWall): string[] {
  const { fields, checks, outcomes, test = [] } = definition.postback;
  const { usdScale: _, ...named } = fields;
  const conditions = [...outcomes.flatMap(({ when }) => when), ...test].map(({ field }) => field);
  return [...new Set([...Object.values(named), ...conditions, ...checks.map(({ at }) => at.name)])];
}
