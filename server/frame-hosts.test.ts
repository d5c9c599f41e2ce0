import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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

test('a host that listens answers, and a thousand questions are one look', async () => {
  const host = await listen();
  onTestFinished(async () => void (await host.close()));
  const hosts = createFrameHosts([host.origin]);
  expect(hosts.answers(`${host.origin}/wall?user=x`)).toBeNull();
  for (let n = 0; n < 1_000; n += 1) hosts.answers(`${host.origin}/wall?user=${n}`);
  await expect.poll(() => hosts.answers(host.origin)).toBe(true);
  expect(host.connections()).toBe(1);
});

test('where nothing listens, nothing answers', async () => {
  const host = await listen();
  await host.close();
  const hosts = createFrameHosts([host.origin]);
  hosts.answers(host.origin);
  await expect.poll(() => hosts.answers(host.origin)).toBe(false);
});

test('a host that is none of the walls is never looked at, nor is a path of this site', async () => {
  const [listed, other] = [await listen(), await listen()];
  onTestFinished(async () => void (await Promise.all([listed.close(), other.close()])));
  const hosts = createFrameHosts([listed.origin]);
  expect(hosts.answers(other.origin)).toBeNull();
  expect(hosts.answers('/dev/wall?user=x')).toBeNull();
  hosts.answers(listed.origin);
  await expect.poll(() => hosts.answers(listed.origin)).toBe(true);
  expect(other.connections()).toBe(0);
});
