import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { startCaddy } from '#testing/caddy.ts';
import { startNginx } from '#testing/nginx.ts';
import { freePort } from '#testing/process.ts';
import { testWith } from '#testing/programs.ts';

/** What a client says of itself does not pass the proxies of `deploy/`, whose settings let the servers take theirs. */

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-proxies-'));
afterAll(() => rm(folder, { recursive: true }));

const OF_THE_CLIENT = {
  'X-Forwarded-For': '203.0.113.9',
  'X-Request-Id': 'of-the-client-12345',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};
/** The file for nginx has two places from which requests go to the servers. */
const PATHS = ['/api/site', '/api/postbacks/sandbox'];

/** Stands where the servers are, and answers with the headers that it got. */
const upstream = createServer((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)));
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const { port: server } = upstream.address() as AddressInfo;
afterAll(() => new Promise((resolve) => upstream.close(resolve)));

/** What the servers get of a client's call, or undefined while the proxy does not listen. */
function passedOn(url: string): Promise<IncomingHttpHeaders | undefined> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const options = { headers: OF_THE_CLIENT, rejectUnauthorized: false, agent: false };
  return new Promise((resolve) => {
    request(url, options, async (answer) => {
      const text = (await answer.toArray()).join('');
      resolve(answer.statusCode === 200 ? JSON.parse(text) : undefined);
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}

async function expectOwnIds(url: string): Promise<void> {
  for (const address of PATHS) {
    await expect.poll(() => passedOn(url + address), { message: address }).toBeDefined();
    const [headers, others] = [await passedOn(url + address), await passedOn(url + address)];
    expect(headers?.['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers).not.toHaveProperty('traceparent');
    expect(headers?.['x-request-id']).toMatch(/^[\w.:-]{8,64}$/);
    expect(headers?.['x-request-id']).not.toBe(OF_THE_CLIENT['X-Request-Id']);
    expect(headers?.['x-request-id']).not.toBe(others?.['x-request-id']);
  }
}

testWith('nginx', 'nginx replaces address and ids of a client', {}, async (program) => {
  const nginx = await startNginx(program, folder, await freePort(), [server, server, server]);
  try {
    await expectOwnIds(nginx.url);
  } finally {
    await nginx.end();
  }
});

for (const file of ['caddy/Caddyfile', 'compose/Caddyfile'] as const)
  testWith('caddy', `Caddy with ${file} replaces address and ids of a client`, {}, async (program) => {
    const caddy = await startCaddy(program, file, folder, await freePort(), server);
    try {
      await expectOwnIds(caddy.url);
    } finally {
      await caddy.end();
    }
  });
