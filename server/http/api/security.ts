import * as contract from '#contract/security.ts';
import {
  closeOtherSessions,
  confirmTwoFactor,
  disableTwoFactor,
  endSession,
  listSessions,
  reauthenticate,
  renewBackupCodes,
  setUpTwoFactor,
} from '#domain/members/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { clientOf } from './shown-member.ts';

/** Two-factor sign-in, sessions, and the fresh sign-in that sensitive changes need. */
export function securityRoutes({ database, transact, accounts }: Services): Route[] {
  return [
    implement(contract.reauthenticate).with(async ({ body }, context) => {
      context.setSession(await reauthenticate(transact, accounts, context.member, body, clientOf(context)));
      return {};
    }),
    implement(contract.setUpTwoFactor).inTransaction((tx, _, { member }) =>
      setUpTwoFactor(tx, accounts, member),
    ),
    implement(contract.confirmTwoFactor).with(async ({ body }, context) => {
      const { member } = context;
      const enabled = await confirmTwoFactor(transact, accounts, member, body.code, clientOf(context));
      context.setSession(enabled.session);
      return { backupCodes: enabled.backupCodes };
    }),
    implement(contract.renewBackupCodes).with(async (_, context) => ({
      backupCodes: await renewBackupCodes(transact, accounts, context.member, clientOf(context)),
    })),
    implement(contract.disableTwoFactor).with(async (_, context) => {
      context.setSession(await disableTwoFactor(transact, accounts, context.member, clientOf(context)));
      return {};
    }),
    implement(contract.sessions).with((_, { member, sessionToken }) =>
      listSessions(database, member.id, sessionToken),
    ),
    implement(contract.endSession).with(async ({ params }, { member, ip }) => {
      await transact((tx) => endSession(tx, member.id, params.id));
      accounts.onSecurityEvent({ event: 'sessions_ended', ip, userId: member.id });
      return {};
    }),
    implement(contract.endOtherSessions).with(async (_, context) => {
      const { member, ip } = context;
      context.setSession(await transact((tx) => closeOtherSessions(tx, member.id, clientOf(context))));
      accounts.onSecurityEvent({ event: 'sessions_ended', ip, userId: member.id });
      return {};
    }),
  ];
}
