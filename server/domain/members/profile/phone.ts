import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { fault } from '#contract/faults.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * Returns a telephone number as E.164, or null for an empty text. `region` is the country of numbers typed without
 * one. Throws Refusal invalid_input for a number that no network uses (metadata of Google's libphonenumber).
 */
export function normalisePhone(typed: string, region: string): string | null {
  if (typed.trim() === '') return null;
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const number = parsePhoneNumberFromString(typed, country);
  if (!number?.isValid()) {
    throw new Refusal('invalid_input', { fields: { phone: fault('phone') } });
  }
  return number.number;
}
