import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LanguageCode } from '#contract/languages.ts';

/** Written by the build (web/build/screen-files.ts): what a screen waits for besides the files that its page names. */
interface ScreenFiles {
  scripts: string[];
  /** Areas of texts. */
  texts: string[];
}

/** Who the member is, where a browser brings a session. The mode must be that of the call, or the browser asks twice. */
const MEMBER = '</api/user>; rel=preload; as=fetch; crossorigin=use-credentials';

/**
 * The `Link` header of the page at an app's address (RFC 8288): what its screen needs, so that the browser asks for code,
 * texts and member while it still reads the page, instead of one after the other. Undefined where there is nothing to name.
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
