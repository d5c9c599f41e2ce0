import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { runOps } from '#testing/process.ts';
import { expectAccessible, keepUnaware, keepWaiting, launch, WAIT } from './browser.ts';
import { earn, enter, setUpTwoFactor } from './member.ts';
import { startSite } from './site.ts';

/** What operators watch and repair, with two of them for work that could collide. */

const { server, database, databaseUrl, folder } = await startSite();
const visit = await launch();

async function person(name: string, isAdmin: boolean): Promise<Page> {
  const email = `${name.toLowerCase()}@example.com`;
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  const role = isAdmin ? { isAdmin, staffRole: 'owner' as const } : {};
  await database
    .updateTable('users')
    .set({ name, ...role })
    .where('email', '=', email)
    .execute();
  if (isAdmin) await setUpTwoFactor(page, server.url);
  return page;
}
/** The same for every test. */
const [ada, berta, robin] = [
  await person('Ada', true),
  await person('Berta', true),
  await person('Robin', false),
];
/** Together the tests may take longer than a sign-in counts as fresh. */
beforeEach(async () => {
  const now = new Date();
  await database
    .updateTable('sessions')
    .set({ authenticatedAt: now, secondFactorAt: now })
    .where('secondFactorAt', 'is not', null)
    .execute();
});
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor(WAIT);
const dealtWith = (page: Page) => page.getByText('This is no longer open', { exact: false });
const typedStays = (page: Page) => page.getByText('What you typed stays here until you close it.');
/** The name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');
const idOf = async (email: string) =>
  (await database.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

test('a wall is tested, watched, paused and shown again', async () => {
  // From then on the page hears what staff decide.
  const listens = robin.waitForResponse('**/api/events');
  await earn(robin);
  await listens;
  await ada.goto('/admin/walls');
  const wall = ada.getByRole('article', { name: /Sandbox/ });
  await wall.getByText('Calls by hour, last 24 hours').waitFor(WAIT);
  // Of 120 points: their cost, the revenue from the wall, and the difference.
  for (const amount of ['$1.20', '$1.50', '$0.30'])
    await wall.getByText(amount, { exact: true }).waitFor(WAIT);
  await expectAccessible(ada);
  await wall.getByRole('button', { name: 'Send a test call' }).click();
  const answer = ada.getByRole('dialog', { name: 'Answer to the test call' });
  await answer.getByText(/^Verdict: (Test call|Nobody has this code)\.$/).waitFor(WAIT);
  await answer.getByText('Close', { exact: true }).first().click();

  await wall.getByRole('button', { name: 'Pause' }).click();
  await ada.getByLabel('Reason', { exact: true }).fill('It pays late');
  await Promise.all([
    toast(ada, 'The wall is paused'),
    ada.getByRole('dialog').getByRole('button', { name: 'Pause' }).click(),
  ]);
  const rests = robin.getByText('This partner takes a break');
  await rests.waitFor(WAIT);
  await expectAccessible(robin);
  await wall.getByRole('button', { name: 'Show again' }).click();
  await Promise.all([
    toast(ada, 'Members see the wall again'),
    ada.getByRole('dialog').getByRole('button', { name: 'Show again' }).click(),
  ]);
  await rests.waitFor({ state: 'detached' });

  await ada.goto('/admin/postbacks?verdict=credited');
  await ada.getByText('127.0.0.1').first().waitFor(WAIT);
  await expectAccessible(ada);
});

const isUnmatched = (transactionId: string) => isLogged(transactionId, 'unknown_user');
const isLogged = (transactionId: string, verdict: string) =>
  database
    .insertInto('postbackLog')
    .values({
      wall: 'sandbox',
      verdict,
      transactionId,
      memberCode: 'nobody',
      sourceIp: '',
      latencyMs: 1,
      reason: 'no member has this code',
      raw: `GET /api/postbacks/sandbox?tx=${transactionId}&user=nobody&points=70&status=completed\n\n`,
    })
    .execute();

