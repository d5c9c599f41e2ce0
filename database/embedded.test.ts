import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/process.ts';
import { startEmbedded } from './embedded.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** Takes a port of the loopback, as another program may between the moment it was found free and the start, and is silent there. */
async function takePort(): Promise<{ port: string; free: () => Promise<void> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const free = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, free };
}

/** What PostgreSQL has written in the data folder so far. */
async function written(dataDir: string): Promise<string> {
  const [log] = (await readdir(dataDir)).filter((name) => name.endsWith('.log'));
  return log ? readFile(path.join(dataDir, log), 'utf8') : '';
}

test('a cluster whose port is taken says what PostgreSQL said, and does not wait for it', async () => {
  const { port, free } = await takePort();
  await expect(startEmbedded(path.join(folder.path, 'taken'), { port })).rejects.toThrow(
    /ended at its start:[\s\S]*could not create any TCP\/IP sockets/,
  );
  await free();
});

test('a cluster whose port was taken for a moment starts at another try', async () => {
  const dataDir = path.join(folder.path, 'moment');
  const { port, free } = await takePort();
  const starting = startEmbedded(dataDir, { port });
  while (!(await written(dataDir).catch(() => '')).includes('could not bind')) await sleep(5);
  await free();
  const cluster = await starting;
  expect(cluster.url).toContain(`:${port}/`);
  await cluster.stop();
});
