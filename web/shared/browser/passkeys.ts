import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import type { CallOutput } from '#contract/index.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { part } from './missing-part.ts';

/** Loaded when needed, as few visits need it. Throws MissingPart. */
const load = () => part(import('@simplewebauthn/browser'));

/** An address of numbers has no passkeys: they are bound to a name. */
const NUMERIC_HOST = /^[\d.]+$|^\[/;

/** Whether this browser can use passkeys at this address. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !NUMERIC_HOST.test(location.hostname);

/** Throws Abandoned in the place of the browser's error where its user cancelled or took too long. */
async function asked<Answer>(question: Promise<Answer>): Promise<Answer> {
  try {
    return await question;
  } catch (error) {
    const { name } = error as Error;
    throw name === 'NotAllowedError' || name === 'AbortError' ? new Abandoned() : error;
  }
}

/** Makes a passkey on a device of the member's choice and adds it. Throws Abandoned, CallError, MissingPart, the browser's error. */
export async function addPasskey(): Promise<CallOutput<'POST /api/user/passkeys'>> {
  const optionsJSON = await call('POST /api/user/passkeys/options');
  const { startRegistration } = await load();
  const response = await asked(startRegistration({ optionsJSON }));
  return call('POST /api/user/passkeys', { body: { response } });
}

/** What the browser gives for the passkey that its user has chosen. */
export type ChosenPasskey = AuthenticationResponseJSON;

/**
 * Has the browser ask for a passkey to sign in with. With `offered`, it offers them at the address field instead, unless
 * the signal comes first.
 */
export async function choosePasskey(offered?: AbortSignal): Promise<ChosenPasskey> {
  const { startAuthentication } = await load();
  const optionsJSON = await call('POST /api/login/passkey/options', offered && { signal: offered });
  offered?.throwIfAborted();
  return asked(startAuthentication({ optionsJSON, useBrowserAutofill: offered !== undefined }));
}

/** Proves by a passkey who is at the keyboard. */
export async function reauthenticateByPasskey(): Promise<unknown> {
  const { startAuthentication } = await load();
  const optionsJSON = await call('POST /api/reauthenticate/passkey/options');
  const response = await asked(startAuthentication({ optionsJSON }));
  return call('POST /api/reauthenticate/passkey', { body: { response } });
}

/** Whether the browser offers passkeys at a field, as it offers passwords. */
export async function canAutofillPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await load()).browserSupportsWebAuthnAutofill();
}

/** Ends the offer that `choosePasskey` keeps open. */
export async function stopAutofill(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}
