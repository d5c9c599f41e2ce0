import type { Hono } from 'hono';
import type { Env } from '#server/http/frame/env.ts';

const SEE_OTHER = 303;

/**
 * `POST /identity/<provider>`: sites that answer by a form (`response_mode=form_post`, as Apple does) send the browser here.
 * A form of another site brings none of our cookies, so the answer is passed on to the page, in the part of the address
 * that is sent nowhere. Nothing is changed or believed.
 */
export function identityAnswerRoutes(app: Hono<Env>): void {
  app.post('/identity/:provider', async (c) => {
    const fields = new URLSearchParams(await c.req.text());
    const provider = encodeURIComponent(c.req.param('provider'));
    return c.redirect(`/identity/${provider}#${fields}`, SEE_OTHER);
  });
}
