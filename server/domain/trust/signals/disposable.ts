import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

const disposableDomains = disposableEmailBlocklistSet();

/** True for a domain of throw-away addresses, or a name below it. */
export function isDisposable(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  return labels.some((_, index) => disposableDomains.has(labels.slice(index).join('.')));
}
