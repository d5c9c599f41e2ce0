/** The objects of the stand-in for Stripe, in the full form that the vendor's types require. */

export interface StandInCardholder {
  id: string;
  name: string;
  email?: string;
  individual?: { first_name: string; last_name: string };
  billing: { address: { line1: string; city: string; country: string; postal_code: string } };
  metadata?: Record<string, string>;
  createdAt: Date;
}

export interface StandInCard {
  id: string;
  cardholder: string;
  currency: string;
  status: 'active' | 'inactive' | 'canceled';
  spending_controls?: { spending_limits?: { amount: number; interval: string }[] };
  metadata?: Record<string, string>;
  /** Ids of the cards of which one stands in the other's place. */
  replacedBy?: string;
  replacementFor?: string;
  createdAt: Date;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const NO_CONTROLS = {
  allowed_card_presences: null,
  allowed_categories: null,
  allowed_merchant_countries: null,
  blocked_card_presences: null,
  blocked_categories: null,
  blocked_merchant_countries: null,
  spending_limits_currency: 'usd',
};

export function describeCardholder(holder: StandInCardholder, pastDue: string[]) {
  return {
    id: holder.id,
    object: 'issuing.cardholder',
    billing: { address: { line2: null, state: null, ...holder.billing.address } },
    company: null,
    created: seconds(holder.createdAt),
    email: holder.email ?? null,
    individual: holder.individual
      ? { ...holder.individual, card_issuing: null, dob: null, verification: null }
      : null,
    livemode: false,
    metadata: holder.metadata ?? {},
    name: holder.name,
    phone_number: null,
    preferred_locales: null,
    requirements: {
      disabled_reason: pastDue.length > 0 ? 'requirements.past_due' : null,
      past_due: pastDue,
    },
    spending_controls: { ...NO_CONTROLS, spending_limits: [] },
    status: 'active',
    type: 'individual',
  };
}

export function describeCard(card: StandInCard, cardholder: ReturnType<typeof describeCardholder>) {
  const limits = card.spending_controls?.spending_limits ?? [];
  return {
    id: card.id,
    object: 'issuing.card',
    brand: 'Visa',
    cancellation_reason: null,
    cardholder,
    created: seconds(card.createdAt),
    currency: card.currency,
    exp_month: 12,
    exp_year: card.createdAt.getUTCFullYear() + 3,
    last4: '4242',
    latest_fraud_warning: null,
    lifecycle_controls: null,
    livemode: false,
    metadata: card.metadata ?? {},
    personalization_design: null,
    replaced_by: card.replacedBy ?? null,
    replacement_for: card.replacementFor ?? null,
    replacement_reason: null,
    second_line: null,
    shipping: null,
    spending_controls: {
      ...NO_CONTROLS,
      spending_limits: limits.map((limit) => ({ categories: [], ...limit })),
    },
    status: card.status,
    type: 'virtual',
    wallets: null,
  };
}
