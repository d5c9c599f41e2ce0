import type { Language } from '#contract/languages.ts';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import { DEVICES_COUNTED_DAYS, FORMER_EARNINGS_DAYS } from '#contract/suspensions.values.ts';
import { PRODUCT_NAME, SUPPORT_EMAIL, SUPPORTED_REGIONS, TERMS_POINTS } from '#web/site/landing/texts.ts';

/** The terms and the privacy policy apply from this day on. */
export const EFFECTIVE_DATE = new Date(Date.UTC(2025, 7, 29));

const NUMBERS = {
  pointsPerDollar: POINTS_PER_DOLLAR,
  hoursMin: 24,
  hoursMax: REDEMPTION_PROMISE_HOURS,
  recordYears: 7,
  analyticsYears: 2,
  standingYears: 2,
  debtYears: 7,
  formerDays: FORMER_EARNINGS_DAYS,
  deviceDays: DEVICES_COUNTED_DAYS,
  disputeYears: 2,
  logDays: 30,
  replyDays: 30,
  noticeDays: 30,
  liabilityMonths: 12,
};

/** Values for the texts of both pages: settings of the site, and the numbers that we commit to in the language's digits. */
export function legalValues({ code }: Language): Record<string, string> {
  const { format } = new Intl.NumberFormat(code, { useGrouping: false });
  return {
    productName: PRODUCT_NAME,
    email: SUPPORT_EMAIL,
    regions: SUPPORTED_REGIONS,
    termsPoints: TERMS_POINTS,
    ...Object.fromEntries(Object.entries(NUMBERS).map(([name, number]) => [name, format(number)])),
  };
}
