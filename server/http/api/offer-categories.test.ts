import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedCategory } from '#contract/feeds.ts';
import { CATEGORY_WORDS_MAX } from '#contract/feeds.values.ts';
import type { OfferRow } from '#contract/offers.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { OFFER_WALL, startOfferSite } from '#testing/offers.ts';

/** Companies have words of their own for what an offer is; members see those of this site. */

const site = await startOfferSite();
const { database, offer, member } = site;
const PATH = `/api/admin/feeds/${OFFER_WALL}/categories`;

const catalogue = [
  { id: '1', title: 'Castle', categories: ['Casual', 'App'] },
  { id: '2', title: 'Poll', categories: ['Survey'] },
  { id: '3', title: 'Quirk', categories: ['Oddities'] },
  { id: '4', title: 'Bare', categories: [] },
].map((one) => ({ ...one, goals: [{ id: 'a', name: 'Level 1', amount: 100 }] }));
beforeAll(() => offer(...catalogue));

async function staff(staffRole: StaffRole) {
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, await createMember(database, { isAdmin: true, staffRole }));
  return visitor;
}
const owner = await staff('owner');
const one = await member();

const wordsOf = async (): Promise<FeedCategory[]> => (await owner.get(PATH)).body;
const titlesOf = async (query: string): Promise<string[]> => {
  const { body }: { body: OfferRow[] } = await one.visitor.get(`/api/offers?order=newest&${query}`);
  return body.flatMap(({ wall, title }) => (wall === OFFER_WALL ? title : [])).sort();
};
const decide = (word: string, category: string | null) => owner.call('PUT', PATH, { word, category });

describe('categories of offers', () => {
  test('are those of this site, found by what the words of the company usually mean', async () => {
    expect(await titlesOf('category=games')).toEqual(['Castle']);
    expect(await titlesOf('category=apps')).toEqual(['Castle']);
    expect(await titlesOf('category=surveys')).toEqual(['Poll']);
    expect(await titlesOf('category=other')).toEqual(['Bare', 'Quirk']);
    expect((await one.visitor.get('/api/offers?category=Casual')).status).toBe(400);
    const { body } = await one.visitor.get(`/api/offers/${OFFER_WALL}/1`);
    expect(body.categories).toEqual(['apps', 'games']);
  });

  test('are decided by staff for a word, for offers that come later too, until it is taken back', async () => {
    expect(await decide('oddities', 'videos')).toMatchObject({ status: 200 });
    expect(await wordsOf()).toContainEqual({
      word: 'oddities',
      offers: 1,
      usual: 'other',
      decided: 'videos',
    });
    expect(await titlesOf('category=videos')).toEqual(['Quirk']);
    await offer(...catalogue, {
      ...{ id: '5', title: 'Late', categories: ['ODDITIES'] },
      goals: [{ id: 'a', name: 'Level 1', amount: 100 }],
    });
    expect(await titlesOf('category=videos')).toEqual(['Late', 'Quirk']);
    expect(await decide('oddities', null)).toMatchObject({ status: 200 });
    expect(await titlesOf('category=videos')).toEqual([]);
    expect(await wordsOf()).toContainEqual({
      word: 'oddities',
      offers: 2,
      usual: 'other',
      decided: null,
    });
  });

  test('are refused for words and walls that are not there, and to those who may not edit', async () => {
    expect((await decide('nowhere', 'games')).status).toBe(404);
    expect((await decide('oddities', 'nonsense')).status).toBe(400);
    expect((await owner.get('/api/admin/feeds/elsewhere/categories')).status).toBe(404);
    const reader = await staff('read_only');
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.call('PUT', PATH, { word: 'oddities', category: 'games' })).status).toBe(403);
    expect((await one.visitor.get(PATH)).status).toBe(403);
  });

  test('of a company with endless words are told apart for the most frequent ones', async () => {
    const words = Array.from({ length: CATEGORY_WORDS_MAX + 100 }, (_, index) => `game ${index}`);
    const polls = catalogue.filter(({ id }) => id === '2').map((one) => ({ ...one, id: '20' }));
    await offer(
      ...catalogue,
      ...polls,
      ...Array.from({ length: 60 }, (_, place) => ({
        id: `many-${place}`,
        title: `Many ${place}`,
        categories: words.slice(place * 10, place * 10 + 10),
        goals: [{ id: 'a', name: 'Level 1', amount: 100 }],
      })),
    );
    expect(await wordsOf()).toHaveLength(CATEGORY_WORDS_MAX);
    expect((await titlesOf('category=other')).filter((title) => title.startsWith('Many'))).not.toEqual([]);
    expect(await titlesOf('category=surveys')).toEqual(['Poll', 'Poll']);
    await offer(...catalogue);
  });
});
