import { randomBytes } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import { type ConfiguredWall, type SignedCall, samplePostback, sourceOf } from '#domain/earning/index.ts';
import { configuredSandbox, readOperatorsWalls } from '#server/compose/adapters.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { readSecret } from '#server/config/secret.ts';
import { percentage, UsageError, wholeNumber } from '#server/ops/arguments.ts';
import type { Ops } from '#server/ops/command.ts';
import { deliverCall, from } from './deliver.ts';
import { ALLOW_REMOTE, findWall, SERVER, serverOf } from './input.ts';
import { signUpMember } from './simulated-member.ts';
import { type Answer, tableOf } from './table.ts';

/** Sign-ups from one address are limited to twenty an hour. */
const USERS_MAX = 20;
const CALLS_MAX = 100_000;
const PARALLEL_MAX = 64;
const POINTS = 25;

interface Payee {
  /** The code by which the wall knows the member. */
  code: string;
  /** Reads the balance from the server; undefined for a code given on the command line. */
  points: (() => Promise<number>) | undefined;
}

/** What happens to a simulated transaction; the remaining share is plain credits. */
const STORIES = ['duplicates', 'reversals', 'early', 'forged'] as const;
type Story = (typeof STORIES)[number] | 'plain';

interface Plan {
  url: string;
  /** APP_URL of the server, which signatures cover. */
  origin: string;
  wall: ConfiguredWall;
  calls: number;
  parallel: number;
  shares: Record<(typeof STORIES)[number], number>;
}

interface Asked {
  url: string;
  wall?: string | undefined;
  users: number;
  codes?: string | undefined;
  calls: number;
  parallel: number;
  duplicates: number;
  reversals: number;
  early: number;
  forged: number;
  allowRemote?: true | undefined;
}

export function addSimulate(walls: Command, { exitsWith }: Ops): void {
  walls
    .command('simulate')
    .argument('[file]', 'the walls file of --wall')
    .summary('send postbacks to a running server and compare the balances')
    .description(
      'Sends postbacks to a running server, of the sandbox wall by default, and compares the balances.',
    )
    .option('--url <url>', 'the server', SERVER)
    .option('--wall <id>', 'a wall of the file')
    .option('--users <n>', 'members to sign up', wholeNumber('--users', 1, USERS_MAX), 3)
    .option('--codes <a,b>', 'codes of existing members, instead of --users')
    .option('--calls <n>', 'transactions', wholeNumber('--calls', 1, CALLS_MAX), 100)
    .option('--parallel <n>', 'transactions at a time', wholeNumber('--parallel', 1, PARALLEL_MAX), 8)
    .option('--duplicates <share>', 'credits sent twice at once', percentage('--duplicates'), 10)
    .option('--reversals <share>', 'credits that are taken back', percentage('--reversals'), 10)
    .option('--early <share>', 'reversals that come before their credit', percentage('--early'), 5)
    .option('--forged <share>', 'forgeries before the true call', percentage('--forged'), 5)
    .option(...ALLOW_REMOTE)
    .action(exitsWith(simulateWalls));
}

/**
 * Sends postbacks to a running server as a wall would: credits, copies at the same moment, reversals after and before their
 * credit, and forgeries before the true call. Prints how often each response came, and compares the members' balances with
 * the expected ones, which are zero while a wall holds its credits. Returns 0 if they are equal, else 1.
 */
async function simulateWalls(file: string | undefined, asked: Asked): Promise<number> {
  const url = serverOf(asked.url, asked.allowRemote);
  if (STORIES.reduce((sum, story) => sum + asked[story], 0) > 100)
    throw new UsageError('expected shares of at most 100% together');
  const config = readConfig();
  const plan: Plan = {
    url,
    origin: config.appUrl,
    wall: await wallOf(config, asked.wall, file),
    calls: asked.calls,
    parallel: asked.parallel,
    shares: asked,
  };
  const members: Payee[] = asked.codes
    ? asked.codes.split(',').map((code) => ({ code, points: undefined }))
    : await signUpMembers(plan, asked.users);
  return simulate(plan, members);
}

