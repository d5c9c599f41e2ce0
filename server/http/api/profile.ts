import * as contract from '#contract/profile.ts';
import { changeProfile, confirmEmailChange } from '#domain/members/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { clientOf, shownMember } from './shown-member.ts';

/** Name, phone and email address of a member. */
export function profileRoutes({ transact, accounts }: Services): Route[] {
  return [
    implement(contract.changeProfile).with(async ({ body }, context) => {
      const { username: name, ...rest } = body;
      const changed = await changeProfile(
        transact,
        accounts,
        context.member,
        { name, ...rest },
        clientOf(context),
      );
      if (changed.session) context.setSession(changed.session);
      if (changed.knownBrowser) context.setBrowserToken('known-browser', changed.knownBrowser);
      return { user: shownMember(changed.member), emailChange: changed.emailChange };
    }),
    implement(contract.confirmEmailChange).with(async ({ body }, context) => {
      const client = clientOf(context);
      const { member, session } = await confirmEmailChange(
        transact,
        accounts,
        context.member,
        body.code,
        client,
      );
      context.setSession(session);
      return { user: shownMember(member) };
    }),
  ];
}
