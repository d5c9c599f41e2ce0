import { writeSync } from 'node:fs';

/** Longest time, in milliseconds, that a line waits while the output takes lines; a kill -9 loses no more than that. */
const WAIT_MS = 200;
/** Written before its time is over; a pipe holds 64 KiB. */
const BATCH_CHARS = 32 * 1024;
/** Until a full pipe is tried again. */
const RETRY_MS = 10;
/** Lines beyond are dropped and counted. */
export const WAITING_CHARS_MAX = 4 * 1024 * 1024;
/** Longest time that the end of the process waits for a reader. */
const END_MS_MAX = 3_000;
/** Of pino: warnings, errors and what ends the process. */
const WARN_LEVEL = 40;

/** A destination of pino, which sets `lastLevel` before each line. */
export interface LogOutput {
  [metadata: symbol]: true;
  lastLevel: number;
  write: (line: string) => void;
}

/**
 * Writes lines in batches, warnings and errors at once. Never waits for a reader: what the file descriptor does not take is tried
 * again and bounded. `onDrop` is told of each line that is dropped, and once all is taken, `onDropped` how many there were. The
 * end of the process writes what waits, after a crash too. `fd` must not block.
 */
export function batchedOutput(
  fd: number,
  { onDrop, onDropped }: { onDrop: () => void; onDropped: (lines: number) => void },
): LogOutput {
  let waiting = '';
  let rest = Buffer.alloc(0);
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let soon = false;

  const writeAll = () => {
    while (waiting || rest.length > 0) {
      if (rest.length === 0) {
        rest = Buffer.from(waiting);
        waiting = '';
      }
      rest = rest.subarray(writeSync(fd, rest));
    }
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped(lines);
  };
  const flush = () => {
    soon = false;
    clearTimeout(timer);
    timer = undefined;
    try {
      writeAll();
    } catch {
      // A full pipe, a full disk or a reader that is gone. There is no place to report it; the lines wait, or are counted.
      timer = setTimeout(flush, RETRY_MS).unref();
    }
  };
  const flushSoon = () => {
    if (waiting.length >= BATCH_CHARS && rest.length === 0 && !soon) {
      soon = true;
      setImmediate(flush).unref();
    }
    timer ??= setTimeout(flush, WAIT_MS).unref();
  };

  process.on('exit', () => {
    const end = performance.now() + END_MS_MAX;
    while (performance.now() < end) {
      try {
        return writeAll();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  });
  const output: LogOutput = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line) => {
      if (waiting.length + rest.length + line.length > WAITING_CHARS_MAX) {
        dropped += 1;
        onDrop();
      } else waiting += line;
      if (output.lastLevel >= WARN_LEVEL) flush();
      else flushSoon();
    },
  };
  return output;
}
