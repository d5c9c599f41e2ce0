import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { boundedFetch } from './bounded-fetch.ts';

patientCalls();

/** Stands for the public internet: this machine's first address. Its second one stands for a private network. */
const isOutside = (address: string) => address === '127.0.0.1';

/** A site at the address; returns its origin and the paths that were asked for. */
async function startSite(address: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/away') response.writeHead(302, { Location: '/elsewhere' });
    if (request.url === '/switched') response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'other' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, address, () => resolve()));
  afterwards(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { url: `http://${address}:${port}`, port, asked };
}
const outside = await startSite('127.0.0.1');
const other = await startSite('127.0.0.1');
const within = await startSite('127.0.0.2');
const get = { method: 'GET', headers: {} };
const refused = expect.objectContaining({ cause: expect.objectContaining({ message: 'address refused' }) });

test('an issuer outside leads to no address in a private network, in numbers or by name', async () => {
  const ask = boundedFetch(new URL(outside.url), isOutside);
  expect((await ask(`${outside.url}/description`, get)).status).toBe(200);
  for (const host of ['127.0.0.2', '2130706434', '[::ffff:127.0.0.2]', '[::1]']) {
    await expect(ask(`http://${host}:${within.port}/keys`, get), host).rejects.toEqual(refused);
  }
  const named = boundedFetch(new URL(outside.url), () => false);
  const byName = named(`http://localhost:${other.port}/keys`, get);
  await expect(byName).rejects.toMatchObject({ cause: { code: 'ADDRESS_REFUSED' } });
  expect(within.asked).toEqual([]);
  expect((await ask(`${other.url}/keys`, get)).status).toBe(200);
  expect(other.asked).toEqual(['/keys']);
});

test('before the issuer has answered, no address in a private network is asked', async () => {
  const ask = boundedFetch(new URL(within.url), isOutside);
  await expect(ask(`http://127.0.0.2:${outside.port}/keys`, get)).rejects.toEqual(refused);
});

test('an issuer that the operator runs in a private network leads anywhere', async () => {
  const ask = boundedFetch(new URL(within.url), isOutside);
  expect((await ask(`${within.url}/description`, get)).status).toBe(200);
  const neighbour = await startSite('127.0.0.2');
  expect((await ask(`${neighbour.url}/keys`, get)).status).toBe(200);
});

test('a redirect is followed nowhere', async () => {
  const ask = boundedFetch(new URL(outside.url), isOutside);
  await expect(ask(`${outside.url}/away`, get)).rejects.toMatchObject({ cause: { message: 'a redirect' } });
  expect(outside.asked).not.toContain('/elsewhere');
});

test('a site that switches protocols gave no answer', async () => {
  const ask = boundedFetch(new URL(outside.url), isOutside);
  await expect(ask(`${outside.url}/switched`, get)).rejects.toThrow('gave no answer');
});
