import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy in front of PostgreSQL that can act just before the n-th statement reaches the database. node-postgres writes
 * each statement (its Parse, Bind and Execute messages, or one simple Query) at once, so a chunk is a statement. Who connects
 * must keep none prepared, since those come without their text.
 */
export interface StatementProxy {
  /** The connection string through the proxy. */
  url: string;
  /**
   * Counts statements from now on. The n-th never reaches the database; `act` is called instead, with what the connection
   * sent since its transaction began, including the n-th.
   */
  holdBack: (n: number, act: (transaction: string[]) => void) => void;
  /** Stops counting; returns how many statements passed. */
  release: () => number;
  close: () => void;
}

/** Statements that only keep the server alive and are not part of the work under test. */
const BACKGROUND = /graphile_worker|pg_advisory|announcers|tell_news|^Q[\s\S]{4}(listen |select 1[^ ])/i;
/** Ahead of the first statement: the type of a Query, or of a Parse without a name, four bytes of length, the text. */
const BEGIN = /^(?:Q[\s\S]{4}|P[\s\S]{4}\0)begin/i;

export async function startStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let plan: { at: number; act: (transaction: string[]) => void } | undefined;
  let seen = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A killed peer resets its connection, and the other side must end with it.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    let transaction: string[] = [];
    client.on('data', (chunk) => {
      const statement = chunk.toString('latin1');
      if (plan && !BACKGROUND.test(statement)) {
        transaction = BEGIN.test(statement) ? [statement] : [...transaction, statement];
        seen += 1;
        if (seen === plan.at) return plan.act(transaction);
        if (seen > plan.at) return;
      }
      upstream.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    holdBack: (at, act) => {
      seen = 0;
      plan = { at, act };
    },
    release: () => {
      plan = undefined;
      return seen;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
