import { CallError, NetworkError } from './call.ts';

const SERVER_FAULT = 500;

/** True for a failure that can also follow a call that was done: no answer came, or a fault of the server or of a proxy. */
export const mayHaveBeenDone = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof CallError && error.status >= SERVER_FAULT);
