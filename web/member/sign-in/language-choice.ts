import type { LanguageCode } from '#contract/languages.ts';

/** The choice of a person who has not signed in yet. One that this browser has kept may be somebody else's. */
let choice: LanguageCode | undefined;

export function noteLanguageChoice(code: LanguageCode): void {
  choice = code;
}

/** The choice noted since the page was loaded, if any, which is then forgotten. */
export function takeLanguageChoice(): LanguageCode | undefined {
  const code = choice;
  choice = undefined;
  return code;
}
