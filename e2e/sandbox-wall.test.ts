import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import { sandboxWallRoutes } from '#server/http/development/sandbox-wall.ts';
import type { Env } from '#server/http/frame/env.ts';
import { securityHeaders } from '#server/http/frame/security-headers.ts';
import { DESKTOP, expectAccessible, launch, PHONE, WAIT } from './browser.ts';

/** The sandbox wall in a browser, framed as the site frames walls: without the origin of the site. */

let address = '';
const app = new Hono<Env>();
app.use(
  securityHeaders({ appUrl: 'http://localhost', frameOrigins: [], scriptOrigins: [], connectOrigins: [] }),
);
sandboxWallRoutes(app, { key: 'k', internalAddress: () => address, unit: 'megabytes', lateMs: 300 });
app.get('/api/postbacks/sandbox', (c) => c.text('ok'));
app.get('/', (c) =>
  c.html(
    '<!doctype html><title>Site</title><iframe title="wall" src="/dev/wall?user=u1" width="380" height="800" sandbox="allow-scripts allow-forms allow-popups"></iframe>',
  ),
);
const http = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
await new Promise((resolve) => http.once('listening', resolve));
address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
afterAll(() => new Promise((resolve) => http.close(resolve)));
const visit = await launch();

describe('the sandbox wall', () => {
  test('works in a sandboxed frame of another origin, by keyboard only', async () => {
    const { page, faults } = await visit({ url: address });
    await page.goto('/');
    const wall = page.frameLocator('iframe');
    const status = () => wall.getByRole('status').textContent();
    await wall.getByRole('button', { name: 'Install: Install Game App, 120 MB' }).press('Enter');
    await expect.poll(status, WAIT).toContain('Postback: 200 ok');

    await wall.getByRole('button', { name: /^Start survey/ }).press('Enter');
    for (const answer of ['Weekly', 'Phone', 'Maybe']) await wall.getByLabel(answer).press('Space');
    await wall.getByRole('button', { name: 'Send answers' }).press('Enter');
    await expect.poll(status, WAIT).toBe('Survey: Postback: 200 ok');

    await wall.getByRole('button', { name: /^Reverse: Survey/ }).press('Enter');
    await expect.poll(status, WAIT).toBe('Survey: Reversal: 200 ok');
    await wall.getByRole('button', { name: /^Complete late: Shop/ }).press('Enter');
    await expect.poll(status, WAIT).toBe('The late postback was answered.');
    expect(faults).toEqual([]);
  });

  test.each([
    ['phone, light', PHONE, 'light'],
    ['desktop, dark', DESKTOP, 'dark'],
  ] as const)('is accessible and fits: %s', async (_name, viewport, colorScheme) => {
    const { page, faults } = await visit({ url: address, viewport, colorScheme });
    await page.goto('/dev/wall?user=u1');
    await page.getByRole('button', { name: /^Install/ }).click();
    await page.getByRole('button', { name: /^Start survey/ }).click();
    await expectAccessible(page);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });
});
