import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MissionContent, MissionPlan } from '#contract/missions.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { createMission, digestOf, recordTerms, signParameters } from '#domain/earning/index.ts';
import { giveGrants } from './captcha.ts';
import { createMember, signIn } from './factories.ts';
import type { TestServer, Visitor } from './server.ts';

export const VIDEO: MissionContent = { kind: 'video', sources: ['/media/example.webm'], seconds: 30 };
export const LINK: MissionContent = {
  kind: 'app_install',
  advertiser: 'acme',
  url: 'https://acme.example/?click={click}',
};
export const SURVEY: MissionContent = {
  kind: 'survey',
  questions: ['q1', 'q2'].map((id) => ({
    id,
    text: `Question ${id}`,
    options: ['yes', 'no'].map((option) => ({ id: option, text: option })),
  })),
};

/** Adds an active mission of 100 points with unlimited places, changed by `plan`; returns its id. */
export async function newMission(database: Database, plan: Partial<MissionPlan> = {}): Promise<string> {
  return transactOn(database)(async (tx) => {
    const mission = await createMission(tx, {
      title: 'A mission',
      description: 'Do it',
      instructions: ['Do it.'],
      points: 100,
      difficulty: 'easy',
      status: 'active',
      dailyCap: null,
      totalCap: null,
      position: 1_000,
      content: VIDEO,
      ...plan,
    });
    if (!mission) throw new Error('no mission was added');
    await recordTerms(tx, mission, { digest: await digestOf(tx, mission), mostPoints: null });
    return mission.id;
  });
}

/** A signed-in member with points and `grants` solved captchas. */
export async function missionMember(
  site: TestServer,
  values: { points?: number; grants?: number } = {},
): Promise<Visitor & { id: string }> {
  const member = await createMember(site.database, { points: values.points ?? 10 });
  const grants = values.grants ?? 1;
  if (grants > 0) await giveGrants(site.database, member.id, 'mission', grants);
  const visitor = Object.assign(site.visitor(), { id: member.id });
  visitor.cookie = await signIn(site.database, member);
  return visitor;
}

/** Lets time pass on the clock of the member's mission, without a heartbeat. */
export async function passTime(database: Database, missionId: string, userId: string, seconds: number) {
  await database
    .updateTable('missionAttempts')
    .set({ runningSince: sql`running_since - make_interval(secs => ${seconds})` })
    .where('missionId', '=', missionId)
    .where('userId', '=', userId)
    .execute();
}

/** Sends a heartbeat of the page, by default while playing. */
export const beat = (
  visitor: Visitor,
  missionId: string,
  values: { view?: string; playing?: boolean } = {},
) => visitor.post(`/api/missions/${missionId}/heartbeats`, { view: 'page-one', playing: true, ...values });

/** Seconds between two heartbeats of `watchAll`: far from a silence that counts nothing, as a slow machine adds to them. */
const STEP_SECONDS = 2;

/** Watches a whole mission, without the wait. */
export async function watchAll(database: Database, visitor: Visitor & { id: string }, missionId: string) {
  while ((await beat(visitor, missionId)).body.state === 'counting')
    await passTime(database, missionId, visitor.id, STEP_SECONDS);
}

/** The click id in the tracked link of the member's mission. */
export const clickOf = (url: string): string => new URL(url).searchParams.get('click') ?? '';

/** A signed query as an advertiser sends it. */
export function advertiserQuery(key: Buffer, values: Record<string, string>): string {
  const query = new URLSearchParams({ transaction: randomUUID(), ...values });
  query.set('signature', signParameters([...query], key));
  return query.toString();
}
