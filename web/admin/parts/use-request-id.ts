import { useRef } from 'react';

const BYTES = 16;

/**
 * Returns the id of a form's request: the same for the same content, so that a retry after a lost response is the same
 * request; a new one for other content or after `next`.
 */
export function useRequestId() {
  const kept = useRef<{ content: string; id: string }>(undefined);
  return {
    idOf: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (kept.current?.content !== text) kept.current = { content: text, id: newId() };
      return kept.current.id;
    },
    next: () => {
      kept.current = undefined;
    },
  };
}

/** Random bits in hexadecimal. Works without a secure context, where `randomUUID` is missing. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
