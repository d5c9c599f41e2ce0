import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { readFileOf } from './files.ts';

/** The settings of wallet passes: the certificates and keys that sign them. */

export interface PassConfig {
  /** PEM, except for the ids. */
  apple: { certificate: string; key: string; wwdr: string; passTypeId: string; teamId: string } | undefined;
  google:
    | {
        issuerId: string;
        /** Email address of the service account. */
        account: string;
        /** Its private key, PEM. */
        key: string;
      }
    | undefined;
}

const text = z.string().optional();
/** Variables of the environment, for the schema of all settings. */
export const passVariables = {
  APPLE_PASS_CERT: text,
  APPLE_PASS_KEY: text,
  APPLE_PASS_WWDR: text,
  APPLE_PASS_TYPE_ID: text,
  APPLE_TEAM_ID: text,
  GOOGLE_WALLET_ISSUER_ID: text,
  GOOGLE_WALLET_KEY: text,
};
type Variables = { [Name in keyof typeof passVariables]?: string | undefined };
type VariableName = keyof Variables;

const APPLE = [
  'APPLE_PASS_CERT',
  'APPLE_PASS_KEY',
  'APPLE_PASS_WWDR',
  'APPLE_PASS_TYPE_ID',
  'APPLE_TEAM_ID',
] as const;
const GOOGLE = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_KEY'] as const;

/** The JSON key of a service account, as the Google Cloud console writes it. */
const ServiceAccount = z.object({ client_email: z.email(), private_key: z.string() });

/** Reads the settings of passes and adds every fault to `faults`, one line each. Without settings there are no passes. */
export function readPassConfig(variables: Variables, faults: string[]): PassConfig {
  const apple = allGiven(variables, APPLE, faults);
  const google = allGiven(variables, GOOGLE, faults);
  return {
    apple: apple && {
      certificate: readPem('APPLE_PASS_CERT', apple.APPLE_PASS_CERT, faults),
      key: readPem('APPLE_PASS_KEY', apple.APPLE_PASS_KEY, faults),
      wwdr: readPem('APPLE_PASS_WWDR', apple.APPLE_PASS_WWDR, faults),
      passTypeId: apple.APPLE_PASS_TYPE_ID,
      teamId: apple.APPLE_TEAM_ID,
    },
    google: google && readGoogle(google, faults),
  };
}

/** Returns all of the variables, or undefined if none is set. A part of them is a fault. */
function allGiven<Name extends VariableName>(
  variables: Variables,
  names: readonly Name[],
  faults: string[],
): Record<Name, string> | undefined {
  const missing = names.filter((name) => !variables[name]);
  if (missing.length === names.length) return undefined;
  for (const name of missing) faults.push(`${name}: must be set for reward passes`);
  if (missing.length > 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, variables[name]])) as Record<Name, string>;
}

/** Returns PEM text from the variable, in which `\n` may stand for a line break, or from the file that it names. */
function readPem(name: VariableName, value: string, faults: string[]): string {
  if (value.startsWith('-----BEGIN')) return value.replaceAll('\\n', '\n');
  return readFileOf(name, value, faults) ?? '';
}

function readGoogle(given: Record<(typeof GOOGLE)[number], string>, faults: string[]): PassConfig['google'] {
  const issuerId = given.GOOGLE_WALLET_ISSUER_ID;
  if (!/^\d{1,30}$/.test(issuerId)) faults.push('GOOGLE_WALLET_ISSUER_ID: is a number');
  const value = given.GOOGLE_WALLET_KEY;
  const json = value.startsWith('{') ? value : readFileOf('GOOGLE_WALLET_KEY', value, faults);
  if (json === undefined) return undefined;
  try {
    const { client_email: account, private_key: key } = ServiceAccount.parse(JSON.parse(json));
    if (createPrivateKey(key).asymmetricKeyType !== 'rsa') throw new Error('another kind of key');
    return { issuerId, account, key };
  } catch {
    // The parser's message could repeat parts of the key.
    faults.push('GOOGLE_WALLET_KEY: is not the JSON key file of a service account');
    return undefined;
  }
}
