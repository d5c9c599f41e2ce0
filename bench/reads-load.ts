import { openClient } from './http-client.ts';

/** The load generator, a process of its own: repeats calls over keep-alive connections and compares each response. */

export interface ReadsPlan {
  port: number;
  seconds: number;
  /** One for each connection. */
  calls: { path: string; cookie: string; expected: string }[];
  /** Calls per second; undefined: as fast as the responses come. */
  rate: number | undefined;
}

export interface ReadsResult {
  seconds: number;
  answered: number;
  /** A response that was not as expected. */
  wrong: string | undefined;
  p50Ms: number;
  p99Ms: number;
}

const TICK_MS = 1;

process.on('message', (message: ReadsPlan | 'stop') => {
  if (message === 'stop') process.disconnect?.();
  else void run(message).then((result) => process.send?.(result));
});

async function run({ port, seconds, calls, rate }: ReadsPlan): Promise<ReadsResult> {
  const latencies: number[] = [];
  let wrong: string | undefined;
  let next = 0;
  const started = performance.now();
  const end = started + seconds * 1_000;
  /** When the next request is due. The wait of a late request counts from when it was due. */
  const due = () => (rate ? started + (next / rate) * 1_000 : performance.now());

  await Promise.all(
    calls.map(async ({ path, cookie, expected }) => {
      const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);
      const client = await openClient(port);
      for (let at = due(); at < end && wrong === undefined; at = due()) {
        if (at > performance.now()) {
          await new Promise((resolve) => setTimeout(resolve, TICK_MS));
          continue;
        }
        next += 1;
        const answer = await client.send(request);
        latencies.push(performance.now() - at);
        if (answer !== expected) wrong = `${path}: ${answer.slice(0, 300)}`;
      }
      client.close();
    }),
  );
  const took = (performance.now() - started) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { seconds: took, answered: latencies.length, wrong, p50Ms: at(0.5), p99Ms: at(0.99) };
}
