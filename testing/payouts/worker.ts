import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createDatabase, createPool } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { openOwnRewards, type PayoutProvider } from '#domain/redemption/index.ts';
import { manualPayouts } from '#providers/payouts/manual/manual.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { stockPayouts } from '#providers/payouts/stock/stock.ts';
import { StripePayouts, type StripeSettings } from '#providers/payouts/stripe/stripe.ts';
import { TremendousPayouts, type TremendousSettings } from '#providers/payouts/tremendous/tremendous.ts';
import { redemptionTasks, startRecovery } from '#server/jobs/redemption.ts';
import { startJobs } from '#server/jobs/run.ts';
import { createLog } from '#server/log.ts';
import { idleTasks } from '#testing/idle-tasks.ts';
import { PATIENT } from '#testing/patience.ts';
import { type Careless, makeCareless } from './careless.ts';
import { keysOf, type StaffPlan, workAsStaff } from './staff.ts';
import { type SandboxPlan, unluckySandbox } from './unlucky-sandbox.ts';

/**
 * The product's redemption jobs as a process that may be killed at any time: queue, steps, providers and recovery are the
 * real ones; only the timeout of a provider's call is shorter. It reads its files, then waits for a message with its
 * `WorkerPlan`, and sends a message once it takes jobs.
 */

export interface WorkerPlan {
  databaseUrl: string;
  dataDir: string;
  tremendous: TremendousSettings;
  stripe: StripeSettings;
  callTimeoutMs: number;
  sandbox: SandboxPlan;
  /** For rewards from a stock and by a person. */
  staff?: StaffPlan;
  careless?: Careless;
}

// Saved now, because a killed process does not save what it compiled.
flushCompileCache();
const [plan] = (await once(process, 'message')) as [WorkerPlan];
const pool = createPool(plan.databaseUrl, () => {}, { ...PATIENT, prepares: false });
const database = createDatabase(pool);
const transact = transactOn(database);
const own = plan.staff && openOwnRewards(database, keysOf(plan.staff));
const log = createLog('silent');
const providers: PayoutProvider[] = [
  new SandboxIssuer({ dataDir: plan.dataDir, fault: unluckySandbox(plan.sandbox) }),
  new TremendousPayouts(plan.tremendous),
  new StripePayouts(plan.stripe),
  ...(own ? [stockPayouts(own), manualPayouts(own)] : []),
].map((provider) => (plan.careless ? makeCareless(provider, plan.careless) : provider));
const ports = { transact, providers, report: () => {}, callTimeoutMs: plan.callTimeoutMs };
const tasks = { ...idleTasks, ...redemptionTasks(ports, async () => {}) };
await startJobs({ pool, log, tasks });
startRecovery(transact, () => {});
process.send?.('ready');
if (plan.staff) await workAsStaff(database, transact, plan.staff);
