export { type AskFeed, FeedFailure } from './ask-feed.ts';
export {
  type ConfiguredFeed,
  FeedDefinition,
  type FeedDefinitionInput,
  saysPurchase,
} from './feed-definition.ts';
export { readLastConfirmed } from './last-confirmed.ts';
export { feedsHealth, listFeedOffers } from './list-offers.ts';
export { type PullPorts, type PullResult, pullFeed } from './pull-feed.ts';
export { hasFeed, pullFeeds, type WallWithFeed } from './pull-feeds.ts';
