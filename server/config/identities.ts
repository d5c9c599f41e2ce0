import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { STAFF_ROLES, type StaffRole } from '#contract/staff.values.ts';

/** The settings of sign-in by accounts elsewhere (OpenID Connect): a list of sites in JSON. */

/** A site whose accounts sign in here. */
export interface IdentityConfig {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  secret: { text: string } | { apple: { teamId: string; keyId: string; privateKey: string } };
  scopes: string;
  /** Set for the operator's own site for staff: the claim that names groups of a person, and the role of each group. */
  staff: { claim: string; roles: Record<string, StaffRole> } | undefined;
}

const NAME_MAX_LENGTH = 40;
const id = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a short name of letters, digits and dashes');
const text = z.string().min(1).max(1_000);

const shape = {
  id,
  name: z.string().trim().min(1).max(NAME_MAX_LENGTH),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: text,
  clientSecret: text.optional(),
  apple: z.strictObject({ teamId: text, keyId: text, privateKey: z.string().max(10_000) }).optional(),
  scopes: text.regex(/(^| )openid( |$)/, 'must contain openid').default('openid email profile'),
};
interface Secrets {
  clientSecret?: string | undefined;
  apple?: { privateKey: string } | undefined;
}
const hasOneSecret = ({ clientSecret, apple }: Secrets) => Boolean(clientSecret) !== Boolean(apple);
const ONE_SECRET = { error: 'must have either clientSecret or apple' };
const hasKey = ({ apple }: Secrets) => !apple || isKey(apple.privateKey);
const KEY = { error: 'apple.privateKey is no key in PEM' };

const Providers = z.array(z.strictObject(shape).refine(hasOneSecret, ONE_SECRET).refine(hasKey, KEY)).max(10);
const StaffProvider = z
  .strictObject({
    ...shape,
    rolesClaim: text.default('groups'),
    roles: z.record(text, z.enum(STAFF_ROLES)).refine((roles) => Object.keys(roles).length > 0, {
      error: 'must name a group and its role',
    }),
  })
  .refine(hasOneSecret, ONE_SECRET)
  .refine(hasKey, KEY);

/** Variables of the environment, for the schema of all settings. */
export const identityVariables = {
  IDENTITY_PROVIDERS: z.string().optional(),
  STAFF_IDENTITY_PROVIDER: z.string().optional(),
};
type Variables = z.infer<z.ZodObject<typeof identityVariables>>;

/** Reads the sites, the one for staff last, and adds every fault to `faults`, one line each, without a value. */
export function readIdentityConfig(
  variables: Variables,
  development: boolean,
  faults: string[],
): IdentityConfig[] {
  const members = parse('IDENTITY_PROVIDERS', Providers, variables, faults) ?? [];
  const staff = parse('STAFF_IDENTITY_PROVIDER', StaffProvider, variables, faults);
  const all = [...members.map((one) => ({ ...one, staff: undefined })), ...(staff ? [forStaff(staff)] : [])];
  for (const [index, { id, issuer }] of all.entries()) {
    const name = staff && index === members.length ? 'STAFF_IDENTITY_PROVIDER' : 'IDENTITY_PROVIDERS';
    if (!development && issuer.startsWith('http:'))
      faults.push(`${name}: ${id}: issuer must be https in production`);
    if (all.findIndex((one) => one.id === id) < index) faults.push(`${name}: another site has the id ${id}`);
  }
  return all.map(({ clientSecret, apple, ...settings }) => ({
    ...settings,
    secret: apple ? { apple } : { text: clientSecret ?? '' },
  }));
}

const forStaff = ({ rolesClaim: claim, roles, ...site }: z.infer<typeof StaffProvider>) => ({
  ...site,
  staff: { claim, roles },
});

function parse<T>(
  name: keyof Variables,
  schema: z.ZodType<T>,
  { [name]: given }: Variables,
  faults: string[],
): T | undefined {
  if (!given) return undefined;
  const parsed = schema.safeParse(jsonOf(given));
  for (const { path, message } of parsed.error?.issues ?? []) {
    faults.push(`${name}: ${path.join('.') || 'the JSON'}: ${message}`);
  }
  return parsed.data;
}

/** Undefined for what is no JSON; the parser's message would repeat a part of it. */
function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

function isKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
