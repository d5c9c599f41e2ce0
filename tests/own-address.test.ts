import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { OFFERS } from '#server/http/development/sandbox-wall-page.ts';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { freePort, launchProcess, temporaryFolder } from '#testing/process.ts';

/** The server calls itself for the sandbox wall and for test calls. */

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const [HOST, origin] = hasIPv6 ? ['::1', 'http://[::1]'] : ['127.0.0.2', 'http://127.0.0.2'];

test('a server that listens on one address alone calls itself there', async () => {
  const [folder, port] = [await temporaryFolder(), await freePort()];
  const { url } = await testDatabase();
  const server = await launchProcess(folder.path, { DATABASE_URL: url, HOST, PORT: String(port) });
  afterwards(async () => {
    await server.end('SIGKILL');
    await folder.remove();
  });
  const address = `${origin}:${port}`;
  const status = () =>
    fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status, WAIT).toBe(200);
  const sent = await fetch(`${address}/dev/wall/send`, {
    method: 'POST',
    body: JSON.stringify({ action: 'complete', user: 'nobody', offer: OFFERS[0]?.id }),
  });
  // A response of our own: the wall has no such member.
  expect(await sent.json()).toMatchObject([{ calls: [{ answer: expect.stringMatching(/^\d{3} /) }] }]);
});
