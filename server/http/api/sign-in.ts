import * as contract from '#contract/sign-in.ts';
import {
  challengeAnyone,
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
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { clientOf, enter, shownMember } from './shown-member.ts';

const CODE_SENT = 'Check your email for the new verification code.';
const LINK_SENT = 'If this address has an account, a link to choose a new password is on its way.';
const PASSWORD_SET = 'Your password has been reset. You can now log in with your new password.';

/** Sign-up, sign-in, sign-out, forgotten passwords, and the signed-in member. */
export function signInRoutes({ database, transact, accounts, emailVerification }: Services): Route[] {
  return [
    implement(contract.currentUser).with(async (_, { member: { id, whole } }) =>
      shownMember(whole ?? (await readMember(database, id))),
    ),
    implement(contract.register).with(async ({ body }, context) => {
      if (emailVerification) {
        const asked = await requestAccount(transact, accounts, body, clientOf(context));
        context.setBrowserToken('asked-browser', asked);
        return { requiresVerification: true as const };
      }
      return {
        user: enter(context, await createUnconfirmedAccount(transact, accounts, body, clientOf(context))),
      };
    }),
    implement(contract.resendVerification).with(async ({ body }, context) => {
      context.setBrowserToken(
        'asked-browser',
        await requestCode(transact, accounts, body, clientOf(context)),
      );
      return { message: CODE_SENT };
    }),
    implement(contract.verifyEmail).with(async ({ body }, context) => {
      const user = enter(context, await verifyEmail(transact, accounts, body, clientOf(context)));
      context.setBrowserToken('asked-browser', undefined);
      return { user };
    }),
    implement(contract.login).with(async ({ body }, context) => {
      const { username: email, ...proof } = body;
      return enter(context, await logIn(transact, accounts, { email, ...proof }, clientOf(context)));
    }),
    implement(contract.loginChallenge).with(() => challengeAnyone(accounts)),
    implement(contract.logout).with(async (_, context) => {
      await logOut(transact, accounts, clientOf(context), context.member?.id);
      context.setSession(undefined);
      // Or the next person at this browser could sign in by what another site has vouched for.
      for (const cookie of ['journey', 'vouched'] as const) context.setBrowserToken(cookie, undefined);
      return {};
    }),
    implement(contract.forgotPassword).with(async ({ body }, context) => {
      await requestReset(transact, accounts, body, clientOf(context));
      return { message: LINK_SENT };
    }),
    implement(contract.resetPassword).with(async ({ body }, context) => {
      context.setBrowserToken(
        'known-browser',
        await resetPassword(transact, accounts, body, clientOf(context)),
      );
      return { message: PASSWORD_SET };
    }),
  ];
}
