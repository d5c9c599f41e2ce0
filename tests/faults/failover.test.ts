import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { startHaproxy } from '#testing/haproxy.ts';
import { howLongWaited } from '#testing/how-long-waited.ts';
import type { OutsideLoad } from '#testing/outside-model.ts';
import { LONG_TEST_MS_MAX, WAIT } from '#testing/patience.ts';
import { runOps } from '#testing/process.ts';
import { testWith } from '#testing/programs.ts';
import { freeze, kill, newNode, promote, startNode, startPrimary, startStandby } from '#testing/standby.ts';
import { startTwoServers } from '#testing/two-servers.ts';

/** Two servers behind HAProxy in front of a primary and its synchronous standby, which change places under load. */

/** The promise: the longest time with errors once the new primary can write. */
const ERRORS_MS_MAX = 10_000;
/** Balances that are read while there is no standby: some seconds of the load. */
const READS = 20;

testWith(
  'haproxy',
  'a dead and a silent primary are followed by their standby, and nothing acknowledged is lost',
  { timeout: LONG_TEST_MS_MAX },
  async (haproxy) => {
    const [first, second] = [await newNode('db1'), await newNode('db2')];
    await startPrimary(first);
    await startStandby(second, first);
    const { port, stop } = await startHaproxy(haproxy, 'postgres.cfg', {
      POSTGRES_1: `127.0.0.1:${first.port}`,
      POSTGRES_2: `127.0.0.1:${second.port}`,
    });
    onTestFinished(stop);
    const url = Object.assign(new URL(first.url), { port }).href;
    const { load, paid, settings, stop: stopServers } = await startTwoServers(url);
    onTestFinished(stopServers);
    await load.untilWell(performance.now());

    // What would be acknowledged without the standby now, it would lack.
    await kill(second);
    await untilRead(load, READS);
    await kill(first);
    await startNode(second);
    await promote(second);
    expect(await errorsMs(load)).toBeLessThan(ERRORS_MS_MAX);

    await startStandby(first, second);
    const { wake } = await freeze(second);
    await promote(first);
    expect(await errorsMs(load)).toBeLessThan(ERRORS_MS_MAX);

    // The old primary knows of no other.
    wake();
    await untilRefused(url);
    await kill(second);
    expect(await errorsMs(load)).toBeLessThan(ERRORS_MS_MAX);

    await load.stop();
    expect(load.contradictions).toEqual([]);
    expect(await load.differences()).toEqual([]);
    await vi.waitFor(() => expect(paid().toSorted()).toEqual(load.redemptions().toSorted()), WAIT);
    const proofs = await Promise.all(['audit', 'reconcile'].map((command) => runOps([command], settings)));
    expect(proofs).toEqual([
      { code: 0, output: expect.stringContaining('Every point is accounted for.') },
      { code: 0, output: expect.stringContaining('Every reward is on both sides.') },
    ]);
  },
);

/** The milliseconds with errors from now until the servers are well, without those that a busy machine held this process back. */
async function errorsMs(load: OutsideLoad): Promise<number> {
  const heldBack = howLongWaited();
  const ms = await load.untilWell(performance.now());
  return ms - heldBack();
}

/** Waits until so many more balances have been read. */
async function untilRead(load: OutsideLoad, count: number): Promise<void> {
  const read = () => load.calls.filter(({ kind, fault }) => kind === 'balance' && !fault).length;
  const goal = read() + count;
  await vi.waitFor(() => expect(read()).toBeGreaterThanOrEqual(goal), WAIT);
}

/** Waits until no new connection is led to either of two primaries. */
async function untilRefused(url: string): Promise<void> {
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await expect(client.connect()).rejects.toThrow();
    } finally {
      await client.end();
    }
  }, WAIT);
}
