import { sql } from 'kysely';
import { expect } from 'vitest';
import { proveMissions } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { advertiserKey } from '#server/config/secret.ts';
import { clickOf } from '#testing/missions.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';
import { afterwards } from './afterwards.ts';

export const SECRET = 'a secret of at least thirty-two characters';

/** A site with missions, and the calls of its members and of the advertiser acme. Afterwards the proofs are asked. */
export async function openMissions() {
  const site = await startTestServer({ APP_SECRET: SECRET });
  const { database } = site;
  afterwards(async () => {
    expect(await proveLedger(database)).toEqual([]);
    expect(await proveMissions(database)).toEqual([]);
  });

  const start = (visitor: Visitor, id: string) => visitor.post(`/api/missions/${id}/start`, undefined);
  const complete = (visitor: Visitor, id: string) =>
    visitor.post(`/api/missions/${id}/completion`, undefined);
  const answer = (visitor: Visitor, id: string, answers: object) =>
    visitor.post(`/api/missions/${id}/answers`, { answers });
  const said = ({ status, body }: { status: number; body: { code?: string; state?: string } }) =>
    `${status} ${body.code ?? body.state}`;
  const pointsOf = async (id: string) =>
    (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow())
      .points;
  const tasksOf = (id: string) => database.selectFrom('tasks').selectAll().where('userId', '=', id).execute();
  const missionOf = async (visitor: Visitor, id: string) =>
    (await visitor.get('/api/missions')).body.find((mission: { id: string }) => mission.id === id);
  /** Starts a mission and returns the click id of the tracked link. */
  const click = async (visitor: Visitor, id: string) => clickOf((await start(visitor, id)).body.content.url);
  const postback = async (query: string, advertiser = 'acme') => {
    const response = await fetch(`${site.url}/api/mission-postbacks/${advertiser}?${query}`);
    return `${response.status} ${await response.text()}`;
  };
  const key = advertiserKey(SECRET, 'acme');
  const endPlace = (id: string) =>
    database
      .updateTable('missionAttempts')
      .set({ reservedUntil: sql`now() - interval '1 second'` })
      .where('missionId', '=', id)
      .execute();
  return {
    site,
    database,
    start,
    complete,
    answer,
    said,
    pointsOf,
    tasksOf,
    missionOf,
    click,
    postback,
    key,
    endPlace,
  };
}
