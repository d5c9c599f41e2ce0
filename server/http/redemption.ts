import * as contract from '#contract/redemption.ts';
import { CARD_TIER_USD, CARD_TIERS, type CardTier, FRESH_REDEMPTION_USD } from '#contract/values.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { requireFresh } from '#domain/members/index.ts';
import {
  frameCard,
  keyOfFrame,
  linkReward,
  listRedemptions,
  offerRewards,
  type PayoutProvider,
  type Redemption,
  readBillingAddress,
  requestRedemption,
  revealCard,
  saveBillingAddress,
} from '#domain/redemption/index.ts';
import { type CaptchaVerifier, challengeCaptcha, grantCaptcha, type Limits } from '#domain/trust/index.ts';
import { implement, type Route } from './implement.ts';
import { oneRequestId } from './request-id.ts';

export interface RedemptionOptions {
  database: Database;
  transact: Transact;
  captcha: CaptchaVerifier;
  limits: Limits;
  thresholdPoints: number;
  /** All that are configured: earlier redemptions may still need one. */
  providers: readonly PayoutProvider[];
  /** The provider of a new redemption. */
  providerOf: (tier: CardTier) => PayoutProvider;
  /** Told why a provider did not show a reward. */
  report: (error: unknown) => void;
}

/** Rewards, redemptions, issued cards, and the captcha that precedes a redemption. */
export function redemptionRoutes(options: RedemptionOptions): Route[] {
  const { database, providerOf, thresholdPoints } = options;
  const serving = CARD_TIERS.map(providerOf);
  return [
    implement(contract.rewards).with(async (_, { member }) => {
      const { offers, ...rest } = await offerRewards(database, member.id, {
        thresholdPoints,
        providers: serving,
      });
      return {
        ...rest,
        offers: offers.map(({ amountUsd, ...offer }) => ({ ...offer, amountUSD: amountUsd })),
      };
    }),
    implement(contract.redemptions).with(async (_, { member }) =>
      (await listRedemptions(database, member.id)).map(toContract),
    ),
    implement(contract.redeem).inTransaction(async (tx, { body }, { member, header }) => {
      if (CARD_TIER_USD[body.cardTier] >= FRESH_REDEMPTION_USD) requireFresh(member);
      const requestId = oneRequestId(body.requestId, header('idempotency-key'));
      const request = { memberId: member.id, requestId, cardTier: body.cardTier };
      const settings = { thresholdPoints, provider: providerOf(body.cardTier).id };
      return toContract(await requestRedemption(tx, request, settings));
    }),
    implement(contract.revealCard).with(({ params }, { member }) =>
      revealCard(options, member.id, params.id),
    ),
    implement(contract.rewardLink).with(async ({ params }, { member }) => ({
      link: await linkReward(options, member.id, params.id),
    })),
    implement(contract.cardFrame).with(({ params }, { member }) => frameCard(options, member.id, params.id)),
    implement(contract.cardFrameKey).with(async ({ params, body }, { member }) => ({
      ephemeralKey: await keyOfFrame(options, member.id, params.id, body.nonce),
    })),
    implement(contract.billingAddress).with(async (_, { member }) => ({
      address: await readBillingAddress(database, member.id),
    })),
    implement(contract.saveBillingAddress).inTransaction(async (tx, { body }, { member }) => ({
      address: await saveBillingAddress(tx, member.id, body),
    })),
    implement(contract.captchaChallenge).with(({ query }, { member }) =>
      challengeCaptcha(options, query.action, member.id),
    ),
    implement(contract.verifyCaptcha).with(async ({ body }, { member, ip }) => {
      await grantCaptcha(options, { token: body.token, memberId: member.id, ip });
      return { verified: true as const };
    }),
  ];
}

function toContract(redemption: Redemption): contract.Redemption {
  const { amountUsd, promisedBy, createdAt, issuedAt, expiresAt, ...same } = redemption;
  return {
    ...same,
    amountUSD: amountUsd,
    promisedBy: promisedBy?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    issuedAt: issuedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
