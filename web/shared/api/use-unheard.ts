import { useRef } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { CallError } from './call.ts';
import { mayHaveBeenDone } from './may-have-been-done.ts';

/**
 * `send`, for what can be done only once. When an earlier try may have done it although it failed, and this one is refused with
 * `code`, the output is that of `instead`, unless it finds that this is not so. Throws as `send` does.
 */
export function useUnheard<Input, Output>(
  code: ErrorCode,
  send: (input: Input) => Promise<Output>,
  instead: (input: Input) => Promise<Output | undefined>,
): (input: Input) => Promise<Output> {
  const isInDoubt = useRef(false);
  return async (input) => {
    try {
      const output = await send(input);
      isInDoubt.current = false;
      return output;
    } catch (error) {
      if (mayHaveBeenDone(error)) isInDoubt.current = true;
      const isUsedUp = error instanceof CallError && error.code === code;
      if (!isUsedUp || !isInDoubt.current) throw error;
      const output = await instead(input).catch((refused: unknown) => {
        if (!(refused instanceof CallError)) throw refused;
        if (refused.code === code) isInDoubt.current = false;
      });
      if (!output) throw error;
      return output;
    }
  };
}
