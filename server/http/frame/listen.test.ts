import { execFile } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WAIT } from '#testing/patience.ts';
import { type Handlers, listen, originAt } from './listen.ts';

const run = promisify(execFile);
const HEALTHY = path.resolve(import.meta.dirname, '../../../deploy/image/healthy');
const handlers: Handlers = { direct: () => false, fetch: () => new Response('here'), endStreams: () => {} };
/** Those of this machine, which may have no IPv6. */
const addresses = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ address, family }) => family === 'IPv4' || address === '::1')
  .map(({ address }) => address);

/** Listens until the test ends; returns the port. */
async function serve(host: string): Promise<number> {
  const { port, stop } = await listen(handlers, [host], 0);
  onTestFinished(stop);
  return port;
}

test.for(['::', '0.0.0.0', 'localhost', ...addresses])(
  'a server on %s is reached from its own machine, by itself and by the check of its container',
  async (host) => {
    const port = await serve(host);
    expect(await (await fetch(originAt(host, port))).text()).toBe('here');
    // It waits for a few seconds only, which a busy machine may take to start it.
    const check = () => run(process.execPath, [HEALTHY], { env: { HOST: host, PORT: String(port) } });
    await vi.waitFor(check, WAIT);
  },
);

test('an idle connection is closed by the proxy, which may send a POST on it in the moment in which the server closes it', async () => {
  const CADDY_S = 120;
  const { headers } = await fetch(originAt('127.0.0.1', await serve('127.0.0.1')));
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(CADDY_S);
});

test('on a machine without IPv6, every address is every one of IPv4', async () => {
  const { TCP } = (
    process as unknown as {
      binding: (name: 'tcp_wrap') => { TCP: { prototype: { bind6: (...values: unknown[]) => number } } };
    }
  ).binding('tcp_wrap');
  // What libuv returns for EAFNOSUPPORT.
  const bind = vi.spyOn(TCP.prototype, 'bind6').mockReturnValue(-97);
  onTestFinished(() => bind.mockRestore());
  const port = await serve('::');
  expect(bind).toHaveBeenCalled();
  expect((await fetch(originAt('::', port))).status).toBe(200);
  await expect(listen(handlers, ['::1'], 0)).rejects.toMatchObject({ code: 'EAFNOSUPPORT' });
});
