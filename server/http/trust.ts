import * as contract from '#contract/trust.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import {
  appealPause,
  decideAppeal,
  type Limits,
  listAppeals,
  pauseMember,
  resumeMember,
} from '#domain/trust/index.ts';
import { implement, type Route } from './implement.ts';

export interface TrustOptions {
  database: Database;
  transact: Transact;
  limits: Limits;
}

/** Pauses of redemptions, and what members answer to them. */
export function trustRoutes({ database, transact, limits }: TrustOptions): Route[] {
  return [
    implement(contract.appeal).with(async ({ body }, { member }) => {
      await limits.take(['appeal_user', member.id]);
      await transact((tx) => appealPause(tx, member.id, body.text));
      return {};
    }),
    implement(contract.pauseMember).inTransaction(async (tx, { params, body }, { member }) => {
      await pauseMember(tx, { userId: params.id, ...body, adminId: member.id });
      return {};
    }),
    implement(contract.resumeMember).inTransaction(async (tx, { params }, { member }) => {
      await resumeMember(tx, { userId: params.id, adminId: member.id });
      return {};
    }),
    implement(contract.appeals).with(async () =>
      (await listAppeals(database)).map((appeal) => ({
        ...appeal,
        pausedAt: appeal.pausedAt.toISOString(),
        createdAt: appeal.createdAt.toISOString(),
      })),
    ),
    implement(contract.decideAppeal).inTransaction(async (tx, { params, body }, { member }) => {
      await decideAppeal(tx, { appealId: params.id, ...body, adminId: member.id });
      return {};
    }),
  ];
}
