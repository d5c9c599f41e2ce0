import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { parseWalls, pullFeeds } from '#domain/earning/index.ts';
import { feedAsker } from '#providers/feeds/ask.ts';
import { builtInFeeds } from '#providers/feeds/index.ts';
import { OFFER_FIELDS, SECRET, wall } from '#testing/walls.ts';
import { offersOf, startStandIn } from './stand-in.ts';
import type { StandInOffer } from './vendors.ts';

const OFFERS: StandInOffer[] = [
  {
    id: '4711',
    title: 'Castle Quest: reach level 30',
    description: 'Build a castle, gather a crew and defend what is yours. Steps count for new players only.',
    countries: ['US', 'CA', 'GB', 'DE', 'PK'],
    categories: ['mobilegame', 'app'],
    goals: [
      { id: 'a', name: 'Install and open the game', amount: 0 },
      { id: 'b', name: 'Reach level 10', amount: 250 },
      { id: 'c', name: 'Build the great hall', amount: 400 },
      { id: 'd', name: 'Reach level 20', amount: 1200 },
      { id: 'e', name: 'Reach level 30', amount: 5200 },
    ],
  },
  {
    id: '4712',
    title: 'Sign up for a trial of Melody Box',
    amount: 380,
    countries: ['US'],
    categories: ['signup'],
  },
  { id: '4716', title: 'Harbour Town: build the lighthouse', amount: 940, categories: ['mobilegame'] },
  { id: '4717', title: 'Coffee club: first order', amount: 520, categories: ['purchase'] },
  { id: '4718', title: 'Word Garden: finish chapter 5', amount: 310, categories: ['mobilegame'] },
  {
    id: '4719',
    title: 'Open a savings account at Meridian Bank',
    amount: 6400,
    categories: ['deposit', 'happiness'],
  },
  { id: '4713', title: 'Daily survey', amount: 'variable', countries: ['ALL'], categories: ['survey'] },
  { id: '4714', title: 'Elsewhere', amount: 20, click: 'https://tracker.invalid/{userID}' },
  { id: '4715', title: 'Far too much', amount: 90_000 },
];

/** Writes the walls file of a site with two feeds, of which one fails, and pulls them. Returns the file's path. */
export async function writeFeeds(
  folder: string,
  database: Database,
): Promise<{ file: string; close: () => Promise<void> }> {
  const standIn = await startStandIn('lootably');
  offersOf(standIn, OFFERS);
  const lootably = builtInFeeds.find(({ id }) => id === 'lootably');
  if (!lootably) throw new Error('there is no feed lootably');
  const of = (id: string, address: string) => ({
    definition: {
      ...wall(id, { fields: OFFER_FIELDS }),
      title: id === 'games' ? 'Game offers' : 'Survey partner',
    },
    secrets: { key: SECRET },
    feed: {
      definition: { ...lootably, request: { ...lootably.request, url: address } },
      ...{ settings: standIn.vendor.settings, secrets: standIn.vendor.secrets },
    },
  });
  const file = path.join(folder, 'walls.json');
  // Nothing listens at port 9.
  const walls = [of('games', `${standIn.url}/offers`), of('surveys', 'http://127.0.0.1:9/offers')];
  const text = JSON.stringify({ walls });
  await writeFile(file, text);
  const configured = parseWalls(text, file, { variable: () => undefined, builtIn: [], feeds: builtInFeeds });
  await pullFeeds({ transact: transactOn(database), ask: feedAsker() }, configured, () => {});
  return { file, close: standIn.close };
}
