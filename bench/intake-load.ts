import { randomInt, randomUUID } from 'node:crypto';
import { openClient } from './http-client.ts';
import { memberCode, signedPath } from './intake-wall.ts';

/** The load generator, a process of its own: signs calls in advance, then sends them over keep-alive connections. */

export interface LoadPlan {
  port: number;
  connections: number;
  seconds: number;
  /** Distinct calls to prepare; the run ends early when all have been sent. */
  calls: number;
  walls: string[];
  /** The calls are for this many members, each known to every wall. */
  members: number;
  /** Share of the calls that repeat an earlier one. */
  duplicates: number;
  /** Calls per second; undefined: as fast as the responses come. */
  rate: number | undefined;
}

export interface LoadResult {
  seconds: number;
  answered: number;
  /** Distinct transactions that were sent. */
  transactions: number;
  /** Responses by status and body. */
  answers: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
}

/** A repeated call is one of this many latest calls, some of them still under way. */
const REPEAT_WITHIN = 1_000;
const TICK_MS = 1;

process.on('message', (message: LoadPlan | 'stop') => {
  if (message === 'stop') process.disconnect?.();
  else void run(message).then((result) => process.send?.(result));
});

async function run(plan: LoadPlan): Promise<LoadResult> {
  const requests = prepare(plan);
  const latencies: number[] = [];
  const answers: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  const end = started + plan.seconds * 1000;
  /** When the next request is due, or undefined at the end. The wait of a late request counts from when it was due. */
  const due = (): number | undefined => {
    const at = plan.rate ? started + (next / plan.rate) * 1000 : performance.now();
    return next < requests.length && at < end ? at : undefined;
  };
  const take = () => {
    next += 1;
    return requests[next - 1] ?? Buffer.alloc(0);
  };

  await Promise.all(
    Array.from({ length: plan.connections }, async () => {
      const client = await openClient(plan.port);
      for (let at = due(); at !== undefined; at = due()) {
        if (at > performance.now()) {
          await new Promise((resolve) => setTimeout(resolve, TICK_MS));
          continue;
        }
        const answer = await client.send(take());
        latencies.push(performance.now() - at);
        answers[answer] = (answers[answer] ?? 0) + 1;
      }
      client.close();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  const transactions = new Set(requests.slice(0, next)).size;
  return { seconds, answered: latencies.length, transactions, answers, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** A repeated call uses the same buffer as the first one. */
function prepare({ calls, walls, members, duplicates }: LoadPlan): Buffer[] {
  const requests: Buffer[] = [];
  for (let index = 0; index < calls; index += 1) {
    const earlier = requests[index - 1 - randomInt(REPEAT_WITHIN)];
    if (earlier && Math.random() < duplicates) {
      requests.push(earlier);
      continue;
    }
    const wall = walls[index % walls.length] ?? '';
    const path = signedPath(wall, randomUUID(), memberCode(randomInt(members)));
    requests.push(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: wall\r\n\r\n`));
  }
  return requests;
}
