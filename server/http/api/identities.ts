import * as contract from '#contract/identities.ts';
import {
  finishIdentity,
  identitiesOf,
  linkIdentity,
  logInByIdentity,
  registerByIdentity,
  startIdentity,
  unlinkIdentity,
} from '#domain/members/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type RequestContext, type Route } from '#server/http/frame/implement.ts';
import { clientOf, enter } from './shown-member.ts';

/** Signing in by accounts elsewhere (OpenID Connect), and linking them. */
export function identityRoutes({ database, transact, accounts }: Services): Route[] {
  const forget = (context: RequestContext) => context.setBrowserToken('vouched', undefined);
  return [
    implement(contract.goToIdentityProvider).with(async ({ params }, context) => {
      const visit = { providerId: params.id, memberId: context.member?.id };
      const { url, journey } = await startIdentity(database, accounts, visit);
      context.setBrowserToken('journey', journey);
      return { url };
    }),
    implement(contract.answerIdentity).with(async ({ params, body }, context) => {
      context.setBrowserToken('journey', undefined);
      const given = { providerId: params.id, parameters: body.parameters };
      const vouched = await finishIdentity(transact, database, accounts, given, clientOf(context));
      context.setBrowserToken('vouched', vouched);
      return {};
    }),
    implement(contract.logInByIdentity).with(async ({ body }, context) => {
      const member = enter(context, await logInByIdentity(transact, accounts, body.code, clientOf(context)));
      forget(context);
      return member;
    }),
    implement(contract.registerByIdentity).with(async ({ body }, context) => {
      const created = await registerByIdentity(transact, accounts, body.name, clientOf(context));
      forget(context);
      return enter(context, created);
    }),
    implement(contract.identities).with((_, { member }) => identitiesOf(database, member.id)),
    implement(contract.linkIdentity).inTransaction(async (tx, _, context) => {
      const linked = await linkIdentity(tx, accounts, context.member, clientOf(context));
      forget(context);
      return linked;
    }),
    implement(contract.unlinkIdentity).inTransaction(async (tx, { params }, context) => {
      await unlinkIdentity(tx, accounts, context.member, params.id, clientOf(context));
      return {};
    }),
  ];
}
