import type { Command } from '@commander-js/extra-typings';
import {
  addressOf,
  type ConfiguredWall,
  enforcesAddresses,
  type Pairs,
  proofOf,
  rawRequestOf,
  readPostback,
  type SignedCall,
  signPostback,
  wallsFileSchema,
} from '#domain/earning/index.ts';
import { builtInFeeds, builtInWalls, readOperatorsWalls } from '#server/compose/adapters.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { UsageError } from './arguments.ts';
import type { Ops } from './command.ts';
import { quoted } from './quoted.ts';
import { sentenceOf } from './sentence.ts';
import { addAttack } from './walls/attack.ts';
import { findWall, originOf } from './walls/input.ts';
import { addReport } from './walls/report.ts';
import { addSimulate } from './walls/simulate.ts';

export function addWalls(program: Command, ops: Ops): void {
  const walls = program.command('walls').description('Walls: their file, their calls, what they paid');
  const told: Ops = { ...ops, exitsWith: (work) => ops.exitsWith(tellsFaults(work)) };
  walls
    .command('check')
    .argument('<file>')
    .description('read a walls file as a start does and print every fault')
    .action(told.exitsWith(check));
  walls
    .command('sign')
    .argument('<file>')
    .argument('[name=value...]', 'the parameters of the call')
    .summary("print a call, signed as the wall's company would")
    .description(
      "Prints a call with these parameters, signed as the wall's company would; it may hold a secret.",
    )
    .requiredOption('--wall <id>', 'a wall of the file')
    .option('--url <origin>', 'where the call goes; APP_URL unless given')
    .action(told.exitsWith(sign));
  addSimulate(walls, told);
  addAttack(walls, told);
  addReport(walls, ops);
  walls
    .command('schema')
    .description('print the JSON Schema of a walls file, for editors')
    .action(ops.exitsWith(printSchema));
}

/** Prints faults of a file, a call or a server as one line for the person at the keyboard, without a stack. */
const tellsFaults =
  <Given extends unknown[]>(work: (...given: Given) => number | Promise<number>) =>
  async (...given: Given): Promise<number> => {
    try {
      return await work(...given);
    } catch (error) {
      if (error instanceof UsageError || error instanceof ConfigError) throw error;
      console.error(sentenceOf(error) ?? (error instanceof Error ? error.message : error));
      return 1;
    }
  };

async function check(file: string): Promise<number> {
  const config = readConfig();
  const walls = await readOperatorsWalls(file, config);
  for (const wall of walls) {
    const { id, title, postback } = wall.definition;
    console.log(`${title}: ${postback.methods.join(' or ')} ${config.appUrl}/api/postbacks/${id}`);
    if (postback.query) console.log(`  to paste at the company: ${addressOf(wall, config.appUrl)}`);
    console.log(`  ${shownAs(wall)}; one call credits at most ${wall.maxPoints} points${waitOf(wall)}`);
    const { open } = proofOf(wall);
    if (open.length > 0)
      console.log(
        `  its proof leaves the ${open.join(' and the ')} open; ${enforcesAddresses(wall) ? `only ${postback.ips?.list.join(', ')} may call` : 'accepted by acceptUnverified'}`,
      );
    const ignored = postback.outcomes.filter((outcome) => outcome.unverified && outcome.then === 'ignore');
    for (const { when } of ignored)
      console.log(`  ignored without acceptUnverified: calls with ${JSON.stringify(when)}`);
  }
  console.log(walls.length === 1 ? '1 wall is right.' : `${walls.length} walls are right.`);
  return 0;
}

function waitOf({ holdDays }: ConfiguredWall): string {
  if (holdDays === 0) return '';
  return holdDays === 1 ? ', pending for 1 day' : `, pending for ${holdDays} days`;
}

function shownAs({ definition }: ConfiguredWall): string {
  if (definition.embed?.script) return 'shown by a script';
  return definition.embed?.iframe ? 'shown in a frame' : 'not shown, postbacks only';
}

async function sign(
  file: string,
  assignments: string[],
  given: { wall: string; url?: string | undefined },
): Promise<number> {
  const config = readConfig();
  const wall = findWall(await readOperatorsWalls(file, config), given.wall);
  const origin = given.url === undefined ? config.appUrl : originOf(given.url);
  const call = signPostback(wall, assignments.map(pairOf), origin);
  console.log(commandFor(call, origin));
  console.error(meaningOf(wall, call, origin));
  return 0;
}

function pairOf(assignment: string): Pairs[number] {
  const end = assignment.indexOf('=');
  if (end < 1) throw new UsageError(`expected name=value, got ${assignment}`);
  return [assignment.slice(0, end), assignment.slice(end + 1)];
}

/** The address to open, or a curl command if the call has headers or a body. */
function commandFor(call: SignedCall, origin: string): string {
  const url = origin + call.target;
  const headers = Object.entries(call.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if (call.method === 'GET' && headers.length === 0) return url;
  const body = call.body ? [`--data-binary ${quoted(call.body)}`] : [];
  return ['curl', '-X', call.method, ...headers, ...body, quoted(url)].join(' ');
}

function meaningOf(wall: ConfiguredWall, call: SignedCall, origin: string): string {
  const read = readPostback(wall, rawRequestOf(wall, call), origin);
  if ('reason' in read) return `This is read as ${read.kind}: ${read.reason}.`;
  const what = read.kind === 'credit' ? `a credit of ${read.points} points` : 'a reversal';
  return `This is read as ${what} for the member ${read.memberCode}, transaction ${read.transactionId}.`;
}

function printSchema(): number {
  console.log(JSON.stringify(wallsFileSchema({ builtIn: builtInWalls, feeds: builtInFeeds }), null, 2));
  return 0;
}
