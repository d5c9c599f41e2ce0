/** A piece of work and what a message calls it. */
type Named = readonly [name: string, work: () => Promise<unknown>];

/** Does one after the other, also after one that failed, and throws all failures at the end. */
export async function doEach(works: readonly Named[]): Promise<void> {
  const failures: { name: string; error: unknown }[] = [];
  for (const [name, work] of works) await work().catch((error) => failures.push({ name, error }));
  if (failures.length === 0) return;
  throw new AggregateError(
    failures.map(({ error }) => error),
    failures.map(({ name, error }) => `${name}: ${error}`).join('; '),
  );
}
