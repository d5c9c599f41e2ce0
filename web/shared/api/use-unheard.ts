import { useRef } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { CallError, NetworkError } from './call.ts';

/**
 * `send`, for what can be done only once. When the answer to an earlier try was lost and this one is refused with `code`, the
 * earlier one may have done it: the output is then that of `instead`, unless it finds that this is not so. Throws as `send` does.
 */
export function useUnheard<Input, Output>(
  code: ErrorCode,
  send: (input: Input) => Promise<Output>,
  instead: (input: Input) => Promise<Output | undefined>,
): (input: Input) => Promise<Output> {
  const isUnanswered = useRef(false);
  return async (input) => {
    try {
      const output = await send(input);
      isUnanswered.current = false;
      return output;
    } catch (error) {
      if (error instanceof NetworkError) isUnanswered.current = true;
      const isUsedUp = error instanceof CallError && error.code === code;
      if (!isUsedUp || !isUnanswered.current) throw error;
      const output = await instead(input).catch((refused: unknown) => {
        if (!(refused instanceof CallError)) throw refused;
        if (refused.code === code) isUnanswered.current = false;
      });
      if (!output) throw error;
      return output;
    }
  };
}
