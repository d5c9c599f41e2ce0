import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

export type Messages = { [key: string]: string | Messages };

/** Replaces every ICU message of a catalogue by its compiled form; what has no argument stays a string. */
export function compileMessages(messages: Messages): unknown {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileMessages(value),
    ]),
  );
}

/**
 * Compiles the catalogues as the browser imports them; a compiled catalogue is JSON too. Pages without script are rendered
 * in Node by the whole formatter, from the messages as they are.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/language\/messages\/[^/]+\/[^/]+\.json$/ },
      handler: (code, _id, options) =>
        options?.ssr ? undefined : JSON.stringify(compileMessages(JSON.parse(code))),
    },
  };
}
