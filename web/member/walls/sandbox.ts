/** What every wall needs: scripts, forms, and offers that open in new tabs. */
const BASE = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/** True for a web address on another origin than ours. `own` is our origin. */
export function isThirdParty(url: string, own: string): boolean {
  const { origin, protocol } = new URL(url, own);
  return (protocol === 'https:' || protocol === 'http:') && origin !== own;
}

/**
 * The sandbox of a wall's frame. A vendor keeps its own origin, because its cookies are stored there. A frame from our
 * origin never does: with scripts and our origin it could access this page and remove its own sandbox.
 */
export function sandboxOf(url: string, own: string): string {
  return isThirdParty(url, own) ? `${BASE} allow-same-origin` : BASE;
}
