import type { Hono } from 'hono';
import * as contract from '#contract/members.ts';
import { MEMBERS_CSV_PATH } from '#contract/members.values.ts';
import {
  addNote,
  countMembers,
  listMembers,
  listNotes,
  type MemberPage,
  memberActions,
  memberNotices,
  memberRequests,
  memberRewards,
  memberTasks,
  readMemberPage,
} from '#domain/administration/index.ts';
import { offerCalls, startedOffers } from '#domain/earning/index.ts';
import { memberTransfers, rollUpLedger } from '#domain/ledger/index.ts';
import { endSessionsFor, listSessions } from '#domain/members/index.ts';
import { resendNotice } from '#domain/notices/index.ts';
import type { Services } from '#server/compose/services.ts';
import { csvRoute } from '#server/http/frame/csv.ts';
import type { Env } from '#server/http/frame/env.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Members as staff find, see and help them. */
export function memberRoutes(services: Services): Route[] {
  const { database, transact } = services;
  return [
    implement(contract.adminUsers).with(async ({ query }) => {
      // The order comes from the last roll-up, so this updates it.
      if (query.order === 'points' || query.balance) await rollUpLedger(transact);
      return listMembers(database, query);
    }),
    implement(contract.adminUserCount).with(({ query }) => countMembers(database, query)),
    implement(contract.adminUser).inTransaction(async (tx, { params }) =>
      memberPage(await readMemberPage(tx, params.id)),
    ),
    ...historyRoutes(services),
    ...helpRoutes(),
  ];
}

function memberPage(page: MemberPage) {
  const { pausedAt, pausedReason, pausedText, suspendedAt, suspendedReason, suspendedText, ...rest } = page;
  return {
    ...rest,
    suspension: suspendedAt && {
      since: suspendedAt,
      reason: suspendedReason ?? 'staff_review',
      text: suspendedText ?? '',
    },
    pause:
      pausedAt && pausedReason ? { since: pausedAt, reason: pausedReason, text: pausedText ?? '' } : null,
  };
}

/** The parts of a member's page; each is read when its tab is opened. */
function historyRoutes({ database, walls }: Services): Route[] {
  return [
    implement(contract.adminUserTransfers).with(({ params, query }) =>
      memberTransfers(database, params.id, query.before),
    ),
    implement(contract.adminUserTasks).with(async ({ params, query }) => {
      const tasks = await memberTasks(database, params.id, query.before);
      return tasks.map(({ receivedAt, creditedAt, reversedAt, ...task }) => ({
        ...task,
        timeline: [
          ...(receivedAt ? [{ event: 'received' as const, at: receivedAt }] : []),
          ...(creditedAt ? [{ event: 'credited' as const, at: creditedAt }] : []),
          ...(reversedAt ? [{ event: 'reversed' as const, at: reversedAt }] : []),
        ],
      }));
    }),
    implement(contract.adminUserOffers).with(async ({ params, query }) => {
      const offers = await startedOffers(database, walls, params.id, query.before);
      return offers.map(({ support: _, ...offer }) => offer);
    }),
    implement(contract.adminUserOfferCalls).with(({ params }) =>
      offerCalls(database, params.id, params.clickId),
    ),
    implement(contract.adminUserRewards).with(({ params, query }) =>
      memberRewards(database, params.id, query.before),
    ),
    implement(contract.adminUserNotices).with(({ params }) => memberNotices(database, params.id)),
    implement(contract.adminUserRequests).with(({ params }) => memberRequests(database, params.id)),
    implement(contract.adminUserNotes).with(({ params }) => listNotes(database, params.id)),
    implement(contract.adminUserAudit).with(({ params, query }) =>
      memberActions(database, params.id, query.before),
    ),
    implement(contract.adminUserSessions).with(({ params }) => listSessions(database, params.id, undefined)),
  ];
}

function helpRoutes(): Route[] {
  return [
    implement(contract.adminEndSession).asStaff(async (tx, { params }, { member }) => {
      await endSessionsFor(tx, { userId: params.id, id: params.sessionId, adminId: member.id });
      return recorded('member', params.id, { after: { endedSessions: 'one' } });
    }),
    implement(contract.adminEndSessions).asStaff(async (tx, { params }, { member }) => {
      const before = { sessions: (await listSessions(tx, params.id, undefined)).length };
      await endSessionsFor(tx, { userId: params.id, adminId: member.id });
      return recorded('member', params.id, { before, after: { sessions: 0 } });
    }),
    implement(contract.adminResendNotice).asStaff(async (tx, { params }) => {
      await resendNotice(tx, params.id, params.noticeId);
      return recorded('member', params.id, { after: { resent: params.noticeId } });
    }),
    implement(contract.adminAddNote).asStaff(async (tx, { params, body }, { member }) => {
      const id = await addNote(tx, { userId: params.id, author: member.id, text: body.text });
      return recorded('member', params.id, { after: { note: id } }, { id });
    }),
  ];
}

/** Columns of the download. */
const COLUMNS = [
  'id',
  'name',
  'email',
  'status',
  'points',
  'cashRewardedUsdCents',
  'cardTierLastChosen',
  'lastRewardedAt',
  'createdAt',
  'isAdmin',
] as const;
const CSV_BATCH = 1_000;

/** The members of the list as a file, always newest first, so that rows do not move during the download. */
export function memberCsvRoute(app: Hono<Env>, { database, transact }: Services): void {
  csvRoute(app, transact, {
    path: MEMBERS_CSV_PATH,
    name: 'members',
    isPersonal: true,
    query: contract.MemberFilters,
    recorded: ({ search, ...filters }) => ({ ...filters, searched: search !== undefined }),
    columns: COLUMNS,
    batches: async function* (filters) {
      if (filters.balance) await rollUpLedger(transact);
      let after: string | undefined;
      do {
        const order = { order: 'created', direction: 'desc', limit: CSV_BATCH } as const;
        const rows = await listMembers(database, { ...filters, ...order, after });
        yield rows.map(({ cashRewardedCents, ...row }) => ({
          ...row,
          cashRewardedUsdCents: cashRewardedCents,
        }));
        after = rows.length === CSV_BATCH ? rows.at(-1)?.cursor : undefined;
      } while (after !== undefined);
    },
  });
}
