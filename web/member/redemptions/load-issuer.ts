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

/** Stripe requires that the script is loaded from this address. */
const SCRIPT_URL = 'https://js.stripe.com/v3/';

export interface Issuer {
  /** Ties a key to this browser. */
  nonceFor: (cardId: string) => Promise<string>;
  create: (type: string, access: object) => StripeElement;
}

/** Loads the issuer's script once, when a card is first shown. Throws when it cannot be loaded. */
export async function loadIssuer(publishableKey: string, apiVersion: string): Promise<Issuer> {
  const open = (globalThis as { Stripe?: Open }).Stripe ?? (await loadScript());
  const stripe = open(publishableKey, { apiVersion });
  const elements = stripe.elements();
  return {
    nonceFor: async (issuingCard) => {
      const { nonce } = await stripe.createEphemeralKeyNonce({ issuingCard });
      if (!nonce) throw new Error('the card issuer gave no nonce');
      return nonce;
    },
    create: (type, access) => elements.create(type, access),
  };
}

function loadScript(): Promise<Open> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT_URL;
    script.async = true;
    script.onload = () => {
      const { Stripe } = globalThis as { Stripe?: Open };
      if (Stripe) resolve(Stripe);
      else reject(new Error('the script of the card issuer is not what it was'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('the script of the card issuer could not be loaded'));
    };
    document.head.append(script);
  });
}
