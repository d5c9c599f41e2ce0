import { parseArgs } from 'node:util';
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
import { builtInWalls, readOperatorsWalls } from './compose/adapters.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { attackWalls } from './ops-walls/attack.ts';
import { findWall, originOf, UsageError } from './ops-walls/input.ts';
import { simulateWalls } from './ops-walls/simulate.ts';

/** The operator's tools for walls: `npm run ops -- walls <action>`. */

export const WALLS_USAGE = `  walls check FILE       read a walls file as a start does and print every fault
  walls sign FILE --wall ID [--url ORIGIN] name=value...
                         print a call with these parameters, signed as the wall's company would; it may hold a secret
  walls simulate --url URL [--wall ID FILE] [--users N | --codes A,B] [--calls N] [--duplicates N%] [--reversals N%]
                 [--early N%] [--forged N%] [--parallel N]
                         send postbacks to a running server, of the sandbox wall by default, and compare the balances
  walls attack WALL|all [FILE] [--url URL]
                         send to a running server what somebody with one captured call of the wall could, and say what
                         each paid
  walls report [--days N]
                         what each wall credited and says that it pays, by UTC day; 14 days unless told
  walls schema           print the JSON Schema of a walls file, for editors`;

/** Runs one action; answers the exit code: 0 all is well, 1 something is wrong and printed, 2 the command is not right. */
export async function runWalls([action, ...args]: string[]): Promise<number> {
  try {
    if (action === 'check') return await check(args);
    if (action === 'sign') return await sign(args);
    if (action === 'simulate') return await simulateWalls(args);
    if (action === 'attack') return await attackWalls(args);
    if (action === 'schema' && args.length === 0) return printSchema();
    throw new UsageError('expected check, sign, simulate, attack, report or schema');
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const fault of error.faults) console.error(fault);
      console.error(error.faults.length === 1 ? '1 fault.' : `${error.faults.length} faults.`);
      return 1;
    }
    if (!isUsageError(error)) {
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }
    console.error(`${error.message}\n\n${WALLS_USAGE}`);
    return 2;
  }
}

async function check(args: string[]): Promise<number> {
  const [file, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (!file || more.length > 0) throw new UsageError('expected one file');
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

async function sign(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { wall: { type: 'string' }, url: { type: 'string' } },
  });
  const [file, ...assignments] = positionals;
  if (!file || !values.wall) throw new UsageError('expected a file and --wall');
  const config = readConfig();
  const wall = findWall(await readOperatorsWalls(file, config), values.wall);
  const origin = values.url === undefined ? config.appUrl : originOf(values.url);
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

/** The address to open, or a command of curl where there is more to send. */
function commandFor(call: SignedCall, origin: string): string {
  const url = origin + call.target;
  const headers = Object.entries(call.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if (call.method === 'GET' && headers.length === 0) return url;
  const body = call.body ? [`--data-binary ${quoted(call.body)}`] : [];
  return ['curl', '-X', call.method, ...headers, ...body, quoted(url)].join(' ');
}

/** A word for the shell, whatever it holds. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function meaningOf(wall: ConfiguredWall, call: SignedCall, origin: string): string {
  const read = readPostback(wall, rawRequestOf(wall, call), origin);
  if ('reason' in read) return `This is read as ${read.kind}: ${read.reason}.`;
  const what = read.kind === 'credit' ? `a credit of ${read.points} points` : 'a reversal';
  return `This is read as ${what} for the member ${read.memberCode}, transaction ${read.transactionId}.`;
}

function printSchema(): number {
  console.log(JSON.stringify(wallsFileSchema(builtInWalls), null, 2));
  return 0;
}

/** parseArgs marks what it does not understand with such codes. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
