import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listen } from '../listen.ts';
import type { Env } from './app.ts';
import { eventRoutes } from './events.ts';

const member = { id: 'robin', isAdmin: false, staffRole: null, hasTwoFactor: false, isFresh: true };

test('a stream is heard for as long as it is read, and a request for its head alone is not at all', async () => {
  let heard = 0;
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('member', member);
    return next();
  });
  eventRoutes(app, () => {
    heard += 1;
    return () => {
      heard -= 1;
    };
  });
  const listening = await listen(
    { direct: () => false, fetch: (request) => app.fetch(request) },
    ['127.0.0.1'],
    0,
  );
  const url = `http://127.0.0.1:${listening.port}/api/events`;

  const leaving = new AbortController();
  await fetch(url, { signal: leaving.signal });
  expect(heard).toBe(1);
  leaving.abort();
  await expect.poll(() => heard).toBe(0);

  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect(heard).toBe(0);
  await listening.stop();
});
