import { lastAddressOf, liveSessionsOf } from '#domain/members/index.ts';
import {
  askForCheck,
  type FulfilPorts,
  offerRewards,
  readCountry,
  reconcilePayouts,
} from '#domain/redemption/index.ts';
import type { Config } from '#server/config/config.ts';
import { accountTasks } from '#server/jobs/accounts.ts';
import { cleanUpTasks } from '#server/jobs/clean-up.ts';
import { earningTasks } from '#server/jobs/earning.ts';
import { feedTasks } from '#server/jobs/feeds.ts';
import { startJobs, type Tasks } from '#server/jobs/index.ts';
import { ledgerTasks } from '#server/jobs/ledger.ts';
import { mendTasks } from '#server/jobs/mend-times.ts';
import { noticeTasks } from '#server/jobs/notices.ts';
import { pictureTasks } from '#server/jobs/pictures.ts';
import { redemptionTasks, startRecovery } from '#server/jobs/redemption.ts';
import { reviewTasks } from '#server/jobs/reviews.ts';
import { trustTasks } from '#server/jobs/trust.ts';
import { startWebhooks } from '#server/jobs/webhooks.ts';
import { awaitComparison, observeComparison, observePayout } from '#server/metrics/index.ts';
import { openFeeds, openPictures } from './adapters.ts';
import type { Services } from './services.ts';

type WorkerSettings = Pick<Config, 'riskReview' | 'wallCostPercentMax'>;

/** Starts the jobs of the queue and the loops of a worker. `stop` waits for those that are running. */
export async function startWork(
  services: Services,
  settings: WorkerSettings,
): Promise<{ stop: () => Promise<void> }> {
  const { log, direct, transact, webhooks } = services;
  const jobs = await startJobs({ pool: direct, log, tasks: tasksOf(services, settings) });
  const recovery = startRecovery(transact, (error) =>
    log.error({ err: error }, 'recovery of redemptions failed'),
  );
  const telling = startWebhooks({ transact, ...webhooks }, (error) =>
    log.error({ err: error }, 'webhooks failed'),
  );
  return {
    stop: async () => {
      await Promise.all([recovery.stop(), telling.stop(), jobs.stop()]);
    },
  };
}

/** The function of each job of the queue. */
function tasksOf(services: Services, { riskReview, wallCostPercentMax }: WorkerSettings): Tasks {
  const { log, transact, mailer, push, channels, unsubscribeKey, walls, thresholdPoints } = services;
  const { productName, appUrl, drawPicture } = services;
  const { supportEmail, rewardWording } = services.site;
  const site = { productName, appUrl, supportEmail, rewardWording };
  return {
    ...accountTasks(transact, { mailer, site, codeKey: services.accounts.codeKey }),
    ...noticeTasks(
      transact,
      {
        mailer,
        push,
        channels,
        site,
        unsubscribeKey,
        wallTitles: new Map(walls.map(({ definition }) => [definition.id, definition.title])),
        countryOf: (memberId) => readCountry(services.database, memberId),
        canRedeem: (memberId) => canRedeem(services, memberId),
        liveSessionsOf: (memberId) => liveSessionsOf(services.database, memberId),
      },
      (mails) => log.warn({ mails }, 'mails to many members were not sent within five days'),
    ),
    ...payoutTasks(services),
    ...cleanUpTasks(transact),
    ...trustTasks(transact),
    ...reviewTasks(transact, riskReview.undecided),
    ...ledgerTasks(transact),
    ...mendTasks(transact, (found) =>
      log.error(found, 'times lay too far ahead and are set to now: the clock of the database went back'),
    ),
    ...earningTasks(transact, thresholdPoints, {
      walls,
      costPercentMax: wallCostPercentMax,
      onAlarm: (alarm) => log.warn(alarm, 'wall alarm'),
    }),
    ...feedTasks({ transact, ask: openFeeds() }, walls, (wall, result) => {
      if (result.outcome === 'failed') log.warn({ wall, ...result }, 'a feed was not pulled');
      if (result.outcome === 'pulled') log.info({ wall, ...result }, 'a feed was pulled');
    }),
    ...pictureTasks({ transact, drawPicture, fetchPicture: openPictures() }, walls, ({ kept, failed }) => {
      if (Object.keys(failed).length > 0) log.warn({ kept, failed }, 'some pictures of offers were not kept');
    }),
  };
}

/** Whether one of the rewards is open to the member, where they signed in last. */
async function canRedeem(
  { database, activeRewards, serving, thresholdPoints, countryOf }: Services,
  memberId: string,
): Promise<boolean> {
  const ip = await lastAddressOf(database, memberId);
  const member = { id: memberId, country: ip === undefined ? undefined : countryOf(ip) };
  const rewards = { thresholdPoints, serving, active: await activeRewards() };
  const { offers } = await offerRewards(database, member, rewards);
  return offers.some(({ unavailable }) => unavailable === null);
}

function payoutTasks({
  log,
  database,
  transact,
  providers,
  breaker,
}: Services): ReturnType<typeof redemptionTasks> {
  const ports: FulfilPorts = {
    transact,
    providers,
    report: (error, call) => log.warn({ err: error, ...call }, 'payout provider failed'),
    onRefused: (code, call) => log.warn({ code, ...call }, 'payout provider refused'),
    onAnswered: observePayout,
    breaker,
  };
  const checkGone = (redemptionId: string) => transact((tx) => askForCheck(tx, redemptionId));
  for (const provider of providers) if (provider.list) awaitComparison(provider.id);
  return redemptionTasks(ports, async () => {
    const found = { onGone: checkGone, onCompared: observeComparison };
    for (const difference of await reconcilePayouts(database, providers, found)) {
      log.error({ difference }, 'payouts differ from the list of their provider');
    }
  });
}
