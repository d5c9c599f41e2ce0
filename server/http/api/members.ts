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
import { memberTransfers, rollUpLedger } from '#domain/ledger/index.ts';
import { closeAllSessions, endSession, listSessions } from '#domain/members/index.ts';
import { isResendable, resendNotice } from '#domain/notices/index.ts';
import type { Services } from '#server/compose/services.ts';
import { csvRoute } from '#server/http/frame/csv.ts';
import type { Env } from '#server/http/frame/env.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

const iso = (date: Date) => date.toISOString();
const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;
const member = (id: string) => ({ kind: 'member', id });

/** Members as staff find them, see them and help them. */
export function memberRoutes(services: Services): Route[] {
  const { database, transact } = services;
  return [
    implement(contract.adminUsers).with(async ({ query }) => {
      // The order is that of the last roll-up: so let it be one of now.
      if (query.order === 'points' || query.balance) await rollUpLedger(transact);
      const listed = await listMembers(database, query);
      return listed.map((row) => ({
        ...row,
        createdAt: iso(row.createdAt),
        lastRewardedAt: isoOrNull(row.lastRewardedAt),
      }));
    }),
    implement(contract.adminUserCount).with(({ query }) => countMembers(database, query)),
    implement(contract.adminUser).asStaff(async (tx, { params }) => ({
      output: memberPage(await readMemberPage(tx, params.id)),
      evidence: { subject: member(params.id) },
    })),
    ...historyRoutes(services),
    ...helpRoutes(),
  ];
}

function memberPage(page: MemberPage) {
  const { cashRewardedUsd, pausedAt, pausedReason, pausedText, signals, ...more } = page;
  const { suspendedAt, suspendedReason, suspendedText, ...rest } = more;
  return {
    ...rest,
    cashRewardedUSD: cashRewardedUsd,
    createdAt: iso(page.createdAt),
    lastRewardedAt: isoOrNull(page.lastRewardedAt),
    twoFactorSince: isoOrNull(page.twoFactorSince),
    leftAt: isoOrNull(page.leftAt),
    suspension: suspendedAt && {
      since: iso(suspendedAt),
      reason: suspendedReason ?? 'staff_review',
      text: suspendedText ?? '',
    },
    pause:
      pausedAt && pausedReason
        ? { since: iso(pausedAt), reason: pausedReason, text: pausedText ?? '' }
        : null,
    signals: signals.map((signal) => ({ ...signal, at: iso(signal.at) })),
  };
}

/** The parts of a member's page, each read when its tab is opened. */
function historyRoutes({ database }: Services): Route[] {
  return [
    implement(contract.adminUserTransfers).with(async ({ params, query }) =>
      (await memberTransfers(database, params.id, query.before)).map((row) => ({ ...row, at: iso(row.at) })),
    ),
    implement(contract.adminUserTasks).with(async ({ params, query }) => {
      const tasks = await memberTasks(database, params.id, query.before);
      return tasks.map(({ receivedAt, creditedAt, completedAt, reversedAt, ...task }) => ({
        ...task,
        completedAt: iso(completedAt),
        timeline: [
          ...(receivedAt ? [{ event: 'received' as const, at: iso(receivedAt) }] : []),
          ...(creditedAt ? [{ event: 'credited' as const, at: iso(creditedAt) }] : []),
          ...(reversedAt ? [{ event: 'reversed' as const, at: iso(reversedAt) }] : []),
        ],
      }));
    }),
    implement(contract.adminUserRewards).with(async ({ params, query }) =>
      (await memberRewards(database, params.id, query.before)).map((row) => ({
        ...row,
        createdAt: iso(row.createdAt),
        promisedBy: isoOrNull(row.promisedBy),
        issuedAt: isoOrNull(row.issuedAt),
        expiresAt: isoOrNull(row.expiresAt),
      })),
    ),
    implement(contract.adminUserNotices).with(async ({ params }) =>
      (await memberNotices(database, params.id)).map((row) => ({
        ...row,
        createdAt: iso(row.createdAt),
        mailedAt: isoOrNull(row.mailedAt),
        pushedAt: isoOrNull(row.pushedAt),
        resendable: isResendable(row.kind),
      })),
    ),
    implement(contract.adminUserRequests).with(async ({ params }) =>
      (await memberRequests(database, params.id)).map((row) => ({
        ...row,
        createdAt: iso(row.createdAt),
        decidedAt: isoOrNull(row.decidedAt),
      })),
    ),
    implement(contract.adminUserNotes).with(async ({ params }) =>
      (await listNotes(database, params.id)).map((row) => ({ ...row, createdAt: iso(row.createdAt) })),
    ),
    implement(contract.adminUserAudit).with(async ({ params, query }) =>
      (await memberActions(database, params.id, query.before)).map((row) => ({ ...row, at: iso(row.at) })),
    ),
    implement(contract.adminUserSessions).with(async ({ params }) =>
      (await listSessions(database, params.id, undefined)).map(({ current: _, ...row }) => ({
        ...row,
        createdAt: iso(row.createdAt),
        lastSeenAt: iso(row.lastSeenAt),
      })),
    ),
  ];
}

function helpRoutes(): Route[] {
  return [
    implement(contract.adminEndSession).asStaff(async (tx, { params }) => {
      await endSession(tx, params.id, params.sessionId);
      return { output: {}, evidence: { subject: member(params.id), after: { endedSessions: 'one' } } };
    }),
    implement(contract.adminEndSessions).asStaff(async (tx, { params }) => {
      const before = { sessions: (await listSessions(tx, params.id, undefined)).length };
      await closeAllSessions(tx, params.id);
      return { output: {}, evidence: { subject: member(params.id), before, after: { sessions: 0 } } };
    }),
    implement(contract.adminResendNotice).asStaff(async (tx, { params }) => {
      await resendNotice(tx, params.id, params.noticeId);
      return { output: {}, evidence: { subject: member(params.id), after: { resent: params.noticeId } } };
    }),
    implement(contract.adminAddNote).asStaff(async (tx, { params, body }, context) => {
      const id = await addNote(tx, { userId: params.id, author: context.member.id, text: body.text });
      return { output: { id }, evidence: { subject: member(params.id), after: { note: id } } };
    }),
  ];
}

/** Columns of the download, as the list names them. */
const COLUMNS = [
  ...['id', 'name', 'email', 'status', 'points', 'cashRewardedUSD', 'cardTierLastChosen'],
  ...['lastRewardedAt', 'createdAt', 'isAdmin'],
] as const;
const CSV_BATCH = 1_000;

/** The members of the list as a file, the newest first whatever the order on the screen, so that no row moves meanwhile. */
export function memberCsvRoute(app: Hono<Env>, { database, transact }: Services): void {
  csvRoute(app, transact, {
    path: MEMBERS_CSV_PATH,
    name: 'members',
    query: contract.MemberFilters,
    recorded: ({ search, ...filters }) => ({ ...filters, searched: search !== undefined }),
    columns: COLUMNS,
    batches: async function* (filters) {
      if (filters.balance) await rollUpLedger(transact);
      let after: string | undefined;
      do {
        const order = { order: 'created', direction: 'desc', limit: CSV_BATCH } as const;
        const rows = await listMembers(database, { ...filters, ...order, after });
        yield rows;
        after = rows.length === CSV_BATCH ? rows.at(-1)?.cursor : undefined;
      } while (after !== undefined);
    },
  });
}
