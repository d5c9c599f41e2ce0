import type { Plugin } from 'vite';

const MODULES = /<(?:script type="module"|link rel="modulepreload")(?= )/g;

/**
 * Asks for the app's code after its style sheet: the code is ten times as large, and nothing of it is needed for the first paint, the
 * sign that the app is loading. A browser that knows no `fetchpriority` asks for all of it at once.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(MODULES, '$& fetchpriority="low"'),
    },
  };
}
