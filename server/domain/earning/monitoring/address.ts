import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';

/** The address for the wall's company to call, with the query that the definition asks for. */
export const addressOf = ({ definition }: ConfiguredWall, appUrl: string): string =>
  `${appUrl}/api/postbacks/${definition.id}${definition.postback.query ?? ''}`;

/** Names of every parameter and header that is read from a call of the wall. */
export function parametersOf({ definition }: ConfiguredWall): string[] {
  const { fields, checks, outcomes, test = [] } = definition.postback;
  const { usdScale: _, ...named } = fields;
  const conditions = [...outcomes.flatMap(({ when }) => when), ...test].map(({ field }) => field);
  return [...new Set([...Object.values(named), ...conditions, ...checks.map(({ at }) => at.name)])];
}
