import type Stripe from 'stripe';
import type { Recipient } from '#domain/redemption/index.ts';

/** https://docs.stripe.com/api/issuing/cardholders/create: `name` has at most 24 characters, Latin letters, no digits. */
const NAME_MAX = 24;
const NAME_FORBIDDEN = /[^A-Za-z .,'-]/g;

/** The cardholder for a member; undefined if the name has no Latin letter or the address is missing. */
export function cardholderOf(recipient: Recipient): Stripe.Issuing.CardholderCreateParams | undefined {
  const { address, memberId } = recipient;
  const name = latinName(recipient.name ?? '');
  if (!address || !/[A-Za-z]/.test(name)) return undefined;
  const [first = '', ...rest] = name.split(' ');
  const last = rest.join(' ');
  return {
    type: 'individual',
    name: name.slice(0, NAME_MAX).trim(),
    ...(last ? { individual: { first_name: first, last_name: last } } : {}),
    ...(recipient.email === null ? {} : { email: recipient.email }),
    billing: {
      address: {
        line1: address.line1,
        ...(address.line2 ? { line2: address.line2 } : {}),
        city: address.city,
        ...(address.state ? { state: address.state } : {}),
        postal_code: address.postalCode,
        country: address.country,
      },
    },
    metadata: { member_id: memberId },
  };
}

/** Letters that NFKD does not take apart, as those of ASCII stand for them in names. */
const LETTERS = new Map(
  Object.entries({
    Æ: 'Ae',
    æ: 'ae',
    Ð: 'D',
    ð: 'd',
    Đ: 'D',
    đ: 'd',
    Ħ: 'H',
    ħ: 'h',
    ı: 'i',
    Ł: 'L',
    ł: 'l',
    Ø: 'O',
    ø: 'o',
    Œ: 'Oe',
    œ: 'oe',
    ß: 'ss',
    Þ: 'Th',
    þ: 'th',
  }),
);

/** Drops accents (NFKD separates them) and other marks. */
const latinName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{L}/gu, (letter) => LETTERS.get(letter) ?? letter)
    .replace(NAME_FORBIDDEN, '')
    .replace(/\s+/g, ' ')
    .trim();
