import * as contract from '#contract/catalogue.ts';
import type { Database, Tx } from '#database/client.ts';
import {
  changeReward,
  claimFulfilment,
  createReward,
  fulfilByHand,
  listFulfilments,
  orderRewards,
  plannedRewards,
  type RewardKeys,
  readStock,
  refuseFulfilment,
  releaseFulfilment,
  type Serving,
  uploadStock,
  voidStock,
} from '#domain/redemption/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export interface CatalogueOptions {
  database: Database;
  serving: Serving;
  /** Of codes and links. */
  keys: RewardKeys;
}

/** The editors of rewards and of their stock, and the queue of redemptions that wait for a person. */
export function catalogueRoutes(options: CatalogueOptions): Route[] {
  return [...rewardRoutes(options), ...stockRoutes(options), ...fulfilmentRoutes(options)];
}

function rewardRoutes({ database, serving }: CatalogueOptions): Route[] {
  const find = async (tx: Tx, id: string) =>
    (await plannedRewards(tx, serving)).find((reward) => reward.id === id) ?? null;
  return [
    implement(contract.plannedRewards).with(async () => ({
      rewards: await plannedRewards(database, serving),
      providers: contract.ProviderIds.parse(serving.providers.map(({ id }) => id)),
    })),
    implement(contract.createReward).asStaff(async (tx, { body }) => {
      const output = await createReward(tx, body, serving);
      return { output, evidence: { subject: { kind: 'reward', id: output.id }, before: null, after: body } };
    }),
    implement(contract.changeReward).asStaff(async (tx, { params, body }) => {
      const before = await find(tx, params.id);
      const output = await changeReward(tx, params.id, body, serving);
      return { output, evidence: { subject: { kind: 'reward', id: params.id }, before, after: output } };
    }),
    implement(contract.orderRewards).asStaff(async (tx, { body }) => {
      const before = (await plannedRewards(tx, serving)).map(({ id }) => id);
      await orderRewards(tx, body.ids);
      const subject = { kind: 'catalogue', id: 'order' };
      return { output: {}, evidence: { subject, before: { ids: before }, after: body } };
    }),
  ];
}

function stockRoutes({ database, serving, keys }: CatalogueOptions): Route[] {
  return [
    implement(contract.stockOfReward).with(({ params }) => readStock(database, params.id)),
    implement(contract.uploadStock).asStaff(async (tx, { params, body }, { member }) => {
      const upload = { ...body, rewardId: params.id, adminId: member.id };
      const output = await uploadStock(tx, upload, { keys, serving });
      const { accepted, problemCount, woken } = output;
      const after = { dryRun: body.dryRun, accepted, problemCount, woken };
      return { output, evidence: { subject: { kind: 'reward', id: params.id }, after } };
    }),
    implement(contract.voidStock).asStaff(async (tx, { params, body }) => {
      const output = await voidStock(tx, params.id, body.uploadId);
      const after = { ...body, ...output };
      return { output, evidence: { subject: { kind: 'reward', id: params.id }, after } };
    }),
  ];
}

function fulfilmentRoutes({ database, keys }: CatalogueOptions): Route[] {
  const subjectOf = (id: string) => ({ kind: 'redemption', id });
  return [
    implement(contract.fulfilments).with((_, { member }) => listFulfilments(database, member.id)),
    implement(contract.claimFulfilment).asStaff(async (tx, { params }, { member }) => {
      const output = await claimFulfilment(tx, params.id, member.id);
      return { output, evidence: { subject: subjectOf(params.id), after: { owner: member.id } } };
    }),
    implement(contract.releaseFulfilment).asStaff(async (tx, { params }, { member }) => {
      const output = await releaseFulfilment(tx, params.id, member.id);
      return { output, evidence: { subject: subjectOf(params.id), after: { owner: null } } };
    }),
    implement(contract.fulfilByHand).asStaff(async (tx, { params, body }, { member }) => {
      await fulfilByHand(tx, { redemptionId: params.id, adminId: member.id }, body, keys);
      // What was given is worth money and stays out of the trail.
      const after = { decision: 'fulfilled', kind: body.kind, expiresOn: body.expiresOn };
      return { output: {}, evidence: { subject: subjectOf(params.id), after } };
    }),
    implement(contract.refuseFulfilment).asStaff(async (tx, { params, body }, { member }) => {
      await refuseFulfilment(tx, { redemptionId: params.id, adminId: member.id }, body.reason);
      return { output: {}, evidence: { subject: subjectOf(params.id), after: { decision: 'refused' } } };
    }),
  ];
}
