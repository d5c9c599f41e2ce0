import * as contract from '#contract/passkeys.ts';
import {
  addPasskey,
  enablePasskeyFactor,
  logInByPasskey,
  passkeysOf,
  passkeyToMake,
  passkeyToReauthenticate,
  passkeyToSignIn,
  reauthenticateByPasskey,
  removePasskey,
  renamePasskey,
} from '#domain/members/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { clientOf, enter } from './shown-member.ts';

/** The browser's answer in the form of the library, which wants a property that says nothing here. */
const answered = <Response extends object>(response: Response) => ({
  ...response,
  clientExtensionResults: {},
});

/** Passkeys: adding and removing them, and signing in by one. */
export function passkeyRoutes({ database, transact, accounts }: Services): Route[] {
  return [
    implement(contract.passkeys).with((_, { member }) => passkeysOf(database, member.id)),
    implement(contract.passkeyToMake).inTransaction((tx, _, context) =>
      passkeyToMake(tx, accounts, context.member, clientOf(context)),
    ),
    implement(contract.addPasskey).inTransaction((tx, { body }, context) =>
      addPasskey(
        tx,
        accounts,
        context.member,
        { ...body, response: answered(body.response) },
        clientOf(context),
      ),
    ),
    implement(contract.renamePasskey).inTransaction(async (tx, { params, body }, { member }) => {
      await renamePasskey(tx, member.id, params.id, body.name);
      return {};
    }),
    implement(contract.removePasskey).inTransaction(async (tx, { params }, context) => {
      await removePasskey(tx, accounts, context.member, params.id, clientOf(context));
      return {};
    }),
    implement(contract.passkeyToSignIn).with(() => passkeyToSignIn(database, accounts)),
    implement(contract.logInByPasskey).with(async ({ body }, context) =>
      enter(context, await logInByPasskey(transact, accounts, answered(body.response), clientOf(context))),
    ),
    implement(contract.passkeyToReauthenticate).inTransaction((tx, _, context) =>
      passkeyToReauthenticate(tx, accounts, context.member, clientOf(context)),
    ),
    implement(contract.reauthenticateByPasskey).with(async ({ body }, context) => {
      const response = answered(body.response);
      context.setSession(
        await reauthenticateByPasskey(transact, accounts, context.member, response, clientOf(context)),
      );
      return {};
    }),
    implement(contract.enablePasskeyFactor).with(async (_, context) => {
      const enabled = await enablePasskeyFactor(transact, accounts, context.member, clientOf(context));
      context.setSession(enabled.session);
      return { backupCodes: enabled.backupCodes };
    }),
  ];
}
