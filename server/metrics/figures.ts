import { Counter, Gauge } from '@prometheus-io/client';
import type { Figures } from '#domain/administration/index.ts';

/**
 * The metrics that the database counts: the same in every process, and taken as a whole from one reading. Without a
 * reading they are left out, and `site_figures_read` is 0.
 */

const same = 'the same in every process';
const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
  new Gauge<Label>({ name, help: `${help}; ${same}`, labelNames });
const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Counter<Label>({ name, help: `${help}; ${same}`, labelNames });

const read = new Gauge({
  name: 'site_figures_read',
  help: 'Whether the database told its figures for this answer: 1 or 0',
});

const jobs = {
  due: gauge('jobs_due', 'Jobs whose time has come and that no worker has taken, 10,000 at most', ['task']),
  oldest: gauge(
    'jobs_oldest_seconds',
    'How long the first due job has waited for a worker, but for jobs that give way to all others',
    ['task'],
  ),
};
const redemptions = {
  open: gauge('redemptions_open', 'Redemptions that members wait for, 10,000 at most', ['state', 'provider']),
  oldest: gauge('redemptions_oldest_seconds', 'Age of the oldest open redemption', ['state', 'provider']),
  late: gauge('redemptions_late', 'Open redemptions whose member waits beyond the promised time', [
    'state',
    'provider',
  ]),
};
const queues = {
  items: gauge('work_queue_items', 'What waits for a decision of staff, 10,000 at most of each queue', [
    'queue',
  ]),
  oldest: gauge('work_queue_oldest_seconds', 'How long the oldest item has waited for staff', ['queue']),
  late: gauge('work_queue_late', 'Items that staff should have decided by now', ['queue']),
};
const notices = {
  undelivered: gauge('notices_undelivered', 'Notices that wait for a channel, 10,000 at most'),
  late: gauge(
    'notices_late',
    'Notices but marketing that have waited for a channel for more than 15 minutes, 10,000 at most',
  ),
};
const oldestReminder = gauge(
  'offer_reminders_oldest_seconds',
  'How long the first due reminder of a started offer has waited',
);
const webhooks = {
  endpoints: gauge(
    'webhook_endpoints',
    'Endpoints of webhooks: on, failing, stopped by the site because they failed, or off',
    ['state'],
  ),
  oldest: gauge(
    'webhook_deliveries_oldest_seconds',
    'How long the oldest due delivery of a webhook has waited',
  ),
};
const walls = {
  lastCall: gauge(
    'wall_last_call_timestamp_seconds',
    'When a wall last called with a valid proof, in seconds since 1970',
    ['wall'],
  ),
  confirmed: gauge(
    'feed_confirmed_timestamp_seconds',
    'When the company of a wall last confirmed the catalogue of its offers, in seconds since 1970; 0 if it never did',
    ['wall'],
  ),
  paused: gauge('wall_paused', 'Whether staff have paused a wall: 1 or 0', ['wall']),
  raised: counter(
    'wall_alarms_total',
    'Alarms about the credits of a wall, one at most per wall, kind and UTC day',
    ['wall', 'kind'],
  ),
  open: gauge('wall_alarms_open', 'Alarms about the credits of a wall that nobody has looked at', [
    'wall',
    'kind',
  ]),
};
const mended = counter(
  'times_mended_total',
  'Times that lay too far ahead because the clock of the database went back',
  ['kind'],
);
const owed = gauge(
  'points_owed',
  'Points that the site owes: balances of members, pending credits, open redemptions',
  ['in'],
);
const notRolledUp = gauge('ledger_transfers_not_rolled_up', 'About how many transfers wait for the roll-up');
const members = gauge('members', 'Accounts, those of former members included');
const proof = {
  at: gauge('proof_timestamp_seconds', 'When the last proof of the ledger ended, in seconds since 1970'),
  differences: gauge('proof_differences', 'Differences that the last proof of the ledger found'),
};
const backup = gauge('backup_timestamp_seconds', 'When the last backup was taken, in seconds since 1970');

const labelled = [
  ...[jobs, redemptions, queues, walls].flatMap((group) => Object.values(group)),
  webhooks.endpoints,
  mended,
  owed,
];
/** A reset would leave their 0 behind, which reads as a figure. */
const plain = [
  ...Object.values(notices),
  ...Object.values(proof),
  backup,
  oldestReminder,
  webhooks.oldest,
  notRolledUp,
  members,
];

/** Replaces the figures by those of a new reading, or by none. */
export function setFigures(figures: Figures | undefined): void {
  for (const metric of labelled) metric.reset();
  for (const metric of plain) metric.remove();
  read.set(figures ? 1 : 0);
  if (figures) fill(figures);
}

function fill(figures: Figures): void {
  for (const { task, jobs: due, oldestSeconds } of figures.jobs) {
    jobs.due.set({ task }, due);
    jobs.oldest.set({ task }, oldestSeconds);
  }
  for (const { state, provider, ...found } of figures.redemptions) {
    redemptions.open.set({ state, provider }, found.redemptions);
    redemptions.oldest.set({ state, provider }, found.oldestSeconds);
    redemptions.late.set({ state, provider }, found.late);
  }
  for (const { queue, count, oldestAt, late } of figures.queues) {
    queues.items.set({ queue }, count);
    queues.oldest.set({ queue }, oldestAt ? Math.max(0, (Date.now() - oldestAt.getTime()) / 1000) : 0);
    queues.late.set({ queue }, late);
  }
  notices.undelivered.set(figures.notices.notices);
  notices.late.set(figures.notices.late);
  oldestReminder.set(figures.oldestReminderSeconds);
  for (const state of ['on', 'failing', 'stopped', 'off'] as const)
    webhooks.endpoints.set({ state }, figures.webhooks[state]);
  webhooks.oldest.set(figures.webhooks.oldestSeconds);
  for (const { wall, lastCallAt, confirmedAt, paused } of figures.walls) {
    if (lastCallAt) walls.lastCall.set({ wall }, lastCallAt.getTime() / 1000);
    if (confirmedAt !== undefined) walls.confirmed.set({ wall }, (confirmedAt?.getTime() ?? 0) / 1000);
    walls.paused.set({ wall }, paused ? 1 : 0);
  }
  for (const { wall, kind, raised, open } of figures.alarms) {
    walls.raised.inc({ wall, kind }, raised);
    walls.open.set({ wall, kind }, open);
  }
  for (const { kind, times } of figures.mended) mended.inc({ kind }, times);
  for (const place of ['balances', 'pending', 'redemptions'] as const)
    owed.set({ in: place }, figures.owed[place]);
  notRolledUp.set(figures.notRolledUp);
  members.set(figures.members);
  if (figures.proof) {
    proof.at.set(figures.proof.at.getTime() / 1000);
    proof.differences.set(figures.proof.differences);
  }
  if (figures.lastBackupAt) backup.set(figures.lastBackupAt.getTime() / 1000);
}
