import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';

/** The absolute form of a path relative to this folder. */
export const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Configuration shared by the app's build and the rendering of the static pages. */
export const shared = {
  root: file('..'),
  // Catalogues are compiled at build time, so the browser needs only the formatter (2 KB instead of 17 KB).
  // React itself has what the shim of a hook adds for older versions of it.
  // Scroll locking of dialogs uses CSSOM, which the content security policy allows.
  resolve: {
    alias: [
      { find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' },
      { find: /^use-sync-external-store\/shim/, replacement: 'use-sync-external-store' },
      { find: /^react-style-singleton$/, replacement: file('./style-singleton.ts') },
    ],
  },
  json: { namedExports: false, stringify: false },
} satisfies UserConfig;
