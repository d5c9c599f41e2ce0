import { afterAll, describe, expect, test } from 'vitest';
import { pagePath } from '#contract/languages.ts';
import { REWARD_WORDINGS } from '#contract/site.values.ts';
import { screenAt, WORDINGS } from '#contract/wording.values.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { launch, speak, WAIT } from './browser.ts';
import { MEMBER_SCREENS } from './every-screen.ts';

/** Every screen of a member counts in the unit of the setting, in languages of each kind; staff see dollars with each. */

const LANGUAGES = ['en', 'de', 'ur', 'ja'] as const;
/** Amounts as they are written, in any of these languages. */
const MEGABYTES = /\b[MG]B\b/;
const POINTS = /\p{Nd}[\u2069 \u00a0]*(?:points?\b|Punkte?\b|پوائنٹ|ポイント)/u;
const DOLLARS = /[$]/;
/** Points as a word, which a site for data does not know. */
const POINTS_AS_WORD = /points?\b|Punkte?\b|پوائنٹ|ポイント/iu;
const { url: databaseUrl, database } = await testDatabase();
const person = await createMember(database);
await credit(database, person.id, 1_240);
const staff = await createMember(database, { isAdmin: true });
const visit = await launch();

/**
 * The words of a screen, without frames of walls, and without what has a value of its own: rewards, the names of
 * those that are tiers, and the words of the specification "Earn 40 more points".
 */
const WORDS = `() => {
  const page = document.querySelector('main, body').cloneNode(true);
  for (const part of page.querySelectorAll('iframe, script, style, #redeem-section, [data-reward]')) part.remove();
  return page.textContent;
}`;

describe.each(REWARD_WORDINGS)('with REWARD_WORDING=%s', async (wording) => {
  const folder = await temporaryFolder();
  const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl, REWARD_WORDING: wording });
  afterAll(async () => {
    await server.end();
    await folder.remove();
  });

  test('every screen has amounts of its unit alone', { timeout: LONG_TEST_MS_MAX }, async () => {
    const { page, context } = await visit({ url: server.url });
    const [name = '', value = ''] = (await signIn(database, person)).split('=');
    await context.addCookies([{ name, value, url: server.url }]);
    const faults: string[] = [];
    for (const path of MEMBER_SCREENS) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      const { unit } = WORDINGS[wording][screenAt(path.split('?')[0] ?? '')];
      for (const language of LANGUAGES) {
        await speak(page, language);
        await expect.poll(() => page.locator('[aria-busy="true"]').count(), WAIT).toBe(0);
        const words = (await page.evaluate<string>(`(${WORDS})()`)) ?? '';
        const wrong = {
          megabytes: [DOLLARS, wording === 'data' ? POINTS_AS_WORD : POINTS],
          dollars: [MEGABYTES],
          points: [MEGABYTES],
        }[unit];
        for (const pattern of wrong) {
          const found = new RegExp(`.{0,40}(?:${pattern.source}).{0,20}`, `${pattern.flags}s`).exec(words);
          if (found) faults.push(`${language} ${path}: ${found[0]}`);
        }
        if (unit === 'points' && POINTS.test(words) && !DOLLARS.test(words))
          faults.push(`${language} ${path}: points without their worth`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('the overview of staff has dollars and points', async () => {
    const { page, context } = await visit({ url: server.url });
    const [name = '', value = ''] = (await signIn(database, staff)).split('=');
    await context.addCookies([{ name, value, url: server.url }]);
    await page.goto('/admin');
    await page.getByText('Points Earned', { exact: true }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), WAIT).toBe(0);
    const words = await page.getByRole('main').innerText();
    expect(words).toMatch(DOLLARS);
    expect(words).not.toMatch(MEGABYTES);
  });

  test.each(LANGUAGES)('the front page in %s promises what is paid', async (language) => {
    const response = await fetch(server.url + pagePath(language, '/'));
    const words = (await response.text())
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<[^>]+>/g, ' ');
    if (wording === 'data') {
      expect(words).toMatch(MEGABYTES);
      expect(words).not.toMatch(POINTS_AS_WORD);
    } else expect(words).not.toMatch(MEGABYTES);
    // The sandbox issues at once.
    expect(words).not.toContain('48');
  });
});
