import type { useErrorText } from '#web/shared/language/errors.ts';

/** Shows a failed call without its status: often another admin was faster, and the text says who. */
export const inWords = (title: string) => (error: Error, words: ReturnType<typeof useErrorText>) => ({
  title,
  description: words.text(error),
});
