/** What a rule does with the offers that it names. */
export const OFFER_EFFECTS = ['hide', 'feature', 'limit'] as const;
export type OfferEffect = (typeof OFFER_EFFECTS)[number];

/** Rules of a site. */
export const OFFER_RULES_MAX = 200;
/** Offers that stand in front of all others. */
export const OFFERS_FEATURED_MAX = 20;
/** Characters of a reason, and of a word that a rule compares. */
export const OFFER_REASON_MAX = 300;
export const OFFER_WORD_MAX = 200;
/** Offers that a preview names. */
export const OFFER_PREVIEW = 20;
/** Most days since signing up that a rule can ask for. */
export const NEW_MEMBER_DAYS_MAX = 365;