async function wallOf(
  config: Config,
  id: string | undefined,
  file: string | undefined,
): Promise<ConfiguredWall> {
  if ((id === undefined) !== (file === undefined))
    throw new UsageError('expected --wall and one file, or neither for the sandbox wall');
  if (id !== undefined && file !== undefined) return findWall(await readOperatorsWalls(file, config), id);
  return configuredSandbox(await readSecret(config.appSecret, config.dataDir));
}

async function signUpMembers({ url, wall }: Plan, users: number): Promise<Payee[]> {
  const members: Payee[] = [];
  for (let index = 0; index < users; index += 1) {
    const { walls, points } = await signUpMember(url);
    const code = walls.find(({ id }) => id === wall.definition.id)?.memberCode;
    if (!code) throw new Error(`the server at ${url} has no wall ${wall.definition.id}`);
    members.push({ code, points });
  }
  return members;
}

async function simulate(plan: Plan, members: Payee[]): Promise<number> {
  const answers: Answer[] = [];
  const expected = new Map(members.map((member) => [member, 0]));
  let next = 0;
  const work = async () => {
    while (next < plan.calls) {
      const index = next;
      next += 1;
      const member = members[index % members.length];
      if (!member) return;
      const story = storyOf(index, plan.shares);
      await play(plan, story, member.code, answers);
      // Pending credits are not in the balance yet.
      const stays = story !== 'reversals' && story !== 'early' && plan.wall.holdDays === 0;
      expected.set(member, (expected.get(member) ?? 0) + (stays ? POINTS : 0));
    }
  };
  await Promise.all(Array.from({ length: plan.parallel }, work));
  console.log(tableOf(answers));
  return compare(expected);
}

/** Spreads the stories over the calls: 61 and 100 have no common divisor. */
function storyOf(index: number, shares: Plan['shares']): Story {
  let slot = (index * 61) % 100;
  for (const story of STORIES) {
    if (slot < shares[story]) return story;
    slot -= shares[story];
  }
  return 'plain';
}

async function play(plan: Plan, story: Story, memberCode: string, answers: Answer[]): Promise<void> {
  const values = { transactionId: `simulated-${randomBytes(8).toString('hex')}`, memberCode, points: POINTS };
  const call = (wall: ConfiguredWall, outcome: 'credit' | 'reverse') => {
    const sample = samplePostback(wall, outcome, values, plan.origin);
    if (!sample)
      throw new UsageError(`${wall.definition.title} has no ${outcome}; set --reversals 0% --early 0%`);
    return sample;
  };
  const send = async (what: string, sample: SignedCall) => {
    const delivered = await deliverCall(plan.url, sample, from(sourceOf(plan.wall)));
    answers.push({ what, ...delivered });
  };
  const credit = call(plan.wall, 'credit');
  switch (story) {
    case 'plain':
      return send('credit', credit);
    case 'duplicates':
      await Promise.all([send('credit, two at once', credit), send('credit, two at once', credit)]);
      return;
    case 'reversals':
      await send('credit', credit);
      return send('reversal', call(plan.wall, 'reverse'));
    case 'early':
      await send('reversal before its credit', call(plan.wall, 'reverse'));
      return send('credit after its reversal', credit);
    case 'forged':
      await send('forged credit', call(withOtherSecrets(plan.wall), 'credit'));
      return send('credit', credit);
  }
}

function withOtherSecrets(wall: ConfiguredWall): ConfiguredWall {
  const guesses = wall.definition.secrets.map((name) => [name, randomBytes(16).toString('hex')]);
  return { ...wall, secrets: Object.fromEntries(guesses) };
}

async function compare(expected: Map<Payee, number>): Promise<number> {
  let wrong = 0;
  let unknown = 0;
  for (const [{ code, points }, sum] of expected) {
    if (!points) {
      unknown += 1;
      continue;
    }
    const balance = await points();
    if (balance === sum) continue;
    wrong += 1;
    console.log(`The member ${code} has ${balance} points, not ${sum}.`);
  }
  if (unknown > 0)
    console.log('The balances of given codes are not compared; `npm run ops -- audit` proves the ledger.');
  else if (wrong === 0) console.log(`All ${expected.size} members have the points they must have.`);
  return wrong === 0 ? 0 : 1;
}
