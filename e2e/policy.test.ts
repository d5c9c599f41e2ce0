import { expect, test } from 'vitest';
import { runOps } from '#testing/process.ts';
import { launch } from './browser.ts';
import { MEMBER_SCREENS, STATIC_PAGES, VISITOR_SCREENS } from './every-screen.ts';
import { setUpTwoFactor, signUp } from './member.ts';
import { startSite } from './site.ts';

const { server, databaseUrl, folder } = await startSite();
const visit = await launch();

/** Stores violations of the content security policy, before any script of the page runs. */
const WATCH = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  console.error('refused by policy: ' + violatedDirective + ' ' + blockedURI);
});`;

test('no screen violates the content security policy or writes an error to the console', async () => {
  const { page, faults } = await visit({ url: server.url });
  await page.addInitScript(WATCH);
  const open = async (address: string) => {
    await page.goto(address, { waitUntil: 'load' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  };
  for (const address of [...STATIC_PAGES, ...VISITOR_SCREENS]) await open(address);
  // Without the 401 of visitors who are not signed in.
  const withoutRefusals = () => faults.filter((fault) => !fault.includes('status of 401'));
  expect(withoutRefusals()).toEqual([]);

  await signUp(page, server.url, 'policy@example.com');
  for (const address of MEMBER_SCREENS) await open(address);
  expect(withoutRefusals()).toEqual([]);

  await setUpTwoFactor(page, server.url);
  await runOps(['admin', 'grant', 'policy@example.com'], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
  });
  await open('/admin');
  expect(withoutRefusals()).toEqual([]);
});

test('every screen of somebody who is signed in has a way to sign out', async () => {
  const { page } = await visit({ url: server.url });
  await signUp(page, server.url, 'leaver@example.com');
  for (const address of [...MEMBER_SCREENS, '/admin']) {
    await page.goto(address);
    await page
      .getByRole('button', { name: /^(Logout|Sign Out)$/i })
      .first()
      .waitFor();
  }
  await page.goto('/adwall');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth**');
});

test('a violation in a browser reaches the metrics', async () => {
  const { page } = await visit({ url: server.url });
  // Reports by the newer header come after a minute; without it the browser falls back to the older one.
  await page.route('**/auth', async (route) => {
    const answer = await route.fetch();
    const { 'reporting-endpoints': _, 'content-security-policy': policy = '', ...headers } = answer.headers();
    const older = policy.replace(/; report-to \S+/, '');
    await route.fulfill({ response: answer, headers: { ...headers, 'content-security-policy': older } });
  });
  await page.goto('/auth');
  await page.evaluate("new Image().src = 'https://evil.example/steal.png'");
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(metrics).toContain('policy_violations_total{directive="img-src"} 1');
});
