import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import { REDEMPTION_PROMISE_HOURS, TERMS_REDEMPTION_POINTS } from '#contract/redemptions.values.ts';
import { PRODUCT_NAME, SUPPORT_EMAIL, SUPPORTED_REGIONS } from '#web/site/landing/texts.ts';

/** The terms and the privacy policy apply from this day on. */
export const EFFECTIVE_DATE = new Date(Date.UTC(2025, 7, 29));

/** Values for the texts of both pages: settings of the site and the numbers that we commit to. */
export const LEGAL_VALUES = {
  productName: PRODUCT_NAME,
  email: SUPPORT_EMAIL,
  regions: SUPPORTED_REGIONS,
  pointsPerDollar: POINTS_PER_DOLLAR,
  termsPoints: TERMS_REDEMPTION_POINTS,
  hoursMin: 24,
  hoursMax: REDEMPTION_PROMISE_HOURS,
  recordYears: 7,
  analyticsYears: 2,
  standingYears: 2,
  debtYears: 7,
  replyDays: 30,
  noticeDays: 30,
  liabilityMonths: 12,
};
