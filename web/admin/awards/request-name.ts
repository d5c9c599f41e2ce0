import { useRef } from 'react';

const BYTES = 16;

/**
 * A name for what a form is about to ask for: the same for the same content, so that a second try after a lost answer
 * is the same request, and another one for other content or after `next`.
 */
export function useRequestName() {
  const kept = useRef<{ content: string; name: string }>(undefined);
  return {
    nameOf: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (kept.current?.content !== text) kept.current = { content: text, name: newName() };
      return kept.current.name;
    },
    next: () => {
      kept.current = undefined;
    },
  };
}

/** Random bits in hexadecimal. Works without a secure context, where `randomUUID` is missing. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
