import type { Socket } from 'node:net';
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import pg from 'pg';
import { type Answer, isOutdated, Prepared, Statement } from './statement.ts';

/** Limit for reaching a server: its name, the connection, TLS and the password. */
export const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface ConnectionConfig extends pg.ClientConfig {
  /** Longest time, in milliseconds, without a byte in either direction: see allowSilence. */
  silenceMsMax: number;
  /** Whether statements stay prepared for the next time; not behind a pooler that does not know of them. */
  prepares?: boolean;
}

/** The server has sent nothing for too long. */
export class SilentDatabase extends Error {
  constructor() {
    super('the database is silent');
  }
}

/**
 * A connection that gives itself up when it has been silent for `silenceMsMax`. The other side may be gone without a
 * word: a moved address, a machine without power, a lost route. What was asked then fails with SilentDatabase, and a pool
 * replaces the connection. Each new connection looks up the server's name again.
 */
export class Connection extends pg.Client implements DatabaseConnection {
  #heardAt = performance.now();
  readonly #silenceMsMax: number;
  readonly #prepared: Prepared | undefined;
  /** The beginning of a transaction that has no statement yet. */
  #beginning = '';

  constructor({ silenceMsMax, prepares = false, ...config }: ConnectionConfig) {
    super({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      ...config,
    });
    this.#silenceMsMax = silenceMsMax;
    // By then the stream is the final one, which TLS replaces.
    this.connection.once('readyForQuery', () => {
      this.#stream.on('data', () => {
        this.#heardAt = performance.now();
      });
      this.#stream.on('timeout', () => this.giveUp());
      this.allowSilence();
    });
    this.#prepared = prepares ? new Prepared() : undefined;
  }

  /** Begins a transaction, by this text: it is sent with the first statement, so that nobody waits for it. */
  begin(text: string): void {
    this.#beginning = text;
  }

  /** Ends the transaction, if anything was done in it, and the silence that was allowed for it. */
  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    try {
      if (!this.#beginning) await this.executeQuery({ sql: how, parameters: [] });
    } finally {
      this.#beginning = '';
      this.allowSilence();
    }
  }

  /**
   * Runs a statement of Kysely. If the server does not have it as it was prepared, it is prepared and run once more; within
   * a transaction, which the server has given up then, the error is thrown: see isOutdated. The transaction may have begun
   * with this very statement, and the server's word of its state comes after the error.
   */
  async executeQuery<Row>({
    sql,
    parameters,
  }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<Answer<Row>> {
    const isFirst = this.#beginning !== '';
    try {
      return await this.#run<Row>(sql, parameters).catch((error: unknown) => {
        if (!isOutdated(error) || isFirst || this.getTransactionStatus() !== 'I') throw error;
        return this.#run<Row>(sql, parameters);
      });
    } catch (error) {
      // It was made where the response was read, and nobody finds that place of use.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #run<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    return new Promise((resolve, reject) => {
      const statement = new Statement<Row>(text, values, this.#prepared, this.#beginning);
      this.#beginning = '';
      statement.callback = (error, result) => (result ? resolve(result) : reject(error));
      this.query(statement);
    });
  }

  /** Rows are read at once: see in-steps.ts for reading many. */
  streamQuery(): never {
    throw new Error('rows are read at once');
  }

  get #stream(): Socket {
    return this.connection.stream as Socket;
  }

  /** Lets the server be silent for so long, until the transaction ends or this is called again; 0: for ever. */
  allowSilence(ms = this.#silenceMsMax): void {
    this.#stream.setTimeout(ms);
  }

  /** Milliseconds since something came from the server. */
  silentMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** Ends the connection, unless something has come that this process, held up itself, has not read yet. */
  giveUp(): void {
    const heardAt = this.#heardAt;
    setImmediate(() => {
      if (this.#heardAt === heardAt) this.#stream.destroy(new SilentDatabase());
    });
  }
}

/** Milliseconds between two questions on a connection that otherwise only listens. */
const PROBE_PAUSE_MS = 2_000;

/**
 * Asks for a sign of life again and again, so that a connection that only listens notices a silent server. `answered` is
 * told when each question that got its answer was asked (performance.now()). Returns a function that stops it; it also
 * stops when the connection ends.
 */
export function probe(connection: pg.ClientBase, answered: (askedAt: number) => void = () => {}): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  const wait = () => {
    if (!stopped) timer = setTimeout(ask, PROBE_PAUSE_MS);
  };
  const ask = () => {
    const askedAt = performance.now();
    // The connection reports its own failure.
    void connection.query('select 1').then(() => {
      answered(askedAt);
      wait();
    }, stop);
  };
  connection.once('end', stop);
  wait();
  return stop;
}
