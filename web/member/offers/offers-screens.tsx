/** The screens of offers in one file, as who opens one opens the next. */
export { OfferPage } from './offer-page.tsx';
export { OffersPage } from './offers-page.tsx';
export { StartedPage } from './started-page.tsx';
