import * as contract from '#contract/rewards.ts';
import { createFairQueue } from '#domain/common/fair-queue.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { PictureFailure } from '#domain/earning/index.ts';
import {
  changeReward,
  changeRewardPicture,
  createReward,
  offerRewards,
  orderRewards,
  plannedRewards,
  readStock,
  translateReward,
  uploadStock,
  voidStock,
} from '#domain/redemption/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';
import { wireForm } from '#server/http/frame/wire.ts';

/** Rewards for members, and the calls of those who edit rewards and stock. */
export const rewardRoutes = (services: Services): Route[] => [
  offers(services),
  ...catalogueRoutes(services),
  ...stockRoutes(services),
];

const offers = ({ database, activeRewards, serving, thresholdPoints, countryOf }: Services): Route =>
  implement(contract.rewards).with(async (_, { member, ip }) => {
    const asked = { id: member.id, country: countryOf(ip) };
    return offerRewards(database, asked, { thresholdPoints, serving, active: await activeRewards() });
  });

/** The trail records a reward under the names of the calls. */
const onWire = wireForm(contract.PlannedReward);

/** Pictures of staff that are drawn, which takes a processor for a moment, or wait for it. */
const PICTURES = { runningMax: 1, placesMax: 12, askerMax: 4 };

function catalogueRoutes({ database, serving, drawPicture }: Services): Route[] {
  const inTurn = createFairQueue(PICTURES);
  const draw = (picture: string, memberId: string) =>
    inTurn({ name: memberId, isKnown: true }, () => drawPicture(Buffer.from(picture, 'base64'), 'whole'));
  return [
    implement(contract.plannedRewards).with(async () => ({
      rewards: await plannedRewards(database, serving),
      providers: serving.providers.map(({ id }) => id),
    })),
    implement(contract.createReward).asStaff(async (tx, { body }) => {
      const { amountUSD: amountCents, ...plan } = body;
      const output = await createReward(tx, { ...plan, amountCents }, serving);
      return recorded('reward', output.id, { before: null, after: body }, output);
    }),
    implement(contract.changeReward).asStaff(async (tx, { params, body }) => {
      const { amountUSD: amountCents, ...plan } = body;
      const change = amountCents === undefined ? plan : { ...plan, amountCents };
      const { before, after } = await changeReward(tx, params.id, change, serving);
      return recorded('reward', params.id, { before: onWire(before), after: onWire(after) }, after);
    }),
    implement(contract.translateReward).asStaff(async (tx, { params, body }) => {
      const { before, after } = await translateReward(tx, { ...params, ...body }, serving);
      return recorded('reward', params.id, { before: onWire(before), after: onWire(after) }, after);
    }),
    implement(contract.changeRewardPicture).asStaffAfter(async ({ params, body }, { member }) => {
      const picture = body.picture === null ? null : await draw(body.picture, member.id).catch(refused);
      return async (tx) => {
        const { before, after } = await changeRewardPicture(tx, { ...params, picture }, serving);
        return recorded('reward', params.id, { before: onWire(before), after: onWire(after) }, after);
      };
    }),
    implement(contract.orderRewards).asStaff(async (tx, { body }) => {
      const before = await orderRewards(tx, body.ids);
      return recorded('catalogue', 'order', { before: { ids: before }, after: body });
    }),
  ];
}

function refused(error: unknown): never {
  if (!(error instanceof PictureFailure)) throw error;
  throw new Refusal(error.fault === 'library' ? 'pictures_unavailable' : 'picture_unusable');
}

function stockRoutes({ database, serving, rewardKeys: keys }: Services): Route[] {
  return [
    implement(contract.stockOfReward).with(({ params }) => readStock(database, params.id)),
    implement(contract.uploadStock).asStaff(async (tx, { params, body }, { member }) => {
      const { amountUSD, csv, dryRun } = body;
      const upload = { rewardId: params.id, adminId: member.id, amountCents: amountUSD, csv, dryRun };
      const output = await uploadStock(tx, upload, { keys, serving });
      const { uploadId, accepted, problemCount, woken } = output;
      const after = { dryRun, amountUSD, uploadId, accepted, problemCount, woken };
      return recorded('reward', params.id, { after }, output);
    }),
    implement(contract.voidStock).asStaff(async (tx, { params, body }) => {
      const { uploadId, until } = body;
      const seen = until === undefined ? null : new Date(until);
      const output = await voidStock(tx, params.id, { uploadId, until: seen });
      const after = { ...body, ...output };
      return recorded('reward', params.id, { after }, output);
    }),
  ];
}
