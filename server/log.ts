import pino from 'pino';
import { batchedOutput } from './log-output.ts';

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

/** Structured logs on the standard output, one JSON object a line, secrets removed. */
export function createLog(level: string): Log {
  const output = batchedOutput(standardOutput(), (lines) =>
    log.warn({ lines }, 'lines were dropped, because nobody read the log'),
  );
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      formatters: { log: (line) => withoutSecrets(line, LEVELS_MAX) as typeof line },
    },
    output,
  );
  return log;
}

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
