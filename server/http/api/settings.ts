import * as contract from '#contract/settings.ts';
import { changeSettings, chooseLanguage, lockSession } from '#domain/members/index.ts';
import { subscribePush, unsubscribePush } from '#domain/notices/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** The switches of the profile, push messages, and leaving. */
export function settingsRoutes({ accounts, push }: Services): Route[] {
  return [
    implement(contract.changeSettings).inTransaction((tx, { body }, { member }) =>
      changeSettings(tx, member.id, body),
    ),
    implement(contract.chooseLanguage).inTransaction(async (tx, { body }, { member }) => {
      await chooseLanguage(tx, member.id, body.language);
      return {};
    }),
    implement(contract.pushKey).with(async () => ({ publicKey: push.publicKey })),
    implement(contract.subscribePush).inTransaction(async (tx, { body }, { member, sessionToken }) => {
      const sessionId = await lockSession(tx, member.id, sessionToken);
      await subscribePush(tx, { userId: member.id, sessionId }, body);
      return {};
    }),
    implement(contract.unsubscribePush).inTransaction(async (tx, { body }, { member }) => {
      await unsubscribePush(tx, member.id, body.endpoint);
      return {};
    }),
    implement(contract.deleteAccount).inTransaction(
      async (tx, _, { member, setSession, setBrowserToken }) => {
        await eraseAccount(tx, member.id, accounts.mailboxKey);
        setSession(undefined);
        setBrowserToken('known-browser', undefined);
        return {};
      },
    ),
  ];
}
