import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { signed } from '#testing/postbacks.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { SECRET, wall } from '#testing/walls.ts';
import { DESKTOP, expectAccessible, launch, PHONE, routeFirst, WAIT } from './browser.ts';
import { enter, PASSWORD, setUpTwoFactor } from './member.ts';

/** Walls in a browser: the test serves the pages of a vendor, and the script of CPX Research as its docs describe it. */

const CPX_SCRIPT = 'https://cdn.cpx-research.com/assets/js/script_tag_v2.0.js';

const vendor = createServer((request, response) => {
  // A slow wall never responds.
  if (request.url?.startsWith('/slow')) return;
  response.setHeader('Content-Type', 'text/html');
  response.end('<!doctype html><title>Wall</title><h1>Offers of the vendor</h1>');
});
await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
const vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;

const framed = (id: string, height: number, place = '/wall') => ({
  definition: {
    ...wall(id, {}),
    embed: { iframe: { url: `${vendorUrl}${place}?player={user}`, height } },
  },
  secrets: { key: SECRET },
});
const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const walls = path.join(folder.path, 'walls.json');
await writeFile(
  walls,
  JSON.stringify({
    walls: [
      { uses: 'cpx', settings: { appId: '1234' }, secrets: { appSecret: 'cpx' } },
      { ...framed('waiting', 600), holdDays: 7 },
      framed('slow', 1400, '/slow'),
      {
        uses: 'rapidoreach',
        settings: { appId: 'app1' },
        secrets: { appKey: 'app-key', transactionKey: 'transaction-key' },
        acceptUnverified: true,
      },
    ],
  }),
);
const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl, WALLS_FILE: walls });
afterAll(async () => {
  await server.end();
  vendor.closeAllConnections();
  vendor.close();
  await folder.remove();
});
const visit = await launch();

let members = 0;
/** A member whose browser gets the CPX script and the RapidoReach frame from the test. */
async function member(options: { viewport?: typeof PHONE; colorScheme?: 'light' | 'dark' } = {}) {
  const visitor = await visit({ url: server.url, ...options });
  const starts: number[] = [];
  await visitor.context.route(CPX_SCRIPT, (route) => {
    starts.push(Date.now());
    return route.fulfill({ contentType: 'text/javascript', body: CPX_STAND_IN });
  });
  await visitor.context.route('https://www.rapidoreach.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Surveys of the vendor</h1>' }),
  );
  members += 1;
  const email = `walls.${members}@example.com`;
  await enter(visitor.page, server.url, database, email);
  const codes: { id: string; memberCode: string }[] = await (
    await visitor.page.request.get(`${server.url}/api/walls`)
  ).json();
  const codeOf = (id: string) => codes.find((entry) => entry.id === id)?.memberCode ?? '';
  const postback = async (id: string, values: Record<string, string | number>) =>
    (await fetch(`${server.url}/api/postbacks/${id}?${signed({ user: codeOf(id), ...values })}`)).text();
  return { ...visitor, email, codeOf, postback, starts };
}

/** Fills each slot of the configuration, as the vendor's script does, and uses what a page of its own would have. */
const CPX_STAND_IN = `
  localStorage.setItem('seen', 'yes');
  document.cookie = 'seen=yes';
  for (const { div_id } of window.config.script_config) {
    const survey = document.createElement('p');
    survey.textContent = div_id + ' ' + JSON.stringify(window.config.general_config);
    document.getElementById(div_id).append(survey);
  }
  const tall = document.createElement('div');
  tall.style.height = '1500px';
  document.body.append(tall);`;
/** The same, changed by whoever broke into the vendor: it tries what a script in our page could do. */
const CPX_THIEF = `${CPX_STAND_IN}
  const tried = (attempt) => { try { return attempt(); } catch (error) { return error.name; } };
  const stolen = {
    origin: origin,
    page: tried(() => parent.document.title),
    cookie: document.cookie,
    top: tried(() => { top.location.href = '/stolen'; return 'left'; }),
    kept: localStorage.getItem('seen'),
  };
  const say = (text) => document.getElementById('fullscreen').append(text);
  say(JSON.stringify(stolen));
  fetch('/api/user', { credentials: 'include' }).then(({ status }) => say('read ' + status), () => say('read nothing'));
  parent.postMessage({ height: 1e9 }, '*');
  parent.postMessage({ toString: 7 }, '*');`;
