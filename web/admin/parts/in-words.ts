import type { useErrorText } from '#web/shared/language/errors.ts';

/** Tells a failed call in words, without its status: often somebody else was faster, and the words say who. */
export const inWords = (title: string) => (error: Error, words: ReturnType<typeof useErrorText>) => ({
  title,
  description: words.text(error),
});
