import { createHash, randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { QueryResult } from 'kysely';
import pg from 'pg';
// The driver's own conversion, which its cursors use in the same way.
import { prepareValue } from 'pg/lib/utils.js';

/** Texts that a process remembers, and statements that a connection keeps prepared; the ones used last stay. */
const TEXTS_MAX = 2_000;
const PREPARED_MAX = 200;
/** A longer text is a list of rows, which hardly comes again. */
const TEXT_LENGTH_MAX = 12_000;
/** One statement that the server plans; it need not prepare others. */
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b[^;]*$/i;
/**
 * A search for a text that comes as a value. Planned without it, it cannot use the index of beginnings, nor know whether
 * a word is frequent.
 */
const SEARCH = /(?:\blike|@@)\s+\$/i;
const CHANGED_ROWS = /^(?:INSERT|UPDATE|DELETE|MERGE) .*?(\d+)$/;
const { TIMESTAMPTZ } = pg.types.builtins;

/** Name of a column that tells whom a row is for. It is no part of the row. */
export const ASKER = 'asker';

interface Column {
  /** In camelCase. */
  name: string;
  parse: (value: string) => unknown;
}

/** What rows are made of. */
interface Shape {
  columns: Column[];
  /** A row in which every value is null: to copy it takes a third of the time of adding one value after another. */
  empty: Record<string, unknown>;
}

/** Rows, and for a statement with a column ASKER the number that it has in each of them. */
export type Answer<Row> = QueryResult<Row> & { askers: number[] };

/** The messages of the driver's connection, see "Extended Query" in PostgreSQL's description of its protocol. */
interface Wire {
  stream: Duplex;
  query: (text: string) => void;
  parse: (statement: { name: string; text: string }) => void;
  bind: (values: { statement: string; values: unknown[] }) => void;
  describe: (portal: { type: 'P' }) => void;
  execute: () => void;
  close: (statement: { type: 'S'; name: string }) => void;
  sync: () => void;
  sendCopyFail: (reason: string) => void;
}

/** How connections prepare a text. */
interface Preparation {
  /** A digest of the text, so that one name is one statement, whoever else shares a connection through a pooler. */
  name: string;
  /**
   * What they send: the text, and once it was out of date a comment behind it. PgBouncer has one statement for each text,
   * whatever its name, and would keep the one that is out of date.
   */
  text: string;
}

/**
 * Text -> its preparation, or undefined after the first use. Lists of changing length make many texts that never come
 * again.
 */
const preparations = new Map<string, Preparation | undefined>();
/** Raised when a statement was not as its server has it: then nothing that was prepared before counts. */
let generation = 0;

/** How connections prepare the statement, from its second use on; undefined for one that runs as it comes. */
function preparationOf(text: string): Preparation | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  const isKnown = preparations.has(text);
  const preparation =
    preparations.get(text) ??
    (isKnown && PLANNED.test(text) && !SEARCH.test(text) ? { name: digest(text), text } : undefined);
  preparations.delete(text);
  preparations.set(text, preparation);
  if (preparations.size > TEXTS_MAX) preparations.delete(preparations.keys().next().value ?? '');
  return preparation;
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 24);

/**
 * True if the server has no such statement any more, or the tables changed so that it gives other columns. Whatever is
 * asked next is prepared anew, this statement as another text, so that it can be asked again at once, a transaction from
 * its beginning.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'));

/** The statements that a connection has prepared, by name. */
export class Prepared {
  readonly #shapes = new Map<string, Shape>();
  #generation = generation;

