import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LanguageCode } from '#contract/languages.ts';

/** From the build (web/build/screen-files.ts): files that a screen needs and its page does not name. */
interface ScreenFiles {
  scripts: string[];
  /** Areas of texts. */
  texts: string[];
}

/** Preloads the signed-in member. The mode must be the call's, or the browser requests it twice. */
const MEMBER = '</api/user>; rel=preload; as=fetch; crossorigin=use-credentials';

/**
 * The `Link` header of an app page (RFC 8288): the code, texts and member of its screen, which the browser then loads
 * at once while it still reads the page. Undefined if there are none.
 */
export function openScreenLinks({ folder, textsFolder }: { folder: string; textsFolder: string }) {
  const file = path.join(folder, 'screens.json');
  const screens: Record<string, ScreenFiles> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (address: string, code: LanguageCode, isSignedIn: boolean): string | undefined => {
    const { scripts = [], texts = [] } = screens[address] ?? {};
    const links = [
      ...(isSignedIn ? [MEMBER] : []),
      ...scripts.map((name) => `</${name}>; rel=modulepreload`),
      ...texts.map((area) => `<${textsFolder}${code}/${area}.json>; rel=preload; as=fetch; crossorigin`),
    ];
    return links.length > 0 ? links.join(', ') : undefined;
  };
}
