import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#ui/save-file.ts';
import { failure, NetworkError } from '#web/shared/api/call.ts';
import { inTime } from '#web/shared/browser/time-limit.ts';
import { useErrorText } from '#web/shared/language/errors.ts';

type State =
  | { kind: 'idle' | 'cancelled' }
  | { kind: 'running'; bytes: number; rows: number }
  | { kind: 'done'; rows: number; name: string }
  | { kind: 'failed'; text: string };

const LINE_FEED = 10;
const QUOTE = 34;
/** Interval between updates of the progress. */
const TOLD_EVERY_MS = 200;

/** Downloads a CSV file with its progress. It can be cancelled, and stops when the screen closes. */
export function useDownload() {
  const errors = useErrorText();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(path: string): Promise<void> {
    const own = new AbortController();
    controller.current = own;
    setState({ kind: 'running', bytes: 0, rows: 0 });
    try {
      const { name, content, rows } = await read(path, own.signal, (bytes, so) =>
        setState({ kind: 'running', bytes, rows: so }),
      );
      saveFile(name, content);
      setState({ kind: 'done', rows, name });
    } catch (error) {
      const isCancelled = own.signal.aborted;
      // Ends the request also if it was only no longer waited for.
      own.abort();
      if (isCancelled) setState({ kind: 'cancelled' });
      else setState({ kind: 'failed', text: errors.message(error) });
    }
  }
  return { state, start, cancel: () => controller.current?.abort() };
}

async function read(
  path: string,
  signal: AbortSignal,
  tell: (bytes: number, rows: number) => void,
): Promise<{ name: string; content: Blob; rows: number }> {
  const broken = (error: unknown): never => {
    throw new NetworkError(error);
  };
  const response = await inTime(fetch(path, { credentials: 'include', signal })).catch(broken);
  if (!response.ok || !response.body) throw await failure(response);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const count = rowCounter();
  let bytes = 0;
  let rows = 0;
  let told = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await inTime(reader.read()).catch(broken);
    if (done) break;
    parts.push(value);
    bytes += value.length;
    rows = count(value);
    if (Date.now() - told > TOLD_EVERY_MS) {
      told = Date.now();
      tell(bytes, rows);
    }
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export.csv';
  return { name, content: new Blob(parts, { type: 'text/csv' }), rows };
}

/** Counts the rows after the header line; a line feed within quotes ends no row. */
function rowCounter(): (piece: Uint8Array) => number {
  let lines = 0;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) lines += 1;
    }
    return Math.max(lines - 1, 0);
  };
}
