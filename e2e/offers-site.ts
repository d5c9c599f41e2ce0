import type { BrowserContext } from 'playwright-core';
import { afterAll } from 'vitest';
import { createMember, signIn } from '#testing/factories.ts';
import { startStandIn } from '#testing/feeds/stand-in.ts';
import type { StandInOffer } from '#testing/feeds/vendors.ts';
import { HELD_OFFER_WALL, OFFER_WALL, pullOffers, tellOf, writeOfferWalls } from '#testing/offers.ts';
import { temporaryFolder } from '#testing/process.ts';
import { startSite } from './site.ts';

/** An offer with a step of each kind. */
export const GAME: StandInOffer = {
  id: '1',
  title: 'Castle Quest',
  description: 'Build a castle.\nDefend it.',
  goals: [
    { id: 'a', name: 'Install the game', amount: 0 },
    { id: 'b', name: 'Reach level 10', amount: 250 },
    { id: 'c', name: 'Reach level 20', amount: 400 },
    { id: 'd', name: 'Reach level 30', amount: 1200 },
  ],
};
/** A title without a space, with a mark that turns the direction. */
export const ODD: StandInOffer = {
  id: 'odd/2',
  title: `\u202E${'W'.repeat(190)}`,
  amount: 90,
};
/** The screens of a site with these offers; the catalogue must have both. */
export const OFFER_SCREENS = [
  '/task',
  '/offers',
  '/offers/started',
  `/offers/${OFFER_WALL}/1`,
  `/offers/${OFFER_WALL}/odd%2F2`,
];

/**
 * A site, as `startSite` makes it, with two walls whose catalogue comes from a stand-in and has these offers.
 */
export async function startOffersSite(...offers: StandInOffer[]) {
  const standIn = await startStandIn('adgem');
  const folder = await temporaryFolder();
  const file = await writeOfferWalls(folder.path, standIn);
  // Without the worker's pulls, which would go to the vendor.
  const site = await startSite({ WALLS_FILE: file, ROLES: 'web', OFFER_SAMPLE: 'on' });
  const { server, database } = site;
  afterAll(async () => {
    await standIn.close();
    await folder.remove();
  });
  const offer = (...all: StandInOffer[]) => pullOffers(database, standIn, all);
  await offer(...offers);

  /** Signs a new member in, whom both walls know by the code. */
  const enter = async (context: BrowserContext, values: Parameters<typeof createMember>[1] = {}) => {
    const member = await createMember(database, values);
    const code = `m${member.id.replaceAll('-', '')}`;
    for (const wall of [OFFER_WALL, HELD_OFFER_WALL])
      await database.insertInto('wallMembers').values({ wall, code, userId: member.id }).execute();
    const [name = '', value = ''] = (await signIn(database, member)).split('=');
    await context.addCookies([{ name, value, url: server.url }]);
    return { id: member.id, code };
  };
  const tell = (values: Record<string, string | number>, wall?: string) => tellOf(server.url, values, wall);
  return { ...site, offer, enter, tell };
}
