import * as accounts from '#contract/accounts.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import {
  type AccountPorts,
  challengeLogIn,
  createUnconfirmedAccount,
  logIn,
  logOut,
  readMember,
  requestAccount,
  requestCode,
  requestReset,
  resetPassword,
  verifyEmail,
} from '#domain/members/index.ts';
import { implement, type Route } from './implement.ts';
import { clientOf, memberToContract } from './member.ts';

export interface AccountOptions {
  database: Database;
  transact: Transact;
  ports: AccountPorts;
  /** False: signing up creates the account at once, without a code. */
  emailVerification: boolean;
}

const CODE_SENT = 'Check your email for the new verification code.';
const LINK_SENT = 'If this address has an account, a link to choose a new password is on its way.';
const PASSWORD_SET = 'Your password has been reset. You can now log in with your new password.';

/** Sign-up, sign-in, sign-out, forgotten passwords, and the signed-in member. */
export function accountRoutes({ database, transact, ports, emailVerification }: AccountOptions): Route[] {
  return [
    implement(accounts.currentUser).with(async (_, { member }) =>
      memberToContract(await readMember(database, member.id)),
    ),
    implement(accounts.register).with(async ({ body }, context) => {
      if (emailVerification) {
        await requestAccount(transact, ports, body, clientOf(context));
        return { requiresVerification: true as const };
      }
      const { member, session } = await createUnconfirmedAccount(transact, ports, body, clientOf(context));
      context.setSession(session);
      return { user: memberToContract(member) };
    }),
    implement(accounts.resendVerification).with(async ({ body }, context) => {
      await requestCode(transact, ports, body.email, clientOf(context));
      return { message: CODE_SENT };
    }),
    implement(accounts.verifyEmail).with(async ({ body }, context) => {
      const { member, session } = await verifyEmail(transact, ports, body, clientOf(context));
      context.setSession(session);
      return { user: memberToContract(member) };
    }),
    implement(accounts.login).with(async ({ body }, context) => {
      const { username: email, ...proof } = body;
      const { member, session } = await logIn(transact, ports, { email, ...proof }, clientOf(context));
      context.setSession(session);
      return memberToContract(member);
    }),
    implement(accounts.loginChallenge).with((_, { ip }) => challengeLogIn(ports, ip)),
    implement(accounts.logout).with(async (_, context) => {
      await logOut(transact, ports, clientOf(context), context.member?.id);
      context.setSession(undefined);
      return {};
    }),
    implement(accounts.forgotPassword).with(async ({ body }, context) => {
      await requestReset(transact, ports, body.email, clientOf(context));
      return { message: LINK_SENT };
    }),
    implement(accounts.resetPassword).with(async ({ body }, context) => {
      await resetPassword(transact, ports, body, clientOf(context));
      return { message: PASSWORD_SET };
    }),
  ];
}
