import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import type { StaticPage } from '../landing/static-page.ts';
import { shared } from './shared.ts';

const RENDERER = '/landing/render.tsx';
const STYLESHEET = 'static.css';
type Renderer = { renderStaticPages: (style: { inline: string } | { href: string }) => StaticPage[] };

/**
 * Writes the pages that need no script: landing, privacy, terms and not-found, once per language, as HTML with their
 * style sheet inlined. The style sheet is an input of the build of its own and leaves no file behind. Under the
 * development server the pages are rendered for each request.
 */
export function staticPages(): Plugin {
  return {
    name: 'static-pages',
    async generateBundle(_options, bundle) {
      const sheet = Object.values(bundle).find(
        (output) => output.type === 'asset' && output.names.includes(STYLESHEET),
      );
      if (sheet?.type !== 'asset') throw new Error(`The build made no ${STYLESHEET}`);
      delete bundle[sheet.fileName];
      const file = fileURLToPath(new URL(`..${RENDERER}`, import.meta.url));
      const { module } = await runnerImport<Renderer>(file, { root: shared.root, json: shared.json });
      for (const page of module.renderStaticPages({ inline: String(sheet.source).trim() })) {
        this.emitFile({ type: 'asset', fileName: page.fileName, source: page.html });
      }
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const name = { '/': 'index.html', '/privacy': 'privacy.html', '/terms': 'terms.html' }[path];
        if (!name) return next();
        try {
          const renderer = (await server.ssrLoadModule(RENDERER)) as Renderer;
          const pages = renderer.renderStaticPages({ href: `/landing/${STYLESHEET}` });
          const html = pages.find(({ fileName }) => fileName === name)?.html ?? '';
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(await server.transformIndexHtml(path, html));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
