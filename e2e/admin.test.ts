import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { QUEUE_DUE_HOURS, WORK_QUEUES } from '#contract/overview.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { runOps } from '#testing/process.ts';
import { DESKTOP, expectAccessible, keepUnaware, keepWaiting, launch, PHONE, WAIT } from './browser.ts';
import { startSite } from './site.ts';

/** The screens of admins in a browser against the real server. */

const { server, database, databaseUrl, folder } = await startSite();
const visit = await launch();

type Options = { viewport?: typeof PHONE; colorScheme?: 'dark' };

/** A browser with a signed-in admin. */
async function as(person: { id: string; isAdmin: boolean }, options: Options = {}) {
  const visitor = await visit({ url: server.url, ...options });
  const [name = '', value = ''] = (await signIn(database, person)).split('=');
  await visitor.context.addCookies([{ name, value, url: server.url }]);
  return visitor;
}
const asStaff = async (staffRole: StaffRole, options?: Options) =>
  as(await createMember(database, { isAdmin: true, staffRole }), options);

for (let n = 0; n < 30; n += 1) {
  const member = await createMember(database, { email: `listed.${n}@example.com` });
  await sql`update users set name = ${`Listed Number${n}`}, created_at = now() - make_interval(days => ${n + 1})
    where id = ${member.id}`.execute(database);
  if (n < 5) await credit(database, member.id, (n + 1) * 100);
}
const people = (page: Page) => page.getByRole('link', { name: /listed\.\d+@example\.com/ });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link');