/** Keeps whether the frame of CPX was there when the page first said that it comes. The words stand for a second only. */
const LOOK_FOR_FRAME = `(() => {
  globalThis.framed = new Promise((done) => {
    new MutationObserver((_, changes) => {
      if (!document.body.textContent.includes('Loading CPX Research…')) return;
      changes.disconnect();
      done(document.querySelector('iframe[title="CPX Research"]') !== null);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
})()`;
const cpxFrame = (page: Page) => page.frameLocator('iframe[title="CPX Research"]');

describe('the history', () => {
  test.each([
    ['phone, light', PHONE, 'light'],
    ['desktop, dark', DESKTOP, 'dark'],
  ] as const)(
    'shows pending points with their date, and the timeline of a task, by keyboard: %s',
    async (_, viewport, colorScheme) => {
      const { page, postback, faults } = await member({ viewport, colorScheme });
      await page.goto('/history');
      await page.getByRole('heading', { name: 'No missions yet' }).waitFor();
      const tx = `held-${members}`;
      expect(await postback('waiting', { tx, points: 250, name: 'Island of Gems' })).toBe('OK');
      // The task appears by itself.
      await page.getByText(/^Pending until /).waitFor(WAIT);
      await page.getByText(/^Also pending: .* First part available /).waitFor();
      await expectAccessible(page);

      const row = page.getByRole('button', { name: 'What happened to Island of Gems' });
      await row.focus();
      await page.keyboard.press('Enter');
      const details = page.getByRole('dialog', { name: 'Island of Gems' });
      await details.getByText(/^Pending until this day: /).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect
        .poll(() => page.evaluate('document.activeElement.ariaLabel'))
        .toBe('What happened to Island of Gems');

      await row.click();
      expect(await postback('waiting', { tx, points: 250, status: 2 })).toBe('OK');
      await details.getByText(/^The partner took .* back$/).waitFor(WAIT);
      await details.getByRole('button', { name: 'Something is wrong with it' }).click();
      const claim = page.getByRole('dialog', { name: 'Report a missing reward' });
      const chosen = claim.getByLabel('What was it?').locator('option:checked');
      await expect.poll(() => chosen.textContent()).toBe('Island of Gems');
      await claim.getByLabel('What happened?').fill('I reached level 20, here is the date.');
      await expectAccessible(page);
      await claim.getByRole('button', { name: 'Send report' }).click();
      await claim.waitFor({ state: 'detached' });
      await row.click();
      await details.getByText('You reported that something is wrong').waitFor();
      expect(faults).toEqual([]);
    },
  );

  test('offers no report on a task that is too old for one', async () => {
    const { page, postback } = await member();
    const title = 'Island of Old';
    expect(await postback('waiting', { tx: 'old', points: 250, name: title })).toBe('OK');
    const completedAt = new Date(Date.now() - 200 * 86_400_000);
    await database.updateTable('tasks').set({ completedAt }).where('title', '=', title).execute();
    await page.goto('/history');
    await page.getByRole('button', { name: `What happened to ${title}` }).click();
    const details = page.getByRole('dialog', { name: title });
    await details.getByText('The partner told us that you finished it').waitFor();
    expect(await details.getByRole('button', { name: 'Something is wrong with it' }).count()).toBe(0);
  });
});

