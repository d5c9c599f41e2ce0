/** What differs between two plans, so that fields that another admin changed meanwhile stay as they are. */
export function changesOf<Plan extends object>(before: Plan, after: Plan): Partial<Plan> {
  const known = new Map<string, unknown>(Object.entries(before));
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(known.get(name));
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<Plan>;
}
