import { fault } from '#contract/faults.ts';
import * as contract from '#contract/redemptions.ts';
import { FRESH_REDEMPTION_USD } from '#contract/redemptions.values.ts';
import type { CardTier } from '#contract/rewards.values.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { requireFresh } from '#domain/members/index.ts';
import {
  codeOfReward,
  endOwnRedemption,
  frameCard,
  keyOfFrame,
  linkReward,
  listRedemptions,
  passAddresses,
  type Redemption,
  type RewardChoice,
  readBillingAddress,
  revealCard,
  saveBillingAddress,
} from '#domain/redemption/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { oneRequestId } from '#server/http/frame/request-id.ts';

/** Redemptions, issued rewards, and the billing address. */
export function redemptionRoutes(services: Services): Route[] {
  const { database, log, countryOf, passes, requests } = services;
  const ports = { ...services, report: (error: unknown) => log.warn({ err: error }, 'reward not shown') };
  const shown = (redemption: Redemption) => ({ ...redemption, ...passAddresses(passes, redemption) });
  return [
    implement(contract.redemptions).with(async (_, { member }) =>
      (await listRedemptions(database, member.id)).map(shown),
    ),
    implement(contract.redeem).with(async ({ body }, { member, header, ip }) => {
      const redemption = await requests.ask({
        memberId: member.id,
        requestId: oneRequestId(body.requestId, header('idempotency-key')),
        choice: choiceOf(body),
        mayAskFor: ({ amountCents }) => {
          if (amountCents >= FRESH_REDEMPTION_USD * 100) requireFresh(member);
        },
        pricePoints: body.pricePoints,
        terms: body.terms,
        country: countryOf(ip),
      });
      return shown(redemption);
    }),
    implement(contract.endOwnRedemption).inTransaction(async (tx, { params }, { member }) => ({
      ended: await endOwnRedemption(tx, member.id, params.id),
    })),
    implement(contract.revealCard).with(({ params }, { member }) => revealCard(ports, member.id, params.id)),
    implement(contract.rewardLink).with(({ params }, { member }) => linkReward(ports, member.id, params.id)),
    implement(contract.rewardCode).with(({ params }, { member }) =>
      codeOfReward(ports, member.id, params.id),
    ),
    implement(contract.cardFrame).with(({ params }, { member }) => frameCard(ports, member.id, params.id)),
    implement(contract.cardFrameKey).with(async ({ params, body }, { member }) => ({
      ephemeralKey: await keyOfFrame(ports, member.id, params.id, body.nonce),
    })),
    implement(contract.billingAddress).with(async (_, { member }) => ({
      address: await readBillingAddress(database, member.id),
    })),
    implement(contract.saveBillingAddress).inTransaction(async (tx, { body }, { member }) => ({
      address: await saveBillingAddress(tx, member.id, body, services),
    })),
  ];
}

/** The contract requires exactly one of the two. */
function choiceOf({ rewardId, cardTier }: { rewardId?: string; cardTier?: CardTier }): RewardChoice {
  if (rewardId !== undefined) return { rewardId };
  if (cardTier !== undefined) return { cardTier };
  throw new Refusal('invalid_input', { fields: { rewardId: fault('required') } });
}
