import { dictionary } from '@zxcvbn-ts/language-common';
import { newPassword } from '#contract/rules.ts';
import { Refusal } from '../refusal.ts';

export interface PasswordPolicy {
  minLength: number;
  productName: string;
}

/** The 49,233 most used passwords, lower case, as zxcvbn-ts lists them. */
const COMMON = new Set<string>(dictionary['passwords-common']);

/**
 * Throws unless the password may be chosen: Refusal invalid_input on `field` for its length, weak_password for a common
 * password, the member's address or the product's name, also with digits or signs added at the end. No rules of
 * composition (NIST SP 800-63B, 3.1.1.2).
 */
export function requireGoodPassword(
  policy: PasswordPolicy,
  password: string,
  { email, field }: { email: string; field: 'password' | 'newPassword' },
): void {
  const problem = newPassword(policy.minLength).safeParse(password).error?.issues[0]?.message;
  if (problem) throw new Refusal('invalid_input', { fields: { [field]: problem } });

  const whole = password.toLowerCase();
  const forms = [whole, whole.replace(/[^\p{L}]+$/u, '')];
  const [localPart = ''] = email.split('@');
  if (COMMON.has(whole)) throw weak('it is one of the most common passwords');
  if (forms.some((form) => form === email || form === localPart)) throw weak('it is your e-mail address');
  if (forms.includes(policy.productName.toLowerCase())) throw weak('it is the name of this site');
}

const weak = (reason: string) => new Refusal('weak_password', { details: { reason } });