  /** The shape of a prepared statement's rows. */
  find(name: string): Shape | undefined {
    if (this.#generation !== generation) this.#shapes.clear();
    this.#generation = generation;
    return this.#shapes.get(name);
  }

  /** Notes that a statement has just run. */
  use(name: string, shape: Shape): void {
    this.#shapes.delete(name);
    this.#shapes.set(name, shape);
  }

  /** Takes out the one not used for longest if there is no room for another. */
  makeRoom(): string | undefined {
    const [oldest] = this.#shapes.keys();
    if (oldest === undefined || this.#shapes.size < PREPARED_MAX) return undefined;
    this.#shapes.delete(oldest);
    return oldest;
  }
}

/**
 * A statement as the driver sends it (a "submittable"). Prepared, it goes out in one piece with its values, and neither
 * it nor its columns are described again: a prepared statement cannot change them. Columns have camelCase names; of several
 * statements in one text, the rows are those of the last.
 */
export class Statement<Row> {
  readonly #text: string;
  readonly #values: unknown[];
  readonly #prepared: Prepared | undefined;
  readonly #preparation: Preparation | undefined;
  readonly #before: string;
  #shape: Shape = { columns: [], empty: {} };
  #result: { rows: Row[]; askers: number[]; numAffectedRows?: bigint } = { rows: [], askers: [] };
  #failure: unknown;
  /** Called by the driver too, if the connection is gone before the statement is sent. */
  callback: (error: unknown, result?: Answer<Row>) => void = () => {};

  /**
   * Without `prepared`, nothing is prepared. `before` is a statement without rows that is sent ahead of it; if that fails, this
   * one is not run. Throws if a value has no form in SQL.
   */
  constructor(text: string, values: readonly unknown[], prepared: Prepared | undefined, before = '') {
    this.#text = text;
    this.#values = values.map((value) => prepareValue(value));
    this.#prepared = prepared;
    this.#preparation = prepared && preparationOf(text);
    this.#before = before;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      this.#send(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  #send(wire: Wire): void {
    const name = this.#preparation?.name ?? '';
    if (!name && this.#values.length === 0) {
      wire.query(this.#before ? `${this.#before}; ${this.#text}` : this.#text);
      return;
    }
    if (this.#before) {
      wire.parse({ name: '', text: this.#before });
      wire.bind({ statement: '', values: [] });
      wire.execute();
    }
    const known = name ? this.#prepared?.find(name) : undefined;
    if (known) {
      this.#shape = known;
    } else {
      const surplus = name ? this.#prepared?.makeRoom() : undefined;
      if (surplus) wire.close({ type: 'S', name: surplus });
      // What an earlier try has left is unknown. Closing what does not exist is no error.
      if (name) wire.close({ type: 'S', name });
      wire.parse({ name, text: this.#preparation?.text ?? this.#text });
    }
    wire.bind({ statement: name, values: this.#values });
    if (!known) wire.describe({ type: 'P' });
    wire.execute();
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name: camelCase(name),
      parse: dataTypeID === TIMESTAMPTZ ? momentOf : pg.types.getTypeParser(dataTypeID, 'text'),
    }));
    const own = columns.filter(({ name }) => name !== ASKER);
    this.#shape = { columns, empty: Object.fromEntries(own.map(({ name }) => [name, null])) };
    this.#result = { rows: [], askers: [] };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure) return;
    const { columns, empty } = this.#shape;
    const row = { ...empty };
    try {
      // A loop with an iterator takes several times as long.
      for (let n = 0; n < fields.length; n += 1) {
        const [column, value] = [columns[n], fields[n]];
        if (!column || value === null || value === undefined) continue;
        if (column.name === ASKER) this.#result.askers.push(Number(value));
        else row[column.name] = column.parse(value);
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#result.rows.push(row as Row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const changed = CHANGED_ROWS.exec(text)?.[1];
    if (changed !== undefined) this.#result.numAffectedRows = BigInt(changed);
  }

  handleEmptyQuery(): void {}

  handleCopyInResponse(connection: unknown): void {
    (connection as Wire).sendCopyFail('there is nothing to copy');
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    if (isOutdated(error)) {
      generation += 1;
      if (this.#preparation) this.#preparation.text = `${this.#text} /* ${randomUUID()} */`;
    }
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#preparation) this.#prepared?.use(this.#preparation.name, this.#shape);
    if (this.#failure) this.callback(this.#failure);
    else this.callback(undefined, this.#result);
  }
}

const driversMoment = pg.types.getTypeParser(TIMESTAMPTZ, 'text');
/**
 * A time as the driver reads it. Where the server's time zone is UTC, the engine does so in a third of the time, but for the
 * first hundred years.
 */
const momentOf = (text: string): unknown =>
  text.endsWith('+00') && !text.startsWith('00') ? new Date(text) : driversMoment(text);

const camelCase = (name: string) => name.replaceAll(/_+(.)/g, (_, first: string) => first.toUpperCase());
