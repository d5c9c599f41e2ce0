import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import type { Database, Tx } from './client.ts';

/** Stands for a value while a statement is built. */
export class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A statement whose text never changes. It is built and compiled at its first use, and later uses only bring their values,
 * which takes a fraction of the time. `build` gets the database and stand-ins for the values: it may only pass them on to
 * the statement, a list as one value (`= any (${list})`). Returns a function that runs it and returns the rows.
 */
export function fixed<Row, Values extends unknown[]>(
  build: (database: Database, ...values: Values) => Compilable<Row> | RawBuilder<Row>,
): (database: Database | Tx, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (database, ...values) => {
    compiled ??= compileWithPlaces(database, build);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Place ? values[value.index] : value,
    );
    return (await database.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** The statement that `build` makes, with a Place as parameter wherever a value of its own is used. */
export function compileWithPlaces<Row, Values extends unknown[]>(
  database: Database,
  build: (database: Database, ...values: Values) => Compilable<Row> | RawBuilder<Row>,
): CompiledQuery<Row> {
  const places = Array.from({ length: build.length - 1 }, (_, index) => new Place(index));
  const built = build(database, ...(places as unknown as Values));
  return (built as RawBuilder<Row>).compile(database) as CompiledQuery<Row>;
}
