export { deviceKindOf } from './device-kind.ts';
export { addFavourite, removeFavourite } from './favourites.ts';
export { listOffers, showOffer } from './list-for-members.ts';
export { remindOfOffers } from './remind-of-offers.ts';
export { countOfferResults, exportOfferResults, listOfferResults, RESULT_COLUMNS } from './results.ts';
export { addOfferRuleOf, listOfferRules, previewRule, removeOfferRuleOf } from './rules.ts';
export { openWalls } from './seen-by.ts';
export { startOffer } from './start-offer.ts';
export { startedOffers } from './started-offers.ts';
