// By path: the package exports only the readable form of this file, which is three times as large.

import { inTime } from '#web/shared/browser/time-limit.ts';
import scriptUrl from '../../../node_modules/altcha/dist/external/altcha.min.js?url';
import { withRetries } from './retries.ts';

let tries = 0;
let loaded: Promise<void> | undefined;

/**
 * Defines the widget's element, once: about 30 KB, downloaded only when needed. Throws when the script could not be
 * loaded after two more tries, or nothing comes; calling again tries again.
 */
export function loadAltcha(): Promise<void> {
  loaded ??= inTime(withRetries(() => loadScript(tries++))).then(addSolver, (error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** A module that failed to load stays failed under its address, so every further try uses another address. */
function loadScript(attempt: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = attempt === 0 ? scriptUrl : `${scriptUrl}?try=${attempt}`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The captcha could not be loaded')));
    document.head.append(script);
  });
}

/** This variant of the widget, made for strict content security policies, has no worker of its own. */
function addSolver(): void {
  globalThis.$altcha.algorithms.set(
    'PBKDF2/SHA-256',
    () => new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' }),
  );
}
