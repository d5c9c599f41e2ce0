import pino from 'pino';

export type Log = pino.Logger;

/** Fields that never reach the log, wherever they appear one or two levels deep. */
const SECRET_FIELDS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'cookie',
  'authorization',
];

/** Structured logs, one JSON object a line, secrets removed. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  });
}

/** What the log says of an error: an allow-list, since libraries attach whole connections to theirs. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, stack, errorCode: code, ...(cause ? { cause: String(cause) } : {}) };
}
