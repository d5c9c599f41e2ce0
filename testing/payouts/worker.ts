import { createDatabase, createPool } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import type { PayoutProvider } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox.ts';
import { StripePayouts, type StripeSettings } from '#providers/payouts/stripe.ts';
import { TremendousPayouts, type TremendousSettings } from '#providers/payouts/tremendous.ts';
import { redemptionTasks, startRecovery } from '#server/jobs/redemption.ts';
import { startJobs, type Tasks } from '#server/jobs/run.ts';
import { createLog } from '#server/log.ts';
import { type Careless, makeCareless } from './careless.ts';
import { type SandboxPlan, unluckySandbox } from './unlucky-sandbox.ts';

/**
 * The product's jobs of redemption as a process that may be killed at any time: queue, steps, providers and recovery are
 * the real ones, only a call to a provider is given up sooner. Started with a `WorkerPlan` as its argument.
 */

export interface WorkerPlan {
  databaseUrl: string;
  dataDir: string;
  tremendous: TremendousSettings;
  stripe: StripeSettings;
  callTimeoutMs: number;
  sandbox: SandboxPlan;
  careless?: Careless;
}

const plan = JSON.parse(process.argv[2] ?? '') as WorkerPlan;
const pool = createPool(plan.databaseUrl, () => {});
const transact = transactOn(createDatabase(pool));
const log = createLog('silent');
const providers: PayoutProvider[] = [
  new SandboxIssuer({ dataDir: plan.dataDir, fault: unluckySandbox(plan.sandbox) }),
  new TremendousPayouts(plan.tremendous),
  new StripePayouts(plan.stripe),
].map((provider) => (plan.careless ? makeCareless(provider, plan.careless) : provider));
const ports = { transact, providers, report: () => {}, callTimeoutMs: plan.callTimeoutMs };
const none = async () => {};
// The queue hands out only jobs of these names; the others stay where they are.
await startJobs({ pool, log, tasks: redemptionTasks(ports, none) as Tasks });
startRecovery(transact, () => {});
process.send?.('ready');
