import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { memberCode, signedPath, WALLS } from './intake-wall.ts';

/**
 * Open pages, and walls that credit their members, as a process of its own: one clock sees when a wall had its reply and
 * when the page had its event.
 */

export type PagesOrder =
  /** Opens a page for each of these members, with the session `<prefix><member>`. */
  | { do: 'open'; port: number; prefix: string; from: number; count: number }
  /** Credits each member of an open page once. `rate`: calls per second; undefined: as fast as the replies come. */
  | { do: 'credit'; rate: number | undefined }
  /** Waits until each page has had as many heartbeats more. */
  | { do: 'beats'; count: number }
  /** Waits until the server has ended every page. */
  | { do: 'ends' };

export interface Delivery {
  /** Credits per second, and the time from a wall's reply to the event on the page. */
  rate: number;
  p50Ms: number;
  p99Ms: number;
  msMax: number;
}

interface Page {
  socket: Socket;
  /** When its wall had the reply, and when the page had the event. */
  repliedAt: number;
  toldAt: number;
  events: number;
  beats: number;
  retryMs: number;
  ended: boolean;
}

const OPENED_AT_ONCE = 32;
const CREDITED_AT_ONCE = 64;
const TICK_MS = 1;
const DELIVERY_MS_MAX = 30_000;

let port = 0;
const pages: Page[] = [];
let firstMember = 0;

const ORDERS = { open, credit, beats, ends };
process.on('message', (order: PagesOrder) => {
  void (ORDERS[order.do] as (order: PagesOrder) => Promise<object>)(order).then((result) =>
    process.send?.(result),
  );
});

async function open(order: Extract<PagesOrder, { do: 'open' }>): Promise<{ opened: number }> {
  port = order.port;
  firstMember = order.from;
  let next = 0;
  const inTurn = async () => {
    for (let at = next++; at < order.count; at = next++) {
      pages[at] = await openPage(`${order.prefix}${order.from + at}`);
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, inTurn));
  return { opened: pages.length };
}

function openPage(session: string): Promise<Page> {
  const socket = connect({ port, host: '127.0.0.1' });
  const page: Page = { socket, repliedAt: 0, toldAt: 0, events: 0, beats: 0, retryMs: 0, ended: false };
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nCookie: session=${session}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let rest = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('HTTP/1.1 ') && !line.startsWith('HTTP/1.1 200')) reject(new Error(line));
        if (line === 'event: open') resolve(page);
        if (line === 'event: beat') page.beats += 1;
        if (line === 'event: balance') {
          page.events += 1;
          page.toldAt = performance.now();
        }
        if (line.startsWith('retry: ')) page.retryMs = Number(line.slice(7));
      }
    });
    const onEnd = () => {
      page.ended = true;
      reject(new Error('a page was not opened'));
    };
    socket.on('error', onEnd).on('close', onEnd);
  });
}

async function credit({ rate }: Extract<PagesOrder, { do: 'credit' }>): Promise<Delivery> {
  const before = pages.map(({ events }) => events);
  const calls = pages.map((_, at) =>
    signedPath(WALLS[at % WALLS.length] ?? '', randomUUID(), memberCode(firstMember + at)),
  );
  let next = 0;
  const started = performance.now();
  const wall = async () => {
    const call = await openWall();
    for (let at = next++; at < pages.length; at = next++) {
      const due = rate ? started + (at / rate) * 1_000 : 0;
      while (performance.now() < due) await pause(TICK_MS);
      await call.send(calls[at] ?? '');
      const page = pages[at];
      if (page) page.repliedAt = performance.now();
    }
    call.close();
  };
  await Promise.all(Array.from({ length: CREDITED_AT_ONCE }, wall));
  const seconds = (performance.now() - started) / 1_000;
  const missing = () => pages.filter(({ events }, at) => events === before[at]).length;
  const end = performance.now() + DELIVERY_MS_MAX;
  while (missing() > 0 && performance.now() < end) await pause(TICK_MS);
  const wrong = pages.filter(({ events }, at) => events !== (before[at] ?? 0) + 1).length;
  if (wrong > 0) throw new Error(`${wrong} pages did not have their event once, ${missing()} never`);
  const delays = pages.map(({ toldAt, repliedAt }) => Math.max(0, toldAt - repliedAt)).sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? 0;
  return { rate: pages.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), msMax: at(1) };
}

async function beats({ count }: Extract<PagesOrder, { do: 'beats' }>): Promise<object> {
  const before = pages.map((page) => page.beats);
  while (pages.some((page, at) => page.beats - (before[at] ?? 0) < count)) {
    if (pages.some(({ ended }) => ended)) throw new Error('a page has ended');
    await pause(50);
  }
  return {};
}

/** Returns how many browsers would come back in each second from now. */
async function ends(): Promise<{ perSecond: number[] }> {
  while (pages.some(({ ended }) => !ended)) await pause(TICK_MS);
  const perSecond: number[] = [];
  for (const { retryMs } of pages) {
    const second = Math.floor(retryMs / 1_000);
    perSecond[second] = (perSecond[second] ?? 0) + 1;
  }
  return { perSecond: Array.from(perSecond, (count) => count ?? 0) };
}

interface Wall {
  /** Throws unless the call is credited. */
  send: (path: string) => Promise<void>;
  close: () => void;
}

/** Reads just enough HTTP/1.1: responses with a Content-Length, one at a time. */
async function openWall(): Promise<Wall> {
  let text = '';
  let waiting = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  socket.on('data', (piece: string) => {
    text += piece;
    const [head, body] = text.split('\r\n\r\n');
    const length = /\r\ncontent-length: (\d+)/i.exec(head ?? '')?.[1];
    if (body === undefined || length === undefined || body.length < Number(length)) return;
    if (text.startsWith('HTTP/1.1 200') && body === 'ok') waiting.resolve();
    else waiting.reject(new Error(`a credit was answered ${text}`));
    text = '';
  });
  socket.on('error', (error) => waiting.reject(error));
  return {
    send: (path) => {
      waiting = Promise.withResolvers();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: wall\r\n\r\n`);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}