describe('the frame', () => {
  test('is denied to members, whose browser never loads its code', async () => {
    const { page } = await as(await createMember(database));
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    for (const path of ['/dashboard', '/task', '/history', '/adwall', '/earn', '/profile']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    const foreign = /admin|overview|members-page|member-page|\/activity|appeals|claims-|data-table/;
    expect(scripts.filter((address) => foreign.test(new URL(address).pathname))).toEqual([]);
    expect(scripts.length).toBeGreaterThan(3);
    await page.goto('/admin/users');
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.getByText("You don't have admin privileges.").waitFor();
    await expectAccessible(page);
  });

  test.each([
    ['owner', true, true],
    ['read_only', false, false],
    ['support', true, false],
  ] as const)('shows the sections of the role: %s', async (role, queues, exports) => {
    const { page, faults } = await asStaff(role, { viewport: DESKTOP });
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Admin dashboard', level: 1 }).waitFor();
    const links = await sections(page).allTextContents();
    expect(links).toContain('Users');
    expect(links.includes('Appeals')).toBe(queues);
    const newest = page.getByRole('region', { name: 'The newest users' });
    await newest.getByRole('link').first().waitFor();
    expect(await page.getByRole('button', { name: 'Export Data' }).count()).toBe(exports ? 1 : 0);
    await page.goto('/admin/appeals');
    const heading = queues ? 'Appeals' : 'Your role does not include this section';
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.goto('/admin/nowhere');
    await page.getByRole('heading', { name: 'There is no such section' }).waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test('has a menu on a phone, and a newly opened screen takes the focus', async () => {
    const { page } = await asStaff('owner', { viewport: PHONE, colorScheme: 'dark' });
    await page.goto('/admin/appeals');
    await page.getByRole('button', { name: 'Sections' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click();
    const heading = page.getByRole('heading', { name: 'User Management', level: 1 });
    await heading.waitFor();
    await people(page).first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await page.getByRole('link', { name: 'Back', exact: true }).first().click();
    await page.waitForURL('**/dashboard');
    await page.goBack();
    // The frame and the screen are there at once, as their code is.
    await heading.waitFor();
    await expect.poll(() => page.title(), WAIT).toMatch(/^User Management · Admin/);
  });
});

describe('the table of users', () => {
  test('is searched, ordered and paged, and its address keeps all of it', async () => {
    const { page, faults } = await asStaff('owner', { viewport: DESKTOP });
    await page.goto('/admin/users?q=listed');
    await expect.poll(() => people(page).count(), WAIT).toBe(25);
    await page.getByText('30 users').waitFor();
    for (const column of ['User', 'Card Tier', 'Points', 'Cash Rewarded', 'Last Rewarded', 'Status'])
      await page.getByRole('columnheader', { name: column }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await expect.poll(() => people(page).count(), WAIT).toBe(5);
    // There is no page after this one; the keyboard keeps its place.
    const end = page.getByRole('button', { name: 'Next', disabled: true });
    expect(await end.and(page.locator(':focus')).count()).toBe(1);
    await page.reload();
    await expect.poll(() => people(page).count(), WAIT).toBe(5);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(() => people(page).count(), WAIT).toBe(25);
    await page.getByRole('button', { name: 'Points' }).click();
    await expect.poll(() => people(page).first().textContent(), WAIT).toContain('listed.4@');
    const points = page.getByRole('columnheader', { name: 'Points' });
    await expect.poll(() => points.getAttribute('aria-sort')).toBe('descending');
    await page.getByLabel('Search').fill('number7');
    await expect.poll(() => people(page).count(), WAIT).toBe(1);
    await page.getByLabel('Search').fill('nobody at all');
    await page.getByRole('status').getByText('No users found').waitFor();
    const clear = page.getByRole('button', { name: 'Clear filters' });
    await clear.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => people(page).count(), WAIT).toBeGreaterThan(10);
    await clear.waitFor({ state: 'detached' });
    // The next field is one key away.
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('Search').and(page.locator(':focus')).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('shows everybody again when its search gets too short for one', async () => {
    const { page, faults } = await asStaff('owner', { viewport: DESKTOP });
    await page.goto('/admin/users?q=number7');
    await expect.poll(() => people(page).count(), WAIT).toBe(1);
    const search = page.getByLabel('Search');
    await search.fill('nu');
    await expect.poll(() => people(page).count(), WAIT).toBeGreaterThan(1);
    expect(await search.inputValue()).toBe('nu');
    await page.reload();
    await expect.poll(() => people(page).count(), WAIT).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  });

  test('is ordered on a phone by a column, and turned around', async () => {
    const { page, faults } = await asStaff('owner', { viewport: PHONE });
    await page.goto('/admin/users?q=listed');
    await page.getByLabel('Order', { exact: true }).selectOption('Points');
    const first = page.getByRole('list', { name: 'User Management' }).getByRole('listitem').first();
    await first.filter({ hasText: 'listed.4@' }).waitFor();
    await page.getByRole('button', { name: 'Points, smallest or oldest first' }).click();
    await first.filter({ hasNotText: 'listed.4@' }).waitFor();
    await page.getByRole('button', { name: 'Points, largest or newest first' }).click();
    await first.filter({ hasText: 'listed.4@' }).waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])(
    'breaks an address only between its parts, and cuts what is longer than its line: %s',
    async (size, viewport) => {
      const long = `${size.repeat(10)}@${'y'.repeat(60)}.example.com`;
      await createMember(database, { email: long });
      const { page } = await asStaff('owner', { viewport });
      await page.goto(`/admin/users?q=${size.repeat(10)}`);
      const address = page.getByTitle(long);
      await address.waitFor();
      // Each part is a text node; a part in two lines would be at two heights.
      const lines = await page.evaluate<number[]>(`[...document.querySelector('bdi[title]').childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        })`);
      expect(lines).toEqual([1, 1, 1, 1]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    },
  );

  test('keeps its search and its rows when reading it again fails', async () => {
    const { page } = await asStaff('owner', { viewport: DESKTOP });
    await page.goto('/admin/users?q=listed');
    await expect.poll(() => people(page).count(), WAIT).toBe(25);
    await people(page).first().click();
    await page.getByText('The balance is the sum of').waitFor(WAIT);
    const list = (url: URL) => url.pathname === '/api/admin/users';
    await page.route(list, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goBack();
    await page.getByText('Something went wrong').waitFor(WAIT);
    expect(await people(page).count()).toBe(25);
    await page.getByLabel('Search').fill('number7');
    await expect.poll(() => people(page).count(), WAIT).toBe(0);
    expect(await page.getByLabel('Search').inputValue()).toBe('number7');
    await page.unroute(list);
    // The list is read again by itself too, which takes the button away.
    await Promise.any([
      page.getByRole('button', { name: 'Try again' }).click(),
      people(page).first().waitFor(),
    ]);
    await expect.poll(() => people(page).count(), WAIT).toBe(1);
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  });

  test('can be downloaded as it is filtered', async () => {
    const { page } = await asStaff('finance', { viewport: DESKTOP });
    await page.goto('/admin/users?q=number1');
    await expect.poll(() => people(page).count(), WAIT).toBe(11);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Data' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(12);
    // It holds names and addresses, so who is at the keyboard is asked again.
    await sql`update sessions set authenticated_at = now() - interval '1 hour'`.execute(database);
    await page.getByRole('button', { name: 'Export Data' }).click();
    const question = page.getByRole('dialog', { name: 'Is it really you?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
  });
});

test('a list of which more cannot be read says so', async () => {
  const { page } = await asStaff('owner', { viewport: DESKTOP });
  const isList = ({ pathname }: URL) => pathname === '/api/admin/postbacks';
  await page.route(isList, (route) =>
    route.request().url().includes('before=')
      ? route.fulfill({ status: 500, body: '' })
      : route.fulfill({ json: { rows: [], next: 'start~start', lookedBackTo: null } }),
  );
  await page.goto('/admin/postbacks');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.click(WAIT);
  await page.getByRole('main').getByRole('alert').waitFor(WAIT);
  await page.unroute(isList);
  await page.route(isList, (route) => route.fulfill({ json: { rows: [], next: null, lookedBackTo: null } }));
  await more.focus();
  await page.keyboard.press('Enter');
  await more.waitFor({ state: 'detached' });
  // It stays where the button was.
  await expect.poll(() => page.evaluate('document.activeElement !== document.body'), WAIT).toBe(true);
});

describe("a member's page", () => {
  test('proves the balance, and actions of staff on it are in the audit trail with their reason', async () => {
    const member = await createMember(database, { points: 340, email: 'opened@example.com' });
    await signIn(database, member);
    await sql`insert into staff_notes (user_id, author, text, created_at)
      select ${member.id}, ${member.id}, 'Old', now() - interval '1 day' from generate_series(1, 199)`.execute(
      database,
    );
    await sql`insert into notices (key, user_id, kind, data, delivered_at)
      select 'listed:' || n, ${member.id}, 'account_paused', '{}', now() from generate_series(1, 201) n`.execute(
      database,
    );
    const { page, faults } = await asStaff('support', { viewport: DESKTOP });
    await page.goto(`/admin/users/${member.id}`);
    await page.getByText('The balance is the sum of 1 transfer.').waitFor();
    await page.getByRole('cell', { name: 'adjustments' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Pause redemptions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause redemptions' });
    await dialog.getByRole('button', { name: 'Pause redemptions' }).click();
    await dialog.getByText('Required').waitFor();
    await dialog.getByLabel('Reason in your words').fill('Two accounts share a phone.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Pause redemptions' }).click();
    await page.getByText(/^Paused on/).waitFor();

    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('The member is signed in nowhere.').waitFor();

    const end = page.getByText('The list ends here, at 200 entries. There may be more.');
    await page.getByRole('tab', { name: 'Notices' }).click();
    await end.waitFor();

    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByText('Old').first().waitFor();
    expect(await end.count()).toBe(0);
    await page.getByLabel('Note for other staff').fill('Asked for a copy of the bill.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('listitem').getByText('Asked for a copy of the bill.').waitFor();
    await end.waitFor();
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Audit trail' }).click();
    for (const action of ['POST /api/admin/users/{id}/pause', 'DELETE /api/admin/users/{id}/sessions'])
      await page.getByText(action, { exact: true }).first().waitFor();
    await page.getByText('Two accounts share a phone.').first().waitFor();
    const { rows } = await sql<{ action: string }>`select distinct action from audit_entries
      where subject_id = ${member.id} order by 1`.execute(database);
    expect(rows.map(({ action }) => action)).toEqual([
      'DELETE /api/admin/users/{id}/sessions',
      'GET /api/admin/users/{id}',
      'GET /api/admin/users/{id}/notes',
      'GET /api/admin/users/{id}/notices',
      'GET /api/admin/users/{id}/sessions',
      'GET /api/admin/users/{id}/transfers',
      'POST /api/admin/users/{id}/notes',
      'POST /api/admin/users/{id}/pause',
    ]);
    expect(faults).toEqual([]);
    // A colleague replaces the pause meanwhile, for another reason.
    await page.getByRole('button', { name: 'End the pause' }).click();
    await database
      .updateTable('users')
      .set({ pausedAt: sql`clock_timestamp()`, pausedText: 'Five accounts share a phone.' })
      .where('id', '=', member.id)
      .execute();
    const ending = page.getByRole('dialog', { name: 'End the pause' });
    await Promise.all([
      page.getByText('The pause or suspension of this member has changed.').first().waitFor(),
      ending.getByRole('button', { name: 'End the pause' }).click(),
    ]);
    await page.getByText('Five accounts share a phone.').first().waitFor();
    await ending.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'End the pause' }).click();
    await ending.getByRole('button', { name: 'End the pause' }).click();
    await page.getByRole('button', { name: 'Pause redemptions' }).waitFor();
  });
});

test('what is being written stays while another tab is looked at, and a note that was sent does not', async () => {
  const member = await createMember(database, { email: 'written.about@example.com' });
  const { page } = await asStaff('owner', { viewport: DESKTOP });
  await page.goto(`/admin/users/${member.id}?tab=money`);
  const text = page.getByLabel('Text for the member');
  await text.fill('For the survey of Monday.');
  await page.getByRole('tab', { name: 'Notes' }).click();
  const note = page.getByLabel('Note for other staff');
  const lookElsewhere = async () => {
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await note.waitFor({ state: 'hidden' });
  };
  const comeBack = (name = 'Notes') => page.getByRole('tab', { name }).click();
  await note.fill('Asked for a copy of the bill.');
  await lookElsewhere();
  await comeBack();
  expect(await note.inputValue()).toBe('Asked for a copy of the bill.');
  await comeBack('Money');
  expect(await text.inputValue()).toBe('For the survey of Monday.');
  await comeBack();
  const send = await keepWaiting(page, '**/notes');
  await page.getByRole('button', { name: 'Add note' }).click();
  await lookElsewhere();
  send();
  await page.getByText('The note is saved', { exact: true }).first().waitFor(WAIT);
  await comeBack();
  await page.getByRole('listitem').getByText('Asked for a copy of the bill.').waitFor(WAIT);
  expect(await note.inputValue()).toBe('');
});

test('a suspension is not lifted by a second press while the screen is still read again', async () => {
  const member = await createMember(database, { points: 340, email: 'pressed.twice@example.com' });
  const { page } = await asStaff('owner', { viewport: DESKTOP });
  await page.goto(`/admin/users/${member.id}`);
  await page.getByText('The balance is the sum of').waitFor(WAIT);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/admin/users/*/transfers*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Suspend the member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason in your words').fill('Three accounts, one phone.');
  await dialog.getByRole('button', { name: 'Suspend the member' }).press('Enter');
  await page.getByText(/^Suspended on/).waitFor(WAIT);
  expect(await dialog.getByRole('heading').textContent()).toBe('Suspend the member');
  await page.keyboard.press('Enter');
  release();
  await dialog.waitFor({ state: 'detached', ...WAIT });
  await page.getByRole('button', { name: 'Lift the suspension' }).waitFor();
  const { rows } = await sql<{ action: string }>`select action from audit_entries
    where subject_id = ${member.id} and action not like 'GET %'`.execute(database);
  expect(rows).toEqual([{ action: 'POST /api/admin/users/{id}/suspension' }]);
});

test('who lifts the suspension of a paused member reads that the pause stays', async () => {
  const member = await createMember(database, { email: 'paused.too@example.com' });
  const why = { pausedReason: 'region', pausedText: 'A look' };
  await database
    .updateTable('users')
    .set({ pausedAt: sql`now()`, ...why, suspendedAt: sql`now()` })
    .where('id', '=', member.id)
    .execute();
  const { page } = await asStaff('owner', { viewport: DESKTOP });
  await page.goto(`/admin/users/${member.id}`);
  await page.getByRole('button', { name: 'Lift the suspension' }).click(WAIT);
  const dialog = page.getByRole('dialog', { name: 'Lift the suspension' });
  await dialog.getByText(/The pause stays: until it is ended, the member cannot redeem/).waitFor(WAIT);
  expect(await dialog.getByText(/What was stopped goes on/).count()).toBe(0);
});

test('a notice is mailed again once by two quick presses', async () => {
  const member = await createMember(database, { email: 'mailed.again@example.com' });
  await sql`insert into notices (key, user_id, kind, data, delivered_at)
    values ('mailed again', ${member.id}, 'account_resumed', '{}', now())`.execute(database);
  const { page } = await asStaff('support', { viewport: DESKTOP });
  await page.goto(`/admin/users/${member.id}?tab=notices`);
  const mails: string[] = [];
  page.on('request', (request) => request.url().endsWith('/mail') && mails.push(request.url()));
  const mail = await keepWaiting(page, '**/notices/*/mail');
  await page.getByRole('button', { name: /^Send again: / }).click(WAIT);
  await expect.poll(() => page.evaluate('document.activeElement.ariaBusy')).toBe('true');
  await page.keyboard.press('Enter');
  mail();
  await page.getByText('The mail is on its way', { exact: true }).first().waitFor(WAIT);
  expect(mails).toHaveLength(1);
});

describe('the overview', () => {
  test('begins with what waits, the late first, each with a link to where it is worked on', async () => {
    const member = await createMember(database);
    await sql`insert into reward_claims (user_id, wall, title, happened_at, text, created_at)
      values (${member.id}, 'sandbox', 'A game', now(), 'It never came', now() - interval '1 hour')`.execute(
      database,
    );
    await sql`insert into last_proof (proven_at, differences) values (now(), 2)
      on conflict (single) do update set differences = 2`.execute(database);
    onTestFinished(async () => {
      await sql`delete from reward_claims where user_id = ${member.id}`.execute(database);
      await sql`update last_proof set differences = 0`.execute(database);
    });
    const { page, faults } = await asStaff('owner', { viewport: DESKTOP });
    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByText('In all: 3').waitFor();
    const links = await waiting.getByRole('link').allTextContents();
    expect(links).toHaveLength(WORK_QUEUES.length);
    expect(links[0]).toMatch(/^Differences in the ledger2 late.*2$/);
    expect(links[1]).toMatch(/^Missing rewardsOldest 1 hour ago.*1$/);
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings[0]).toBe('Waiting for you');
    expect(headings.at(-1)).toBe('User Management');
    await expectAccessible(page);
    await waiting.getByRole('link', { name: /^Late payouts/ }).click();
    await page.getByText('No users found').waitFor();
    expect(new URL(page.url()).search).toBe('?status=payout_late');
    await page.goBack();
    await waiting.getByRole('link', { name: /^Differences/ }).click();
    await page.getByText(/^Differences in the ledger: 2\. Last proof: /).waitFor();

    // Due in ten minutes, which pass while the list stays open.
    await sql`update reward_claims set created_at = now() - make_interval(hours => ${QUEUE_DUE_HOURS}, mins => -10)
      where user_id = ${member.id}`.execute(database);
    await sql`insert into reward_claims (user_id, wall, title, happened_at, text)
      values (${member.id}, 'sandbox', 'Another game', now(), 'It never came')`.execute(database);
    await page.clock.install();
    await page.goto('/admin/claims');
    const entry = page.getByRole('button', { name: /A game/ });
    await entry.waitFor(WAIT);
    const late = entry.getByText('Late', { exact: true });
    expect(await late.count()).toBe(0);
    // An answer would tell the time of the server, for which nothing has passed.
    const tell = await keepUnaware(page, '**/api/**');
    await page.clock.fastForward(11 * 60_000);
    await late.waitFor(WAIT);
    tell();
    await entry.press('j');
    const next = page.getByRole('button', { name: /Another game/ });
    expect(await next.and(page.locator(':focus')).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('says plainly that nothing waits, and shows five of all members', async () => {
    const { page } = await asStaff('read_only', { viewport: PHONE });
    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByText('Nothing waits.').first().waitFor();
    const rows = page.getByRole('list', { name: 'The newest users' }).getByRole('listitem');
    await expect.poll(() => rows.count(), WAIT).toBe(5);
    await page.getByRole('link', { name: 'All users' }).click();
    await page.getByRole('heading', { name: 'User Management', level: 1 }).waitFor();
  });

  test('saved addresses of its former list of members lead to that list', async () => {
    const { page } = await asStaff('owner', { viewport: DESKTOP });
    await page.goto('/admin?q=number1&order=points');
    await expect.poll(() => people(page).count(), WAIT).toBe(11);
    expect(new URL(page.url()).pathname).toBe('/admin/users');
    expect(new URL(page.url()).search).toBe('?q=number1&order=points');
  });

  test.each([
    ['phone, light', { viewport: PHONE }],
    ['desktop, dark', { viewport: DESKTOP, colorScheme: 'dark' }],
  ] as const)('shows the figures of the ledger, including today: %s', async (_, options) => {
    const { page, faults } = await asStaff('read_only', options);
    await page.goto('/admin');
    const { rows } = await sql<{ members: string; held: string }>`
      select to_char(count(*), 'FM999,999') as members, to_char(sum(points), 'FM999,999') as held from users`.execute(
      database,
    );
    const [said] = rows;
    await page.getByText(`At this moment members hold ${said?.held} points`).waitFor();
    await page
      .locator('dt', { hasText: 'Total Users' })
      .locator('..')
      .getByText(said?.members ?? '', { exact: true })
      .waitFor();
    await page.getByText('Former members are counted too.').waitFor();
    await page.getByText('Show the figures as a table').click();
    await page.getByRole('rowheader', { name: /, so far$/ }).waitFor();
    await expect
      .poll(() => page.getByRole('table', { name: 'Activity by day' }).getByRole('row').count())
      .toBe(31);
    await page.getByLabel('Range').selectOption('Last 7 days');
    await expect
      .poll(() => page.getByRole('table', { name: 'Activity by day' }).getByRole('row').count(), WAIT)
      .toBe(8);
    await page.getByLabel('Days begin by the clock of').selectOption('Asia/Tokyo');
    await expect.poll(() => new URL(page.url()).searchParams.get('zone'), WAIT).toBe('Asia/Tokyo');
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test('has a range that can be typed slowly, and shows no figures of another one meanwhile', async () => {
    const { page } = await asStaff('read_only', { viewport: DESKTOP });
    await page.goto('/admin?zone=UTC');
    await page.getByText('Show the figures as a table').waitFor();
    await page.getByLabel('Range').selectOption('Custom');
    const from = page.getByLabel('From', { exact: true });
    // Longer than a pause in typing, so that the year is read after each of its digits.
    await from.pressSequentially('01052024', { delay: 600 });
    await page.getByText('At most 366 days can be shown at once.').waitFor();
    expect(await from.inputValue()).toBe('2024-01-05');
    expect(await page.getByText('Show the figures as a table').count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('To', { exact: true }).fill('2024-01-08');
    await page.getByText('Show the figures as a table').click();
    await expect
      .poll(() => page.getByRole('table', { name: 'Activity by day' }).getByRole('row').count(), WAIT)
      .toBe(5);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('from'), searchParams.get('to')]).toEqual(['2024-01-05', '2024-01-08']);
  });

  test('has a chart whose days are read with keys, a mouse and a screen reader', async () => {
    const { page } = await asStaff('read_only', { viewport: PHONE });
    await page.goto('/admin?days=7&zone=UTC');
    const chart = page.getByRole('slider', { name: 'Activity by day' });
    const read = () => chart.getAttribute('aria-valuetext');
    await expect
      .poll(read)
      .toMatch(/, so far · Points earned [\d,]+ · Points redeemed 0 · Points taken back 0$/);
    const shown = chart.getByText(/^Points earned /);
    const now = async () => [await chart.getAttribute('aria-valuenow'), await shown.count()];
    expect(await shown.count()).toBe(0);
    await chart.press('ArrowLeft');
    await expect.poll(now).toEqual(['6', 1]);
    expect(await read()).not.toContain('so far');
    await chart.press('Home');
    await chart.press('ArrowLeft');
    await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('1');
    await chart.press('Escape');
    await expect.poll(() => shown.count()).toBe(0);
    const { width = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: width * 0.5, y: 40 } });
    await expect.poll(now).toEqual(['4', 1]);
    await expectAccessible(page);
  });
});

test('every point is accounted for', async () => {
  expect((await runOps(['audit'], { DATA_DIR: folder, DATABASE_URL: databaseUrl })).output).toContain(
    'Every point is accounted for.',
  );
});
