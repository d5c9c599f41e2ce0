import type { Plugin } from 'vite';

/** Paths whose page is the app. The server answers them with app.html. */
export const APP_PATHS = /^\/(auth|reset-password|dashboard|task|history|adwall|admin|profile|earn)(\/|$)/;

/** Under the development server: serves app.html for the app's paths and fills in the product's name. */
export function appPages(): Plugin {
  return {
    name: 'app-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (APP_PATHS.test(request.url?.split('?')[0] ?? '')) request.url = '/app.html';
        next();
      });
    },
    transformIndexHtml: (html) => html.replaceAll('__PRODUCT_NAME__', 'Pocketful'),
  };
}