test('an unmatched postback that nobody is waiting for is closed with a note, and leaves the list', async () => {
  await isUnmatched('late-zero');
  await isUnmatched('late-then');
  await ada.goto('/admin/parked');
  await ada.getByRole('button', { name: 'Close late-zero' }).click(WAIT);
  const dialog = ada.getByRole('dialog', { name: 'Close late-zero without paying it?' });
  await dialog.getByRole('button', { name: 'Close late-zero' }).click();
  await expect.poll(() => dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('textbox').fill('The wall sent it to try its settings.');
  await expectAccessible(ada);
  await Promise.all([
    toast(ada, 'The postback is closed'),
    dialog.getByRole('button', { name: 'Close late-zero' }).click(),
  ]);
  await expect.poll(() => focused(ada), WAIT).toBe('Replay late-then');
  await ada.getByRole('button', { name: 'Close late-then' }).click();
  await ada.getByRole('dialog').getByRole('textbox').fill('The same.');
  await ada.getByRole('dialog').getByRole('button', { name: 'Close late-then' }).click();
  await ada.getByRole('heading', { name: 'No unmatched postbacks' }).waitFor(WAIT);
  await expect.poll(() => focused(ada), WAIT).toBe('Unmatched postbacks');
});

test('calls that were ignored by mistake are replayed from the log, and say what came of them', async () => {
  await isLogged('passed-over', 'ignored');
  await ada.goto('/admin/postbacks?verdict=ignored');
  await ada.getByRole('button', { name: 'Replay passed-over' }).waitFor(WAIT);
  await expectAccessible(ada);
  await Promise.all([
    ada
      .getByText(/0 applied, \d+ unchanged or failed/)
      .first()
      .waitFor(WAIT),
    ada.getByRole('button', { name: /^Replay \d+ postbacks?$/ }).click(),
  ]);
  await ada.getByText('Still unmatched: nobody has this code.').first().waitFor(WAIT);
  await ada.getByRole('button', { name: 'Replay passed-over' }).click();
  await expect.poll(() => ada.evaluate('document.activeElement !== document.body'), WAIT).toBe(true);
  await database
    .updateTable('postbackLog')
    .set({ replayedAt: new Date() })
    .where('transactionId', '=', 'passed-over')
    .execute();
  await ada.reload();
  await ada.getByText('Replayed or closed:').waitFor(WAIT);
  expect(await ada.getByRole('button', { name: 'Replay passed-over' }).count()).toBe(0);
});

test('one of two admins who replay the same unmatched postback pays it', async () => {
  const userId = await idOf('robin@example.com');
  await isUnmatched('late-one');
  await ada.goto('/admin/parked');
  await berta.goto('/admin/parked');
  const replay = (page: Page) => page.getByRole('button', { name: 'Replay late-one' });
  await replay(ada).click(WAIT);
  await ada.getByText('Still unmatched: nobody has this code.').waitFor(WAIT);
  expect(await focused(ada)).toBe('Replay late-one');
  await expectAccessible(ada);
  await database
    .updateTable('wallMembers')
    .set({ code: 'nobody' })
    .where('userId', '=', userId)
    .where('wall', '=', 'sandbox')
    .execute();
  const before = await pointsOf(userId);
  const all = berta.getByLabel('Select all that can be replayed');
  await all.check(WAIT);
  await Promise.all([
    berta.getByText('1 applied', { exact: false }).first().waitFor(WAIT),
    berta.getByRole('button', { name: 'Replay 1 postback' }).click(),
  ]);
  await expect.poll(() => all.isDisabled()).toBe(true);
  await replay(ada).click();
  await ada
    .getByText('This postback was replayed or closed already.', { exact: false })
    .first()
    .waitFor(WAIT);
  expect(await pointsOf(userId)).toBe(before + 70);
});

test('an alarm of a wall shows its figures and waits until an admin notes what they found', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const userId = await idOf('robin@example.com');
  const about = { wall: 'sandbox', day };
  await database
    .insertInto('wallAlarms')
    .values([
      { ...about, kind: 'member', value: 54_000, usual: null, threshold: 20_000, userId },
      { ...about, kind: 'unnamed', value: 80, usual: 4, threshold: 29 },
    ])
    .execute();
  await ada.goto('/admin/walls');
  const wall = ada.getByRole('article', { name: /Sandbox/ });
  await wall.getByText('Alarms: 2', { exact: true }).waitFor(WAIT);
  await wall.getByRole('link', { name: 'Wall alarms' }).click();
  const alarms = ada.getByRole('list', { name: 'Wall alarms' });
  await alarms
    .getByText('80% of the credits on that day, usually 4%. The alarm starts at 29%.')
    .waitFor(WAIT);
  await expectAccessible(ada);
  const ofMember = alarms.getByRole('listitem', { name: /One member earned far more than usual/ });
  await ofMember.getByText('54,000 points on that day.', { exact: false }).waitFor(WAIT);
  expect(await ofMember.getByRole('link', { name: 'Open the member' }).getAttribute('href')).toContain(
    userId,
  );
  await ofMember.getByRole('button', { name: 'Mark as looked at' }).click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as looked at' }).click();
  await expect.poll(() => dialog.getByLabel('What you found').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(ada);
  await dialog.getByLabel('What you found').fill('The company has confirmed the offer');
  await Promise.all([
    toast(ada, 'The alarm is marked as looked at'),
    dialog.getByRole('button', { name: 'Mark as looked at' }).click(),
  ]);
  await expect.poll(() => alarms.getByRole('listitem').count()).toBe(1);
  await ada.goto('/admin');
  await ada.getByRole('link', { name: /^Wall alarms.*1$/ }).waitFor(WAIT);
  const open = database.updateTable('wallAlarms').set({ seenAt: new Date() }).where('seenAt', 'is', null);
  await open.execute();
  await ada.goto('/admin/alarms');
  await ada.getByText('No alarms', { exact: true }).waitFor(WAIT);
  await expectAccessible(ada);
});

const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;

test('a claim is decided by its assigned admin', async () => {
  const claim = {
    userId: await idOf('robin@example.com'),
    wall: 'sandbox',
    title: 'Juggle Quest',
    happenedAt: new Date(),
    text: 'I reached level ten',
  };
  const refusal = { decision: 'refused', answer: 'No.', decidedAt: new Date() } as const;
  await database.insertInto('rewardClaims').values(claim).execute();
  await database
    .insertInto('rewardClaims')
    .values({ ...claim, title: 'Juggle', ...refusal })
    .execute();
  await ada.goto('/admin');
  await ada.getByRole('heading', { name: 'Waiting for you' }).waitFor(WAIT);
  await ada
    .getByRole('link', { name: /Missing rewards.*1/ })
    .last()
    .click();
  const entry = ada.getByRole('button', { name: /Juggle Quest/ });
  await entry.getByText('Sandbox', { exact: true }).waitFor(WAIT);
  await entry.click();
  await ada.getByRole('button', { name: 'I take it' }).click();
  await ada.getByRole('button', { name: 'Release' }).waitFor(WAIT);
  await ada.getByRole('heading', { name: 'Other reports about this wall' }).waitFor(WAIT);
  await ada.getByRole('listitem').filter({ hasText: 'Juggle' }).getByText('The report is refused').waitFor();
  await expectAccessible(ada);
  await berta.goto('/admin/claims');
  await berta.getByRole('button', { name: /Juggle Quest/ }).click(WAIT);
  await berta.getByText('Ada is working on this.').waitFor(WAIT);
  const decide = async (page: Page) => {
    await page.getByLabel('Points to credit').fill('30');
    await page.getByLabel('Your answer to the member').fill('Sorry for the wait');
    await page.getByRole('button', { name: 'Grant' }).click();
  };
  await Promise.all([toast(berta, 'The decision was not saved'), decide(berta)]);
  await Promise.all([toast(ada, 'The reward is credited'), decide(ada)]);
  await ada.getByRole('heading', { name: 'No open reports' }).waitFor(WAIT);
  // What the other one has typed stays, and can no longer be sent.
  await dealtWith(berta).waitFor(WAIT);
  await typedStays(berta).waitFor();
  expect(await berta.getByLabel('Your answer to the member').inputValue()).toBe('Sorry for the wait');
  expect(await berta.getByRole('button', { name: 'Grant' }).count()).toBe(0);
  await expectAccessible(berta);
  await berta.getByRole('main').getByRole('button', { name: 'Close' }).click();
  await berta.getByRole('heading', { name: 'No open reports' }).waitFor(WAIT);
  await expect.poll(() => focused(berta), WAIT).toBe('Missing rewards');
});

test('a grant of many points is withdrawn by another decision of who asked for it, and by nobody else', async () => {
  const userId = await idOf('robin@example.com');
  const claim = {
    userId,
    wall: 'sandbox',
    title: 'Kite Race',
    happenedAt: new Date(),
    text: 'It never came',
  };
  await database.insertInto('rewardClaims').values(claim).execute();
  const open = async (page: Page) => {
    await page.goto('/admin/claims');
    await page.getByRole('button', { name: /Kite Race/ }).click(WAIT);
    await page.getByRole('heading', { name: 'Kite Race' }).waitFor(WAIT);
  };
  const answer = ada.getByLabel('Your answer to the member');
  await open(ada);
  await ada.getByLabel('Points to credit').fill('50000');
  await answer.fill('Sorry for the wait');
  await Promise.all([
    toast(ada, 'A second admin has to approve this first'),
    ada.getByRole('button', { name: 'Grant' }).click(),
  ]);
  await ada.getByText('You asked for it. If you decide again, your request is withdrawn.').waitFor(WAIT);
  await expectAccessible(ada);
  await open(berta);
  await berta.getByText('A second admin has to approve this first').waitFor(WAIT);
  expect(await berta.getByRole('button', { name: 'Grant' }).count()).toBe(0);
  await answer.fill('Nothing was found');
  await Promise.all([
    toast(ada, 'The report is refused'),
    ada.getByRole('button', { name: 'Refuse' }).click(),
  ]);
  await ada.getByRole('heading', { name: 'No open reports' }).waitFor(WAIT);
});

test('a decision that is answered late leaves alone the report that was opened meanwhile', async () => {
  const userId = await idOf('robin@example.com');
  const report = async (title: string): Promise<string> => {
    const claim = { userId, wall: 'sandbox', title, happenedAt: new Date(), text: 'It never came' };
    const { id } = await database
      .insertInto('rewardClaims')
      .values(claim)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const [first, second] = [await report('Marble Run'), await report('Paper Boats')];
  const decisionOn = (id: string) => `**/api/admin/claims/${id}/decision`;
  const answer = ada.getByLabel('Your answer to the member');
  const open = async (title: string, text: string) => {
    await ada.getByRole('button', { name: new RegExp(title) }).click(WAIT);
    await ada.getByRole('heading', { name: title }).waitFor(WAIT);
    await answer.fill(text);
  };
  const refuse = async (id: string) => {
    const sent = ada.waitForRequest(decisionOn(id));
    await ada.getByRole('button', { name: 'Refuse' }).click();
    await sent;
  };
  await ada.goto('/admin/claims');
  const letDecide = await keepWaiting(ada, decisionOn(first));
  await open('Marble Run', 'Not found');
  // From here on the page reads no list: the next read is held, and it is begun only when none is under way.
  const tell = await keepUnaware(ada, '**/api/admin/claims');
  await ada.waitForRequest('**/api/admin/claims');
  await refuse(first);
  await open('Paper Boats', 'Sorry for the wait');
  // A colleague is faster with this one.
  await database
    .updateTable('rewardClaims')
    .set({ decision: 'refused', answer: 'No.', decidedAt: new Date() })
    .where('id', '=', second)
    .execute();
  await refuse(second);
  tell();
  await dealtWith(ada).waitFor(WAIT);
  const answered = ada.waitForResponse(decisionOn(first));
  letDecide();
  await answered;
  await ada.getByRole('heading', { name: 'No open reports' }).waitFor(WAIT);
  await ada.getByRole('heading', { name: 'Paper Boats' }).waitFor();
  expect(await answer.inputValue()).toBe('Sorry for the wait');
  await dealtWith(ada).waitFor();
});

test('an owner gives a role, changes it and removes it; the trail shows it and is proven', async () => {
  await ada.goto('/admin/staff');
  await ada.getByLabel('Email address').fill('robin@example.com');
  await Promise.all([
    toast(ada, 'The role is given'),
    ada.getByRole('button', { name: 'Give the role' }).click(),
  ]);
  await ada.getByRole('button', { name: 'Change role of Robin' }).click(WAIT);
  await ada.getByRole('dialog').getByLabel('Role').selectOption('support');
  const changed = toast(ada, 'The role is changed');
  await ada.getByRole('button', { name: 'Save' }).click();
  await changed;
  // The bar or the message may lie over a button, which axe then takes for a small one. It goes unless the pointer rests on it.
  const messages = ada.getByRole('region', { name: /^Notifications/ });
  await ada.mouse.move(0, 0);
  await messages.getByText('The role is changed').waitFor({ state: 'hidden', ...WAIT });
  await ada.evaluate('scrollTo(0, 0)');
  await expectAccessible(ada);
  await ada.getByRole('button', { name: 'Remove Robin' }).click();
  await Promise.all([
    toast(ada, 'The role is taken away'),
    ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click(),
  ]);
  await robin.goto('/dashboard');
  await robin.waitForURL('**/auth**');

  await ada.goto('/admin/audit?action=DELETE');
  await ada.getByText('DELETE /api/admin/staff/{id}').waitFor(WAIT);
  await ada.getByRole('button', { name: 'Verify the chain' }).click();
  await ada.getByText(/^The chain is whole/).waitFor(WAIT);
  await expectAccessible(ada);
});

test('an empty list says that nothing fits the filters only if there are filters', async () => {
  await ada.route('**/api/admin/audit?*', (route) => route.fulfill({ json: [] }));
  await ada.route('**/api/admin/audit', (route) => route.fulfill({ json: [] }));
  const nothing = ada.getByRole('heading', { name: 'Nothing here' });
  const noEntry = ada.getByText('No entry fits these filters.');
  await ada.goto('/admin/audit');
  await nothing.waitFor(WAIT);
  expect(await noEntry.count()).toBe(0);
  await ada.goto('/admin/audit?action=NONE');
  await noEntry.waitFor(WAIT);
  await ada.unroute('**/api/admin/audit?*');
  await ada.unroute('**/api/admin/audit');

  const isLog = ({ pathname }: URL) => pathname === '/api/admin/postbacks';
  let next: string | null = null;
  await ada.route(isLog, (route) =>
    route.fulfill({ json: { rows: [], next, lookedBackTo: next && new Date().toISOString() } }),
  );
  const noCall = ada.getByText('No call fits these filters.');
  await ada.goto('/admin/postbacks');
  await nothing.waitFor(WAIT);
  expect(await noCall.count()).toBe(0);
  await ada.goto('/admin/postbacks?verdict=bad_signature');
  await noCall.waitFor(WAIT);
  // It has looked through a part of the log.
  next = 'start~end';
  await ada.reload();
  await ada.getByText(/^Looked back to/).waitFor(WAIT);
  await nothing.waitFor(WAIT);
  expect(await noCall.count()).toBe(0);
  await ada.unroute(isLog);
});

test('the check of the trail ends with its screen', async () => {
  const path = '**/api/admin/audit/verification*';
  await ada.goto('/admin/audit');
  await ada.route(path, () => {});
  const asked = ada.waitForRequest(path);
  await ada.getByRole('button', { name: 'Verify the chain' }).click();
  const ended = ada.waitForEvent('requestfailed', (request) => request.url().includes('/audit/verification'));
  await asked;
  await ada.getByRole('link', { name: 'Back', exact: true }).click();
  await ended;
  await ada.waitForURL('**/dashboard');
  await ada.getByRole('heading', { level: 1 }).waitFor(WAIT);
  expect(await ada.getByText('The chain was not verified').count()).toBe(0);
});

test('a list can be downloaded', async () => {
  await ada.goto('/admin/exports');
  await ada.getByRole('combobox', { name: 'List' }).selectOption('ledger');
  await expectAccessible(ada);
  const download = ada.waitForEvent('download');
  await ada.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^ledger-.+\.csv$/);
  await ada.getByText(/rows saved as ledger/).waitFor(WAIT);
  const { code, output } = await runOps(['audit'], { DATABASE_URL: databaseUrl, DATA_DIR: folder });
  expect(code, output).toBe(0);
  expect(output).toMatch(/Audit trail: \d+ entries, the last one [0-9a-f]{64}\./);
});

test('a list that does not come is no longer asked for', async () => {
  await ada.clock.install();
  await ada.route('**/api/admin/exports/*.csv*', () => {});
  await ada.goto('/admin/exports');
  await ada.getByRole('combobox', { name: 'List' }).selectOption('ledger');
  const ended = ada.waitForEvent('requestfailed', (request) => request.url().includes('/api/admin/exports/'));
  await ada.getByRole('button', { name: 'Download' }).click();
  const failed = ada.getByText('Network error. Please try again.');
  await expect
    .poll(async () => {
      await ada.clock.fastForward(50_000);
      return failed.count();
    }, WAIT)
    .toBeGreaterThan(0);
  await ended;
  await ada.getByRole('button', { name: 'Download' }).waitFor();
});

test('the note on an alarm stays while it is typed, though another admin is done with the alarm', async () => {
  await berta.clock.install();
  const day = new Date().toISOString().slice(0, 10);
  await database
    .insertInto('wallAlarms')
    .values({ wall: 'sandbox', day, kind: 'points', value: 54_000, usual: null, threshold: 20_000 })
    .execute();
  await berta.goto('/admin/alarms');
  await berta.getByRole('button', { name: 'Mark as looked at' }).click(WAIT);
  const dialog = berta.getByRole('dialog');
  const note = dialog.getByLabel('What you found');
  await note.fill('The company has confirmed it');
  await database.updateTable('wallAlarms').set({ seenAt: new Date() }).where('seenAt', 'is', null).execute();
  // The list is read once a minute. The clock runs on by itself, and another step would end the call under way.
  await berta.clock.fastForward(60_000);
  await dealtWith(berta).waitFor(WAIT);
  expect(await note.inputValue()).toBe('The company has confirmed it');
  await typedStays(berta).waitFor();
  expect(await dialog.getByRole('button', { name: 'Mark as looked at' }).count()).toBe(0);
  // Where nothing is typed, nothing stays.
  await note.fill('');
  await typedStays(berta).waitFor({ state: 'detached' });
  await dealtWith(berta).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await berta.getByRole('heading', { name: 'No alarms' }).waitFor(WAIT);
});
