import { FeedDefinition } from '#domain/earning/index.ts';
import { adgate } from './adgate.ts';
import { adgem } from './adgem.ts';
import { ayet } from './ayet.ts';
import { bitlabs } from './bitlabs.ts';
import { lootably } from './lootably.ts';
import { notik } from './notik.ts';

/** The feeds that an entry of a walls file can name in `feed.uses`. */
export const builtInFeeds: FeedDefinition[] = [adgem, ayet, bitlabs, lootably, adgate, notik].map((feed) =>
  FeedDefinition.parse(feed),
);
