import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

/**
 * The least that a call over HTTP with one or two statements costs with these libraries: a Hono route without any
 * middleware, and prepared statements that read a session and its member. Sends its port.
 */

const [databaseUrl = ''] = process.argv.slice(2);
const HOST = '127.0.0.1';

const pool = new pg.Pool({ connectionString: databaseUrl });
const read = async (name: string, column: string, value: string) => {
  const text = `select u.* from sessions s join users u on u.id = s.user_id where ${column} = $1 limit 1`;
  return (await pool.query({ name, text, values: [value] })).rows[0];
};
const app = new Hono();
app.get('/one/:id', async (c) => c.json({ points: (await read('one', 'u.id', c.req.param('id')))?.points }));
app.get('/two/:id', async (c) => {
  await read('one', 'u.id', c.req.param('id'));
  return c.json({ points: (await read('one', 'u.id', c.req.param('id')))?.points });
});

const server = createServer(getRequestListener(app.fetch));
await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
process.send?.({ port: (server.address() as AddressInfo).port });
process.on('message', async (message) => {
  if (message !== 'stop') return;
  server.closeAllConnections();
  server.close();
  await pool.end();
  process.disconnect?.();
});
