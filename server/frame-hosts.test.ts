import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WAIT } from '#testing/patience.ts';
import { freePort } from '#testing/process.ts';
import { createFrameHosts } from './frame-hosts.ts';

/** A listener on the loopback that counts its connections. */
async function listen() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((closed) => server.close(closed));
  return { origin: `http://127.0.0.1:${port}`, connections: () => connections, close };
}

/** An origin where nothing listens: a port that another process is given by the system could be one just closed. */
const nowhere = async () => `http://127.0.0.1:${await freePort()}`;

test('a host that listens answers, and a thousand questions are one look', async () => {
  const host = await listen();
  onTestFinished(async () => void (await host.close()));
  const hosts = createFrameHosts([host.origin], WAIT.timeout);
  expect(hosts.answers(`${host.origin}/wall?user=x`)).toBeNull();
  for (let n = 0; n < 1_000; n += 1) hosts.answers(`${host.origin}/wall?user=${n}`);
  await expect.poll(() => hosts.answers(host.origin)).toBe(true);
  expect(host.connections()).toBe(1);
});

test('where nothing listens, nothing answers, which is said once another host was reached', async () => {
  const [gone, other] = [await nowhere(), await listen()];
  onTestFinished(async () => void (await other.close()));
  const hosts = createFrameHosts([gone, other.origin], WAIT.timeout);
  hosts.answers(gone);
  await expect.poll(() => hosts.answers(gone)).toBe(false);
  expect(hosts.answers(other.origin)).toBe(true);
  expect(other.connections()).toBe(1);
});

test('a server that reaches nobody says of nobody that they do not answer', async () => {
  const closed = [await nowhere(), await nowhere()];
  const hosts = createFrameHosts(closed, WAIT.timeout);
  const refused: Promise<unknown>[] = [];
  const began = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    refused.push(new Promise((closed) => socket.once('close', closed)));
  };
  subscribe('net.client.socket', began);
  onTestFinished(() => void unsubscribe('net.client.socket', began));
  for (const origin of closed) hosts.answers(origin);
  expect(refused).toHaveLength(2);
  await Promise.all(refused);
  for (const origin of closed) expect(hosts.answers(origin)).toBeNull();
});

test('a host that is none of the walls is never looked at, nor is a path of this site', async () => {
  const [listed, other] = [await listen(), await listen()];
  onTestFinished(async () => void (await Promise.all([listed.close(), other.close()])));
  const hosts = createFrameHosts([listed.origin], WAIT.timeout);
  expect(hosts.answers(other.origin)).toBeNull();
  expect(hosts.answers('/dev/wall?user=x')).toBeNull();
  hosts.answers(listed.origin);
  await expect.poll(() => hosts.answers(listed.origin)).toBe(true);
  expect(other.connections()).toBe(0);
});
