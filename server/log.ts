import pino from 'pino';

export type Log = pino.Logger;

/** Fields that never reach the log, wherever they appear one or two levels deep. */
const SECRET_FIELDS = [
  'password',
  'newPassword',
  'currentPassword',
  'code',
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
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  });
}
