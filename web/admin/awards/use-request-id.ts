import { useRef } from 'react';

const BYTES = 16;

/**
 * The id of what a form is about to ask for: the same for the same content, so that a second try after a lost answer
 * is the same request, and another one for other content or after `next`.
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
