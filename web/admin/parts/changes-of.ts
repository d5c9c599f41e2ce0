/** The fields that differ between two plans, so that saving keeps what another admin changed in other fields. */
export function changesOf<Plan extends object>(before: Plan, after: Plan): Partial<Plan> {
  const known = new Map<string, unknown>(Object.entries(before));
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(known.get(name));
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<Plan>;
}