describe('the tasks screen', () => {
  test('shows each wall in a sandboxed frame of its height, and allows frames of no other site', async () => {
    const { page, faults } = await member();
    const answer = await page.goto('/task');
    const frame = page.getByTitle('Wall waiting');
    await frame.waitFor();
    await expect.poll(() => frame.getAttribute('height')).toBe('600');
    expect((await frame.boundingBox())?.height).toBe(600);
    await expect.poll(() => page.getByTitle('Wall slow').getAttribute('height')).toBe('1400');
    expect(await frame.getAttribute('sandbox')).toBe(
      'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin',
    );
    await page.frameLocator('iframe[title="Wall waiting"]').getByText('Offers of the vendor').waitFor(WAIT);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toContain(vendorUrl);
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/\*|torox|notik/);
    expect(faults).toEqual([]);
  });

  test('gives the CPX script five slots in a page of its own, as high as it says, and our policy names no host for it', async () => {
    const { page, codeOf, starts, faults } = await member();
    const answer = await page.goto('/task');
    const slots = ['fullscreen', 'sidebar', 'single', 'notification', 'notification2'];
    for (const slot of slots) await cpxFrame(page).locator(`#${slot} p`).waitFor(WAIT);
    const said = (await cpxFrame(page).locator('#single p').textContent()) ?? '';
    expect(said).toContain(`"ext_user_id":"${codeOf('cpx')}"`);
    expect(said).toContain('"email":"","username":""');
    // A browser draws a frame of another origin only where it can be seen.
    await page.getByTitle('CPX Research').scrollIntoViewIfNeeded();
    const height = async () => (await page.getByTitle('CPX Research').boundingBox())?.height;
    await expect.poll(height, WAIT).toBeGreaterThan(1_500);
    expect(starts).toHaveLength(1);
    for (const directive of (answer?.headers()['content-security-policy'] ?? '').split('; '))
      if (!directive.startsWith('frame-src')) expect(directive).not.toContain('cpx');
    expect(faults).toEqual([]);
  });

  test('gives a script that turns against us neither our page, nor its cookie, nor the member', async () => {
    const { page, context } = await member();
    await context.route(CPX_SCRIPT, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: CPX_THIEF }),
    );
    await page.goto('/task');
    await cpxFrame(page).getByText('read nothing').waitFor(WAIT);
    expect(await cpxFrame(page).locator('#fullscreen').textContent()).toContain(
      '"origin":"null","page":"SecurityError","cookie":"","top":"SecurityError","kept":"yes"',
    );
    expect(new URL(page.url()).pathname).toBe('/task');
    expect((await page.getByTitle('CPX Research').boundingBox())?.height).toBeLessThanOrEqual(8_000);
    // Opened by itself the page has no origin either, and takes no configuration.
    await page.goto('/api/walls/cpx/frame');
    expect(await page.evaluate('[origin, document.cookie]')).toEqual(['null', '']);
    await page.evaluate("postMessage({ src: '/x.js', globalVar: 'stolen', config: 1, slots: [] }, '*')");
    expect(await page.evaluate('document.scripts.length')).toBe(1);
  });

  test('starts the CPX script again one second after its configuration changed, and shows nothing old until then', async () => {
    const { page, email, codeOf, starts } = await member();
    await page.goto('/task');
    await cpxFrame(page).locator('#single p').waitFor(WAIT);
    // The next member in this tab has another configuration; here the vendor's id of the site changes.
    let configuredAt = 0;
    await page.route('**/api/walls', async (route) => {
      const answer = await route.fetch();
      // The walls are read once more when the stream is open.
      configuredAt ||= Date.now();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('1234', '5678') });
    });
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await page.evaluate(LOOK_FOR_FRAME);
    await page.getByRole('link', { name: 'Tasks' }).click();
    expect(await page.evaluate('globalThis.framed')).toBe(false);
    const slot = cpxFrame(page).locator('#single p');
    await slot.waitFor(WAIT);
    expect(await slot.textContent()).toContain('"app_id":5678');
    expect(await slot.textContent()).toContain(`"ext_user_id":"${codeOf('cpx')}"`);
    expect(starts).toHaveLength(2);
    expect((starts[1] ?? 0) - configuredAt).toBeGreaterThanOrEqual(1_000);
  });

  test('says that a wall which does not load is slow, and that a refused script is blocked', async () => {
    const { page, context } = await member();
    await context.route(CPX_SCRIPT, (route) => route.abort());
    await page.clock.install();
    await page.goto('/task');
    await page.getByText('CPX Research is being blocked').waitFor(WAIT);
    await page.getByText('Loading Wall slow…').waitFor(WAIT);
    await page.getByTitle('Wall slow').scrollIntoViewIfNeeded();
    // The page must see that the frame is on the screen before its time runs.
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return page.getByText('Wall slow is taking its time').isVisible();
      }, WAIT)
      .toBe(true);
    await Promise.all([
      page.getByText('Loading Wall slow…').waitFor(),
      page.getByRole('button', { name: 'Load again', exact: true }).last().click(),
    ]);
  });
});

