import { randomInt, randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMember } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { CRASH_WALLS, openCrashHarness, signed } from './crash-harness.ts';

const { database, url, start, expectAudit } = await openCrashHarness();

const KILLS = 3;
const MEMBERS = 20;
/** Distinct calls per round; every tenth is sent a second time while the first is still under way. */
const CALLS = 400;
const IN_FLIGHT = 200;
const POINTS = 10;
const REPEAT_MS = 500;

interface Call {
  path: string;
  member: number;
}

const members = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(database)));
await database
  .insertInto('wallMembers')
  .values(
    members.flatMap(({ id }, index) =>
      CRASH_WALLS.map((wall) => ({ wall, code: `robin${index}`, userId: id })),
    ),
  )
  .execute();

function newCall(index: number): Call {
  const member = randomInt(MEMBERS);
  const wall = CRASH_WALLS[index % CRASH_WALLS.length];
  const query = signed(`points=${POINTS}&tx=${randomUUID()}&user=robin${member}`);
  return { path: `/api/postbacks/${wall}?${query}`, member };
}

/** The body of the response; undefined if the server died meanwhile. */
function send(agent: Agent, { path }: Call): Promise<string | undefined> {
  return new Promise((resolve) => {
    let body = '';
    let whole = false;
    const sent = get(`${url()}${path}`, { agent }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        body += part;
      });
      answer.on('end', () => {
        whole = answer.complete;
      });
      answer.on('error', () => undefined);
    });
    sent.on('error', () => undefined);
    // These calls are sent again at the end, whatever happened before.
    sent.on('close', () => resolve(whole ? body : undefined));
  });
}

/** Sends all calls, a number of them at the same time; returns the response of each. */
async function sendAll(calls: Call[], onAnswer: () => void = () => undefined) {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const answers = await Promise.all(
    calls.map(async (call) => {
      const answer = await send(agent, call);
      if (answer !== undefined) onAnswer();
      return answer;
    }),
  );
  agent.destroy();
  return answers;
}

/** Sends all calls as `sendAll` does, again those that a server on a busy machine asks for later. */
async function sendUntilTaken(calls: Call[]) {
  const answers = await sendAll(calls);
  for (;;) {
    const refused = [...answers.keys()].filter((index) => answers[index] === 'retry');
    if (refused.length === 0) return answers;
    await pause(REPEAT_MS);
    const later = await sendAll(refused.map((index) => calls[index] as Call));
    refused.forEach((index, place) => {
      answers[index] = later[place];
    });
  }
}

test('each transaction is paid once after kill -9 at random moments of a load and a repeat of every call', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const sent: Call[] = [];
  const acknowledged = new Set<string>();
  for (let round = 0; round < KILLS; round += 1) {
    const fresh = Array.from({ length: CALLS }, (_, index) => newCall(index));
    const calls = fresh.flatMap((call, index) => (index % 10 === 0 ? [call, call] : [call]));
    const server = await start();
    const killAfter = randomInt(1, CALLS / 2);
    let answered = 0;
    let killed: Promise<void> | undefined;
    const answers = await sendAll(calls, () => {
      answered += 1;
      if (answered === killAfter) killed = server.kill();
    });
    await killed;
    expect(answers).toContain(undefined);
    answers.forEach((answer, index) => {
      if (answer === 'ok') acknowledged.add(calls[index]?.path ?? '');
    });
    sent.push(...calls);
  }

  const server = await start();
  const again = await sendUntilTaken(sent);
  expect(new Set(again)).toEqual(new Set(['ok', 'dup']));
  // An acknowledged call was stored, so its repeat pays nothing.
  sent.forEach(({ path }, index) => {
    if (acknowledged.has(path)) expect(again[index]).toBe('dup');
  });
  expect(new Set(await sendUntilTaken(sent))).toEqual(new Set(['dup']));
  await server.kill();

  const distinct = [...new Map(sent.map((call) => [call.path, call])).values()];
  const points = await database.selectFrom('users').select(['id', 'points']).execute();
  const balances = new Map(points.map((row) => [row.id, row.points]));
  members.forEach(({ id }, index) => {
    expect(balances.get(id)).toBe(distinct.filter(({ member }) => member === index).length * POINTS);
  });
  await expectAudit();
});
