import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import type { Env } from '#server/http/frame/env.ts';

const CACHE = 'public, max-age=3600';

/**
 * `/media/<file>`: the videos of missions, the operator's own before those that come with the product. `folders` are on
 * this machine; one that does not exist at the start is left out.
 */
export function mediaRoutes(app: Hono<Env>, folders: string[]): void {
  for (const root of folders.filter((folder) => existsSync(folder))) {
    app.use(
      '/media/*',
      serveStatic({
        root,
        rewriteRequestPath: (path) => path.replace(/^\/media/, ''),
        onFound: (_, c) => c.header('Cache-Control', CACHE),
      }),
    );
  }
}
