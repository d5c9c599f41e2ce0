import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import type { Env } from '#server/http/frame/env.ts';

const CACHE = 'public, max-age=3600';

/**
 * `/media/<file>`: the videos of missions. The operator's own take precedence over those of the product. Skips
 * `folders` that do not exist at the start.
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
