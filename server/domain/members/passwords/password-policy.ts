import { dictionary } from '@zxcvbn-ts/language-common';
import { newPassword } from '#contract/rules.ts';
import { Refusal } from '#domain/common/refusal.ts';

export interface PasswordPolicy {
  minLength: number;
  productName: string;
}

/** The 49,233 most used passwords, in lower case, as zxcvbn-ts lists them. */
const COMMON = new Set<string>(dictionary['passwords-common']);

/**
 * Throws unless the password is acceptable: Refusal invalid_input on `field` for its length, or one of
 * PASSWORD_REFUSALS for a common password, the member's address or the product's name, also with digits or signs
 * appended, however its letters are encoded. There are no rules of composition (NIST SP 800-63B, 3.1.1.2).
 */
export function requireGoodPassword(
  policy: PasswordPolicy,
  password: string,
  { email, field }: { email: string; field: 'password' | 'newPassword' },
): void {
  const problem = newPassword(policy.minLength).safeParse(password).error?.issues[0]?.message;
  if (problem) throw new Refusal('invalid_input', { fields: { [field]: problem } });

  // Hashed in the same form: fullwidth letters are no other password.
  const whole = password.normalize('NFKC').toLowerCase();
  const forms = [whole, whole.replace(/[^\p{L}]+$/u, '')];
  const [localPart = ''] = email.split('@');
  if (COMMON.has(whole)) throw new Refusal('password_common');
  if (forms.some((form) => form === email || form === localPart)) throw new Refusal('password_is_address');
  if (forms.includes(policy.productName.toLowerCase())) throw new Refusal('password_is_site_name');
}
