import { hostname } from 'node:os';
import { Counter } from '@prometheus-io/client';
import pino from 'pino';
import { batchedOutput } from './log-output.ts';
import { VERSION } from './version.ts';

export type Log = pino.Logger;

/** Fields that never reach the log, in a line's object and in the objects and lists within it. */
const SECRET_FIELDS = new Set([
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'cookie',
  'authorization',
]);
const LEVELS_MAX = 5;
/** Of pino: errors, and what ends the process. */
const ERROR_LEVEL = 50;

/** Says so while nobody reads the log. */
const droppedLines = new Counter({
  name: 'log_lines_dropped_total',
  help: 'Lines of the log that were dropped, because nobody read it',
});

/** What the log tells of a line about an error. */
export type OnFault = (fault: { error: Error; message: string; requestId: string | undefined }) => void;

export interface LogOptions {
  /** Called for each line of the level `error` that has an error as `err`. */
  onFault?: OnFault | undefined;
  /** Of the trace that a line belongs to, if any. */
  traceId?: (() => string | undefined) | undefined;
  /** The file descriptor that lines are written to. */
  output?: number;
}

/** Structured logs, on the standard output unless told otherwise, one JSON object a line, secrets removed. */
export function createLog(
  level: string,
  { onFault, traceId, output = standardOutput() }: LogOptions = {},
): Log {
  const batched = batchedOutput(output, {
    onDrop: () => droppedLines.inc(),
    onDropped: (lines) => log.warn({ lines }, 'lines were dropped, because nobody read the log'),
  });
  const log = pino(
    {
      level,
      base: { version: VERSION, host: hostname(), pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      ...(traceId ? { mixin: () => ({ traceId: traceId() }) } : {}),
      ...(onFault ? { hooks: { logMethod: telling(onFault) } } : {}),
      formatters: { log: (line) => withoutSecrets(line, LEVELS_MAX) as typeof line },
    },
    batched,
  );
  return log;
}

type LogMethod = NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']>;

/** Calls `onFault` beside the log. */
const telling = (onFault: OnFault): LogMethod =>
  function logMethod(line, method, level) {
    const [about, message] = line as unknown as [object | string, string?];
    const { err, requestId } = (typeof about === 'object' ? about : {}) as {
      err?: unknown;
      requestId?: string;
    };
    if (level >= ERROR_LEVEL && err instanceof Error) {
      onFault({ error: err, message: message ?? '', requestId });
    }
    method.apply(this, line);
  };

/** Its file descriptor. Node makes a pipe non-blocking when its stream is first used. */
const standardOutput = () => (process.stdout as unknown as { fd: number }).fd;

/** The same object if it has no secrets, as nearly all lines; a library for this took 12 of a line's 14 microseconds. */
function withoutSecrets(value: object, levels: number): object {
  let clean = value as Record<string, unknown>;
  for (const [field, part] of Object.entries(value)) {
    let shown = part;
    if (SECRET_FIELDS.has(field)) shown = '[redacted]';
    else if (levels > 1 && typeof part === 'object' && part !== null && !(part instanceof Error)) {
      shown = withoutSecrets(part, levels - 1);
    }
    if (shown === part) continue;
    if (clean === value) clean = Object.assign(Array.isArray(value) ? [] : {}, value) as typeof clean;
    clean[field] = shown;
  }
  return clean;
}

/** What the log says of an error: an allow-list, since libraries attach whole connections to theirs. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, stack, errorCode: code, ...(cause ? { cause: String(cause) } : {}) };
}
