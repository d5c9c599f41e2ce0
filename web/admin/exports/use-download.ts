import { useEffect, useRef, useState } from 'react';
import { saveFile } from '#ui/save-file.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { failure, NetworkError } from '#web/shared/api/call.ts';
import { signedInAgain } from '#web/shared/api/sign-in-again.ts';
import { inTime } from '#web/shared/browser/time-limit.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
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

/**
 * Downloads a CSV file with its progress. It can be cancelled, and stops when the screen closes. A sign-in that has ended, or is
 * not fresh enough for the file, is asked for first.
 */
export function useDownload() {
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(path: string): Promise<void> {
    const own = new AbortController();
    controller.current = own;
    setState({ kind: 'running', bytes: 0, rows: 0 });
    try {
      const response = await freshly(() => begin(path, own.signal));
      const { name, content, rows } = await read(response, (bytes, so) =>
        setState({ kind: 'running', bytes, rows: so }),
      );
      saveFile(name, content);
      setState({ kind: 'done', rows, name });
    } catch (error) {
      const isCancelled = own.signal.aborted || error instanceof Abandoned;
      // Ends the request also if it was only no longer waited for.
      own.abort();
      if (isCancelled) setState({ kind: 'cancelled' });
      else setState({ kind: 'failed', text: errors.message(error) });
    }
  }
  return { state, start, cancel: () => controller.current?.abort() };
}

const broken = (error: unknown): never => {
  throw new NetworkError(error);
};

/** The response of a download, whose body takes as long as it takes. If the session has ended, as `success` of `call.ts`. */
async function begin(path: string, signal: AbortSignal, isFirst = true): Promise<Response> {
  const response = await inTime(fetch(path, { credentials: 'include', signal })).catch(broken);
  if (response.ok) return response;
  const error = await failure(response);
  if (error.code === 'not_signed_in' && (await signedInAgain(isFirst))) return begin(path, signal, !isFirst);
  throw error;
}

async function read(
  response: Response,
  tell: (bytes: number, rows: number) => void,
): Promise<{ name: string; content: Blob; rows: number }> {
  if (!response.body) throw await failure(response);
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