describe('RapidoReach', () => {
  test('has the signed id of the member in its frame; if the id cannot be had, the screen says so and can try again', async () => {
    const { page, codeOf, faults } = await member();
    await routeFirst(page, '**/api/walls', (route) => route.fulfill({ status: 503, body: 'Busy' }));
    await page.goto('/task');
    const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
    await alert.waitFor(WAIT);
    expect(await page.locator('iframe').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    const frame = page.getByTitle('RapidoReach');
    await frame.scrollIntoViewIfNeeded();
    const id = `${codeOf('rapidoreach')}-app1`;
    const uid = `${id}-${createHash('md5').update(`${id}-app-key`).digest('hex')}`;
    await expect.poll(() => frame.getAttribute('src')).toBe(`https://www.rapidoreach.com/ofw/?userId=${uid}`);
    await page.frameLocator('iframe[title="RapidoReach"]').getByText('Surveys of the vendor').waitFor(WAIT);
    expect(faults.filter((fault) => !fault.includes('503'))).toEqual([]);
  });

  test('is not shown without this id: while it is paused, and to a member whose session has ended', async () => {
    const { page, faults } = await member({ viewport: DESKTOP });
    const paused = { wall: 'rapidoreach', reason: 'Late payments', pausedBy: randomUUID() };
    await database.insertInto('wallPauses').values(paused).execute();
    const uid = () => page.request.get(`${server.url}/api/rapidoreach/uid`);
    const refusal = async () => {
      const answer = await uid();
      return [answer.status(), (await answer.json()).code];
    };
    // The server hears of the pause after its commit.
    await expect.poll(refusal, WAIT).toEqual([409, 'wall_unavailable']);
    await page.goto('/adwall');
    await page.getByRole('tab', { name: 'RapidoReach' }).click();
    await page.getByText('This partner takes a break').waitFor(WAIT);
    expect(await page.locator('iframe').count()).toBe(0);
    await expectAccessible(page);
    await database.deleteFrom('wallPauses').where('wall', '=', 'rapidoreach').execute();
    expect(faults).toEqual([]);

    await page.context().clearCookies({ name: 'session' });
    expect((await uid()).status()).toBe(401);
    await page.reload();
    await page.getByLabel('Password', { exact: true }).waitFor(WAIT);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

test('one offer wall is shown at a time, as high as the window, chosen by keyboard', async () => {
  const { page, faults } = await member({ viewport: DESKTOP });
  await page.goto('/adwall');
  await page.getByRole('tab', { name: 'CPX Research' }).press('ArrowRight');
  const frame = page.getByTitle('Wall waiting');
  await frame.waitFor();
  expect((await frame.boundingBox())?.height).toBeGreaterThan(DESKTOP.height / 2);
  expect(await page.locator('iframe').count()).toBe(1);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

test('a member reads before they begin for how many days the points of a wall are pending', async () => {
  const { page, faults } = await member();
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'Your first points' });
  await steps.getByText('What you earn can be pending for up to 7 days').waitFor(WAIT);
  await expectAccessible(page);
  await page.goto('/adwall?wall=waiting');
  const held = page.getByText('What you earn here is pending for 7 days');
  await held.waitFor(WAIT);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'RapidoReach' }).click();
  await page.getByTitle('RapidoReach').waitFor(WAIT);
  expect(await held.count()).toBe(0);
  expect(faults).toEqual([]);
});

test('staff read beside each wall what its proof leaves open, and what closes the gap', async () => {
  const { page } = await visit({ url: server.url, viewport: DESKTOP });
  const email = 'keeper@example.com';
  await enter(page, server.url, database, email);
  const role = { isAdmin: true, staffRole: 'owner' as const };
  await database.updateTable('users').set(role).where('email', '=', email).execute();
  await setUpTwoFactor(page, server.url);
  await page.goto('/admin/walls');
  const article = (name: string) => page.getByRole('article', { name });
  const listed = article('CPX Research');
  await listed
    .getByText('Not covered by the proof of a call: the member, the transaction, the amount.')
    .waitFor(WAIT);
  await listed
    .getByText('Only these addresses may call: 188.40.3.73, 157.90.97.92, 2a01:4f8:d0a:30ff::2.')
    .waitFor(WAIT);
  const accepted = article('RapidoReach');
  await accepted.getByText('Not covered by the proof of a call: the member, the amount.').waitFor(WAIT);
  await accepted.getByText(/could make others\. The walls file accepts that/).waitFor(WAIT);
  expect(await article('Wall waiting').getByText('What its proof leaves open').count()).toBe(0);
  await expectAccessible(page);
});
