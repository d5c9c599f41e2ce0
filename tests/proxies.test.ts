import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { startCaddy } from '#testing/caddy.ts';
import { startNginx } from '#testing/nginx.ts';
import { freePort } from '#testing/process.ts';
import { testWith } from '#testing/programs.ts';

/**
 * What a client says of itself does not pass the proxies of `deploy/`, whose settings let the servers take theirs. While servers
 * of two releases run behind them, a page finds the files that it names. Their logs have no secret of an address. Plain http leads
 * to https, as Caddy has it by itself.
 */

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-proxies-'));
afterAll(() => rm(folder, { recursive: true }));

const OF_THE_CLIENT = {
  'X-Forwarded-For': '203.0.113.9',
  'X-Request-Id': 'of-the-client-12345',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};
/** The file for nginx has three places from which requests go to the servers. */
const PATHS = ['/api/site', '/api/postbacks/sandbox', '/assets/app.js'];

/** Stands where a server is. Returns its port. */
async function standIn(answer: RequestListener): Promise<number> {
  const upstream = createServer(answer);
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => upstream.close(resolve)));
  return (upstream.address() as AddressInfo).port;
}

/** Answers with the headers that it got. */
const server = await standIn((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)));

/** Servers of two releases: each has a page, and of the files that pages name only its own. */
const releases = ['old', 'new'].map((name) =>
  standIn(({ url = '' }, outgoing) => {
    const own = `/assets/app-${name}.js`;
    outgoing.statusCode = url.startsWith('/assets/') && url !== own ? 404 : 200;
    outgoing.setHeader('Set-Cookie', 'session=of-the-server');
    outgoing.end(own);
  }),
);
const [before = 0, after = 0] = await Promise.all(releases);

interface Said {
  answer: IncomingMessage;
  text: string;
}

/** What is answered, or undefined while the proxy does not listen. */
function ask(url: string, headers: OutgoingHttpHeaders): Promise<Said | undefined> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const options = { headers, rejectUnauthorized: false, agent: false };
  return new Promise((resolve) => {
    request(url, options, async (answer) => resolve({ answer, text: (await answer.toArray()).join('') }))
      .on('error', () => resolve(undefined))
      .end();
  });
}

/** What the servers get of a client's call, or undefined while the proxy does not listen. */
async function passedOn(url: string): Promise<IncomingHttpHeaders | undefined> {
  const said = await ask(url, OF_THE_CLIENT);
  return said?.answer.statusCode === 200 ? JSON.parse(said.text) : undefined;
}

/** Browsers without any file open the page, and ask for the file that it names and for what that one imports. */
async function expectWholePages(url: string): Promise<void> {
  await expect.poll(() => ask(`${url}/dashboard`, {})).toBeDefined();
  for (let browser = 1; browser <= 8; browser += 1) {
    const page = await ask(`${url}/dashboard`, {});
    const cookies = page?.answer.headers['set-cookie']?.map((cookie) => cookie.split(';')[0]) ?? [];
    expect(cookies).toContain('session=of-the-server');
    for (let file = 1; file <= 4; file += 1) {
      const said = await ask(url + page?.text, { Cookie: cookies.join('; ') });
      expect([said?.answer.statusCode, said?.text]).toEqual([200, page?.text]);
    }
  }
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

testWith('nginx', 'behind nginx a page of either release finds its files', {}, async (program) => {
  const nginx = await startNginx(program, folder, await freePort(), [before, after, before]);
  try {
    await expectWholePages(nginx.url);
    expect((await ask(`${nginx.url}/assets/of-nobody.js`, {}))?.answer.statusCode).toBe(404);
  } finally {
    await nginx.end();
  }
});

testWith('nginx', 'nginx sends plain http to https, but no call of the API', {}, async (program) => {
  const nginx = await startNginx(program, folder, await freePort(), [server, server, server]);
  try {
    await expect.poll(() => ask(nginx.plainUrl, {})).toBeDefined();
    const page = await ask(`${nginx.plainUrl}/offers?sort=new`, {});
    expect([page?.answer.statusCode, page?.answer.headers.location]).toEqual([
      308,
      'https://127.0.0.1/offers?sort=new',
    ]);
    expect((await ask(`${nginx.plainUrl}/api/site`, {}))?.answer.statusCode).toBe(404);
  } finally {
    await nginx.end();
  }
});

testWith('caddy', 'behind Caddy a page of either release finds its files', {}, async (program) => {
  const port = await freePort();
  const caddy = await startCaddy(program, 'caddy/Caddyfile', folder, port, [before, after]);
  try {
    await expectWholePages(caddy.url);
  } finally {
    await caddy.end();
  }
});

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
    const caddy = await startCaddy(program, file, folder, await freePort(), [server]);
    try {
      await expectOwnIds(caddy.url);
    } finally {
      await caddy.end();
    }
  });

/** The token of a mail's link, and the key of a wall. */
const SECRET = 'known-to-one-reader-alone';

/** Calls addresses with a secret, as the first page of a link does it too, and returns what is answered. */
async function callSecretly(url: string): Promise<(Said | undefined)[]> {
  await expect.poll(() => ask(url, {})).toBeDefined();
  const [link, wall] = ['/reset-password?token=', '/api/postbacks/monlix?transactionId=A-1&secretKey='];
  return [
    await ask(url + link + SECRET, {}),
    await ask(`${url}/api/site`, { Referer: url + link + SECRET }),
    await ask(url + wall + SECRET, {}),
  ];
}

/** The text of every file that a proxy has written into its folder. */
async function writtenIn(place: string): Promise<string> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

testWith('nginx', 'nginx writes down no query and no referrer, answered or not', {}, async (program) => {
  const place = await mkdtemp(path.join(folder, 'nginx-'));
  const ids: string[] = [];
  for (const [upstream, status] of [
    [server, 200],
    [await freePort(), 502],
  ] as const) {
    const nginx = await startNginx(program, place, await freePort(), [upstream, upstream, upstream]);
    try {
      const said = await callSecretly(nginx.url);
      expect(said.map((one) => one?.answer.statusCode)).toEqual([status, status, status]);
      if (status === 200) ids.push(...said.map((one) => JSON.parse(one?.text ?? '')['x-request-id']));
    } finally {
      await nginx.end();
    }
  }
  const written = await writtenIn(place);
  expect(written).not.toContain(SECRET);
  expect(written).toContain('"GET /reset-password" 502 ');
  expect(written).toContain('"GET /api/postbacks/monlix" 200 ');
  for (const id of ids) expect(written).toContain(` ${id} "127.0.0.1:${server}" "200"\n`);
});

for (const file of ['caddy/Caddyfile', 'compose/Caddyfile'] as const)
  testWith(
    'caddy',
    `Caddy with ${file} writes down no query and no referrer of what no server answers`,
    {},
    async (program) => {
      const place = await mkdtemp(path.join(folder, 'caddy-'));
      const caddy = await startCaddy(program, file, place, await freePort(), [await freePort()]);
      try {
        const said = await callSecretly(caddy.url);
        for (const one of said) expect(one?.answer.statusCode).toBeGreaterThanOrEqual(500);
      } finally {
        await caddy.end();
      }
      const written = await writtenIn(place);
      expect(written).not.toContain(SECRET);
      expect(written).toContain('"uri":"/reset-password"');
      expect(written).toContain('"uri":"/api/postbacks/monlix"');
    },
  );
