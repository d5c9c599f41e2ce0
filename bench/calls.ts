import { Agent, request } from 'node:http';

/** A call of the site, from an address of its own: limits per address are not measured. */
export interface Call {
  method?: 'GET' | 'POST';
  path: string;
  ip: string;
  cookie?: string;
  body?: unknown;
}

export interface Answer {
  status: number;
  body: string;
  /** The first cookie that it sets, `name=value`. */
  cookie: string | undefined;
}

/** Connections that stay open to a server on this machine. */
export interface Caller {
  call: (call: Call) => Promise<Answer>;
  close: () => void;
}

export function openCaller(port: number, connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call: ({ method = 'GET', path, ip, cookie, body }) => {
      const headers = {
        'X-Forwarded-For': ip,
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      };
      return new Promise((resolve, reject) => {
        const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => {
            text += part;
          });
          answer.on('error', reject);
          answer.on('end', () => {
            const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
            resolve({ status: answer.statusCode ?? 0, body: text, cookie });
          });
        });
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      });
    },
    close: () => agent.destroy(),
  };
}

/** Makes every call once, so many at a time, and throws if one is not answered as expected. Returns calls per second. */
export async function callEach(
  { call }: Caller,
  calls: readonly Call[],
  { connections, expected }: { connections: number; expected: (answer: Answer) => boolean },
): Promise<{ perSecond: number; p99Ms: number }> {
  const times: number[] = [];
  const started = performance.now();
  let next = 0;
  const connection = async () => {
    for (let each = calls[next++]; each; each = calls[next++]) {
      const sent = performance.now();
      const answer = await call(each);
      times.push(performance.now() - sent);
      if (!expected(answer)) throw new Error(`${each.path} returned ${answer.status} ${answer.body}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - started) / 1_000;
  times.sort((a, b) => a - b);
  return { perSecond: calls.length / seconds, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}

let addresses = 0;

/** An address that no call had before. */
export function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
