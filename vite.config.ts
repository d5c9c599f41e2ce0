import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appPages } from './web/build/app-pages.ts';
import { budgets } from './web/build/budgets.ts';
import { catalogues } from './web/build/catalogues.ts';
import { commonPart, FORMS, isFramework } from './web/build/common-parts.ts';
import { paintFirst } from './web/build/paint-first.ts';
import { precache } from './web/build/precache.ts';
import { precompressed } from './web/build/precompressed.ts';
import { screenFiles } from './web/build/screen-files.ts';
import { file, shared } from './web/build/shared.ts';
import { staticPages } from './web/build/static-pages.ts';

const SERVICE_WORKER = 'service-worker';

const FIRST_FILES = /\/(framework|rolldown-runtime|common)-/;

/** The browser's side: `vite build` writes .build/web, which the server serves; `vite` is for work on the screens. */
export default defineConfig({
  ...shared,
  plugins: [
    react(),
    tailwind(),
    catalogues(),
    appPages(),
    paintFirst(),
    staticPages(),
    precache(),
    screenFiles(),
    precompressed(),
    budgets(),
  ],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined images would be data: addresses in scripts; files are cached and need no exception in the policy.
    assetsInlineLimit: 0,
    // Browsers that know no modulepreload ask for the files a little later.
    modulePreload: {
      polyfill: false,
      // A script that loads another on demand has these, so they stay out of its list of what to load with it.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((name) => !FIRST_FILES.test(name)) : files,
    },
    rolldownOptions: {
      output: {
        // A service worker serves the pages beside and below its own address, which must not change.
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        // The list of files in the first screen then compresses better.
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            { name: 'framework', test: isFramework },
            // A group takes along what its modules need, so those that are needed first come first.
            ...['common', 'soon', 'widgets', 'later'].map((part) => ({
              debugName: part,
              name: (...module: Parameters<typeof commonPart>) =>
                commonPart(...module) === part ? part : null,
            })),
            { debugName: 'screens', name: commonPart },
            { name: 'forms', test: FORMS },
          ],
        },
      },
      input: {
        app: file('../app.html'),
        static: file('../site/landing/static.css'),
        [SERVICE_WORKER]: file('../app/service-worker.ts'),
      },
    },
  },
  server: {
    port: 5173,
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      ['/api/', '/pictures/'].map((path) => [path, process.env.API_URL ?? 'http://localhost:3000']),
    ),
  },
});
