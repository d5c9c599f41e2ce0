import { AsyncLocalStorage } from 'node:async_hooks';
import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import { type Database, sqlState, type Tx } from './client.ts';
import { compileWithPlaces, fixed, Place } from './fixed.ts';
import { type Answer, ASKER } from './statement.ts';

/** So many ask at once. One is answered while the other is under way; of three, each would answer fewer. */
const UNDER_WAY_MAX = 2;
/** Most who ask in one statement. */
const TOGETHER_MAX = 16;
/** Longest wait, in milliseconds, for the statements ahead, so that slow ones hold up nobody. */
const WAIT_MS_MAX = 20;

interface Asker<Row> {
  values: unknown[];
  answer: (rows: Row[]) => void;
  fail: (error: unknown) => void;
}

/**
 * As `fixed`, for a statement that many ask at the same time, such as the session of each request: who comes while two are
 * under way is answered together with all others who do, by one statement more. `types` are those of the values in SQL, none of
 * them a list. If it fails, each asks alone. Within a transaction it is asked alone too.
 */
export function fixedTogether<Row extends object, Values extends unknown[]>(
  types: { [Index in keyof Values]: string },
  build: (database: Database, ...values: Values) => Compilable<Row> | RawBuilder<Row>,
): (database: Database | Tx, ...values: Values) => Promise<Row[]> {
  const alone = fixed<Row, Values>(build);
  let together: CompiledQuery<Row> | undefined;
  const queues = new WeakMap<Database, Queue<Row>>();

  const askAlone = (database: Database, { values, answer, fail }: Asker<Row>) =>
    alone(database, ...(values as Values)).then(answer, fail);
  const askTogether = async (database: Database, askers: Asker<Row>[]) => {
    together ??= forMany(compileWithPlaces(database, build), types);
    const parameters = together.parameters.map((value) =>
      value instanceof Place ? askers.map(({ values }) => values[value.index]) : value,
    );
    const result = await database.executeQuery<Row>({ ...together, parameters });
    const found = askers.map((): Row[] => []);
    (result as Answer<Row>).askers.forEach((asker, index) => {
      const row = result.rows[index];
      if (row) found[asker - 1]?.push(row);
    });
    askers.forEach(({ answer }, index) => {
      answer(found[index] ?? []);
    });
  };
  const ask = async (database: Database, askers: Asker<Row>[]) => {
    const [first] = askers;
    if (first && askers.length === 1) return askAlone(database, first);
    try {
      await askTogether(database, askers);
    } catch (error) {
      // What one has brought may be to blame, unless the database is away.
      if (sqlState(error)) await Promise.all(askers.map((asker) => askAlone(database, asker)));
      else for (const { fail } of askers) fail(error);
    }
  };

  return async (database, ...values) => {
    if (database.isTransaction) return alone(database, ...values);
    let queue = queues.get(database);
    if (!queue) {
      queue = new Queue((askers) => ask(database, askers));
      queues.set(database, queue);
    }
    return queue.wait(values);
  };
}

/** Those who wait to ask the same statement of the same database. */
class Queue<Row> {
  readonly #ask: (askers: Asker<Row>[]) => Promise<void>;
  #waiting: Asker<Row>[] = [];
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Runs in the context of the first who waits: what is traced of their statement belongs to that request. */
  #asFirst = AsyncLocalStorage.snapshot();

  constructor(ask: (askers: Asker<Row>[]) => Promise<void>) {
    this.#ask = ask;
  }

  wait(values: unknown[]): Promise<Row[]> {
    return new Promise((answer, fail) => {
      if (this.#waiting.length === 0) this.#asFirst = AsyncLocalStorage.snapshot();
      this.#waiting.push({ values, answer, fail });
      if (this.#underWay < UNDER_WAY_MAX || this.#waiting.length === TOGETHER_MAX) this.#send();
      else this.#timer ??= setTimeout(() => this.#send(), WAIT_MS_MAX);
    });
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const askers = this.#waiting;
    this.#waiting = [];
    this.#underWay += 1;
    this.#asFirst(() => {
      void this.#ask(askers).then(() => {
        this.#underWay -= 1;
        if (this.#underWay < UNDER_WAY_MAX && this.#waiting.length > 0) this.#send();
      });
    });
  }
}

/**
 * The statement for a list of each value, which stands for the value's Place. The lists come out of a query of their own:
 * if their length were known, PostgreSQL would plan anew for each length. What has an order is not merged into the query around
 * it, so the rows of an asker keep theirs.
 */
function forMany<Row>(
  { sql: text, parameters, ...rest }: CompiledQuery<Row>,
  types: string[],
): CompiledQuery<Row> {
  const constants: unknown[] = [];
  const inner = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const parameter = parameters[Number(number) - 1];
    return parameter instanceof Place
      ? `asked.v${parameter.index}`
      : `$${types.length + constants.push(parameter)}`;
  });
  const lists = types.map((type, index) => `(select $${index + 1}::${type}[])`);
  const names = types.map((_, index) => `v${index}`);
  return {
    ...rest,
    sql: `select asked.${ASKER}, found.* from unnest(${lists.join(', ')}) with ordinality
      as asked(${names.join(', ')}, ${ASKER}) cross join lateral (${inner}) as found`,
    parameters: [...types.map((_, index) => new Place(index)), ...constants],
  };
}
