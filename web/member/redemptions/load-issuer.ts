import { inTime } from '#web/shared/browser/time-limit.ts';

/** The parts of Stripe.js that show a card (https://docs.stripe.com/js/issuing_elements). */
export interface StripeElement {
  mount: (place: HTMLElement) => void;
  unmount: () => void;
}

interface StripeJs {
  createEphemeralKeyNonce: (options: { issuingCard: string }) => Promise<{ nonce?: string }>;
  elements: () => { create: (type: string, options: object) => StripeElement };
}

type Open = (publishableKey: string, options: { apiVersion: string }) => StripeJs;

/** Stripe requires that the script is loaded from this address; a query may follow. */
const SCRIPT_URL = 'https://js.stripe.com/v3/';

export interface Issuer {
  /** Ties a key to this browser. Throws when the issuer gives nothing for it. */
  nonceFor: (cardId: string) => Promise<string>;
  create: (type: string, access: object) => StripeElement;
}

/** Loads the issuer's script once, when a card is first shown. Throws when it cannot be loaded, or nothing comes. */
export async function loadIssuer(publishableKey: string, apiVersion: string): Promise<Issuer> {
  const open = (globalThis as { Stripe?: Open }).Stripe ?? (await loadScript());
  const stripe = open(publishableKey, { apiVersion });
  const elements = stripe.elements();
  return {
    nonceFor: async (issuingCard) => {
      const given = await inTime(stripe.createEphemeralKeyNonce({ issuingCard })).catch(() => undefined);
      if (!given?.nonce) throw new Error('the card issuer gave no nonce');
      return given.nonce;
    },
    create: (type, access) => elements.create(type, access),
  };
}

let tries = 0;

/** A try that is still under way, though it was given up, would be waited for again under its address. */
async function loadScript(): Promise<Open> {
  const script = document.createElement('script');
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
  });
  script.src = tries === 0 ? SCRIPT_URL : `${SCRIPT_URL}?try=${tries}`;
  tries += 1;
  script.async = true;
  document.head.append(script);
  await inTime(loaded).catch((cause: unknown) => {
    script.remove();
    throw new Error('the script of the card issuer could not be loaded', { cause });
  });
  const { Stripe } = globalThis as { Stripe?: Open };
  if (!Stripe) throw new Error('the script of the card issuer is not what it was');
  return Stripe;
}
