import type { Plugin } from 'vite';
import { APP_PATHS } from '#contract/site.values.ts';

/** The development server also serves the sources in web/admin at addresses below /admin. */
const SOURCE = /\.tsx?$/;

const isAppPath = (path: string) =>
  !SOURCE.test(path) &&
  APP_PATHS.some((known) =>
    known.endsWith('/*') ? `${path}/`.startsWith(known.slice(0, -1)) : path === known,
  );

/** For the development server: serves app.html at the app's paths and fills in the product's name. */
export function appPages(): Plugin {
  return {
    name: 'app-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (isAppPath(request.url?.split('?')[0] ?? '')) request.url = '/app.html';
        next();
      });
    },
    transformIndexHtml: (html) => html.replaceAll('__PRODUCT_NAME__', 'Pocketful'),
  };
}
