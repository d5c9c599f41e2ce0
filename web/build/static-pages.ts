import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { languageOf } from '#contract/languages.ts';
import type { StaticPage } from '#web/site/landing/static-page.ts';
import type { PageTexts } from '#web/site/landing/texts.ts';
import { offeredLanguages, shownCatalogue } from './catalogue-files.ts';
import { shared } from './shared.ts';

const RENDERER = '/site/landing/render.tsx';
const STYLESHEET = 'static.css';
type Renderer = {
  renderStaticPages: (style: { inline: string } | { href: string }, texts: PageTexts[]) => StaticPage[];
};

const STATIC_PATH = /^\/([a-z]{2,3}\/)?(privacy|terms)?$/;

/** The texts of every language, as the pages show them. */
export const pageTexts = (): PageTexts[] =>
  offeredLanguages().map((code) => ({
    language: languageOf(code),
    app: shownCatalogue(code, 'app') as PageTexts['app'],
    landing: shownCatalogue(code, 'landing') as PageTexts['landing'],
    legal: shownCatalogue(code, 'legal') as PageTexts['legal'],
  }));

/**
 * Writes the pages without script: landing, privacy, terms and not-found, once per language, as HTML with their style
 * sheet inlined. The style sheet is an input of this build and leaves no file behind. Under the development server the
 * pages are rendered for each request.
 */
export function staticPages(): Plugin {
  return {
    name: 'static-pages',
    generateBundle: {
      // Vite writes down the files that the sheet names before it may go.
      order: 'post',
      async handler(_options, bundle) {
        const sheet = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.names.includes(STYLESHEET),
        );
        if (sheet?.type !== 'asset') throw new Error(`The build made no ${STYLESHEET}`);
        delete bundle[sheet.fileName];
        const file = fileURLToPath(new URL(`..${RENDERER}`, import.meta.url));
        const { module } = await runnerImport<Renderer>(file, { root: shared.root, json: shared.json });
        for (const page of module.renderStaticPages({ inline: String(sheet.source).trim() }, pageTexts())) {
          this.emitFile({ type: 'asset', fileName: page.fileName, source: page.html });
        }
      },
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const name = STATIC_PATH.test(path)
          ? `${path.slice(1)}.html`.replace(/(^|\/)\.html$/, '$1index.html')
          : '';
        if (!name) return next();
        try {
          const renderer = (await server.ssrLoadModule(RENDERER)) as Renderer;
          const pages = renderer.renderStaticPages({ href: `/site/landing/${STYLESHEET}` }, pageTexts());
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
