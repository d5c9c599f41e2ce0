import type { Command } from '@commander-js/extra-typings';
import { strFromU8, unzipSync } from 'fflate';
import { EXPORT_PATH } from '#contract/settings.ts';
import {
  type ConfiguredWall,
  enforcesAddresses,
  proofOf,
  samplePostback,
  sourceOf,
} from '#domain/earning/index.ts';
import { configuredSandbox, readOperatorsWalls } from '#server/compose/adapters.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { readSecret } from '#server/config/secret.ts';
import { UsageError } from '#server/ops/arguments.ts';
import type { Ops } from '#server/ops/command.ts';
import { type Attack, attacksOn, newTransaction, STRANGER } from './attacks.ts';
import { deliverCall, from } from './deliver.ts';
import { parameterOf } from './edit-call.ts';
import { ALLOW_REMOTE, findWall, SERVER, serverOf } from './input.ts';
import { type SimulatedMember, signUpMember } from './simulated-member.ts';

const POINTS = 25;
const ALL = 'all';

interface Site {
  url: string;
  /** APP_URL of the server, which signatures cover. */
  origin: string;
  /** The member whose call is captured, and an accomplice. */
  members: [SimulatedMember, SimulatedMember];
}

interface Finding {
  wall: string;
  what: string;
  answers: string;
  result: string;
  bad: boolean;
}

export function addAttack(walls: Command, { exitsWith }: Ops): void {
  walls
    .command('attack')
    .argument('<wall>', 'its id, or all')
    .argument('[file]', 'the walls file; WALLS_FILE unless given')
    .summary('try what an attacker with one captured call of a wall could send')
    .description(
      'Sends to a running server what an attacker with one captured call of a wall could send, and prints what each moved.',
    )
    .option('--url <url>', 'the server', SERVER)
    .option(...ALLOW_REMOTE)
    .action(exitsWith((id, file, { url, allowRemote }) => attackWalls(id, file, serverOf(url, allowRemote))));
}

/**
 * Sends to a running development server what an attacker with one captured call of a wall could send, from another
 * address than the company's, and prints what each call paid or took. Also checks that nothing the members can read
 * contains the proof. Returns 0 if nothing was paid or taken except what the operator has accepted, else 1.
 */
async function attackWalls(id: string, file: string | undefined, url: string): Promise<number> {
  const config = readConfig();
  const walls = await wallsOf(config, id, file);
  const members: Site['members'] = [await signUpMember(url), await signUpMember(url)];
  const site = { url, origin: config.appUrl, members };
  const findings: Finding[] = [];
  const proofs = new Map<string, string[]>();
  for (const wall of walls) findings.push(...(await attackWall(site, wall, proofs)));
  findings.push(...(await lookForProofs(site, proofs)));
  print(findings);
  const bad = findings.filter((finding) => finding.bad).length;
  console.log(bad === 0 ? 'Nothing was paid or taken that must not be.' : `${bad} of these must not be.`);
  return bad === 0 ? 0 : 1;
}

async function wallsOf(config: Config, id: string, given: string | undefined): Promise<ConfiguredWall[]> {
  const sandbox = configuredSandbox(await readSecret(config.appSecret, config.dataDir));
  const file = given ?? config.wallsFile;
  const walls = [...(file ? await readOperatorsWalls(file, config) : []), sandbox];
  return id === ALL ? walls : [findWall(walls, id)];
}

async function attackWall(
  site: Site,
  wall: ConfiguredWall,
  proofs: Map<string, string[]>,
): Promise<Finding[]> {
  const [member, other] = site.members.map(({ walls }) => walls.find(({ id }) => id === wall.definition.id));
  const { id, postback } = wall.definition;
  if (!member || !other) throw new UsageError(`the server at ${site.url} has no wall ${id}`);
  const values = { transactionId: newTransaction(), memberCode: member.memberCode, points: POINTS };
  const captured = samplePostback(wall, 'credit', values, site.origin);
  if (!captured) throw new UsageError(`${wall.definition.title} has no call that credits`);
  proofs.set(
    id,
    postback.checks.flatMap(({ at }) =>
      at.in === 'param' ? (parameterOf(captured, at.name) ?? []) : (captured.headers[at.name] ?? []),
    ),
  );
  const before = await pointsOf(site);
  const { answer } = await deliverCall(site.url, captured, from(sourceOf(wall)));
  const paid = (await pointsOf(site)) - before;
  const finding = (what: string, answers: string, result: string, bad: boolean): Finding => ({
    wall: id,
    what,
    answers,
    result,
    bad,
  });
  const findings = [
    paid === POINTS
      ? finding('the true call', answer, `${paid} points`, false)
      : finding('the true call', answer, whyUnpaid(wall), true),
  ];
  const target = { wall, origin: site.origin, captured, values, otherCode: other.memberCode };
  for (const attack of attacksOn({ ...target, embed: JSON.stringify(member.embed) })) {
    const { answers, gained } = await run(site, wall, attack);
    const accepted = isAccepted(wall, attack);
    const moved = accepted ? 'as accepted' : gained > 0 ? 'PAID' : 'TAKEN';
    const result = gained === 0 ? 'nothing' : `${Math.abs(gained)} points, ${moved}`;
    findings.push(finding(attack.what, answers, result, gained !== 0 && !accepted));
  }
  return findings;
}

async function run(
  site: Site,
  wall: ConfiguredWall,
  { calls, headers, before }: Attack,
): Promise<{ answers: string; gained: number }> {
  if (before) await deliverCall(site.url, before, from(sourceOf(wall)));
  const points = await pointsOf(site);
  const answers: string[] = [];
  for (const call of calls) {
    const { answer } = await deliverCall(site.url, call, { ...from(STRANGER), ...headers });
    answers.push(answer);
  }
  return { answers: [...new Set(answers)].join(', '), gained: (await pointsOf(site)) - points };
}

/** Whether `acceptUnverified` accepts the attack: it changes only what no check covers. */
function isAccepted(wall: ConfiguredWall, { changes }: Attack): boolean {
  const { open } = proofOf(wall);
  return changes.length > 0 && !enforcesAddresses(wall) && changes.every((part) => open.includes(part));
}

const whyUnpaid = (wall: ConfiguredWall): string => {
  if (wall.holdDays > 0) return 'pending: set holdDays to 0 for this';
  return enforcesAddresses(wall)
    ? 'refused: start the server with TRUSTED_PROXIES=127.0.0.1,::1 for this'
    : 'not credited';
};

async function pointsOf({ members }: Site): Promise<number> {
  const balances = await Promise.all(members.map(({ points }) => points()));
  return balances.reduce((sum, points) => sum + points, 0);
}

/** Searches everything that the member can read for the proofs of the captured calls. */
async function lookForProofs(site: Site, proofs: Map<string, string[]>): Promise<Finding[]> {
  const [member] = site.members;
  const files = Object.values(unzipSync(await member.download(EXPORT_PATH))).map((file) => strFromU8(file));
  const timeline = await Promise.all(['/api/tasks', '/api/walls'].map((path) => member.download(path)));
  const texts = [...files, ...timeline.map((bytes) => strFromU8(bytes))];
  return [...proofs].map(([wall, values]) => {
    const isShown = values.some((value) => texts.some((text) => text.includes(value)));
    return {
      wall,
      what: 'the proof in what the member can read',
      answers: '',
      result: isShown ? 'it is THERE' : 'not there',
      bad: isShown,
    };
  });
}

function print(findings: Finding[]): void {
  const rows = findings.map(({ wall, what, answers, result }) => [wall, what, result, answers]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
