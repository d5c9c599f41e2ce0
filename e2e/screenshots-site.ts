import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ENGLISH, type LanguageCode } from '#contract/languages.ts';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { seedDatabase } from '#server/ops/seed.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { writeFeeds } from '#testing/feeds/site.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { SECRET } from '#testing/walls.ts';

/** Who looks at a screen. A visitor is not signed in. */
export type Person = 'visitor' | 'newcomer' | 'member' | 'admin';

/** A running site with data, and the session of each person. */
export interface Site {
  url: string;
  /** The cookie of a person whose account has the language. */
  session: (person: Exclude<Person, 'visitor'>, language: LanguageCode) => string;
  /** The path of a member with a history, for the admin. */
  memberPage: string;
  end: () => Promise<void>;
}

const SEEDED = { members: 240, tasks: 4_000 };
/** What the member did, oldest first, with the number of days ago. The offers are those of the sandbox wall. */
const HISTORY = [
  { offer: 'game', daysAgo: 9 },
  { offer: 'survey', daysAgo: 6 },
  { offer: 'video', daysAgo: 6 },
  { offer: 'shop', daysAgo: 4 },
  { offer: 'video', daysAgo: 1 },
  { offer: 'video', daysAgo: 0 },
];
const ISSUED_WITHIN_MS = 20_000;

/** The real server with the embedded database in a temporary folder, with plausible data and people of each language. */
export async function startSite(languages: LanguageCode[]): Promise<Site> {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  await migrate(embedded.url);
  const database = createDatabase(createPool(embedded.url, () => {}));
  await seedDatabase(database, SEEDED.members, SEEDED.tasks);
  const feeds = await writeFeeds(folder.path, database);
  const server = await startProcess(folder.path, {
    DATABASE_URL: embedded.url,
    WALLS_FILE: feeds.file,
    OFFER_SAMPLE: 'on',
  });
  const people = new Map<string, SignedIn>();
  for (const language of languages) {
    people.set(`newcomer.${language}`, await person(database, language, { name: 'Sam' }));
    people.set(`admin.${language}`, await person(database, language, { name: 'Kim', isAdmin: true }));
    const member = await person(database, language, { name: 'Robin' });
    await liveThrough(server.url, database, member);
    people.set(`member.${language}`, member);
  }
  const find = (who: string) => {
    const found = people.get(who);
    if (!found) throw new Error(`There is no ${who}`);
    return found;
  };
  return {
    url: server.url,
    session: (who, language) => find(`${who}.${language}`).session,
    memberPage: `/admin/users/${find('member.en').id}`,
    end: async () => {
      await server.end();
      await feeds.close();
      await database.destroy();
      await embedded.stop();
      await folder.remove();
    },
  };
}

interface SignedIn {
  id: string;
  session: string;
}

async function person(
  database: Database,
  locale: LanguageCode,
  { name, isAdmin = false }: { name: string; isAdmin?: boolean },
): Promise<SignedIn> {
  const email = `${name.toLowerCase()}${locale === ENGLISH ? '' : `.${locale}`}@example.com`;
  const created = await createMember(database, { email, isAdmin });
  await database.updateTable('users').set({ name, locale }).where('id', '=', created.id).execute();
  const cookie = await signIn(database, created);
  return { id: created.id, session: cookie.slice(cookie.indexOf('=') + 1) };
}

/** Starts an offer of the catalogue and reaches some of its steps. */
async function startGame(ask: (path: string, body?: unknown) => Promise<Response>) {
  const started = await ask('/api/offers/games/4711/start', {});
  const address = new URL(((await started.json()) as { url: string }).url);
  const [user, click] = ['user', 'sid2'].map((name) => address.searchParams.get(name) ?? '');
  for (const [goal, points] of [
    ['a', '0'],
    ['b', '250'],
    ['c', '310'],
  ] as const) {
    const query = new URLSearchParams({
      user: user ?? '',
      click: click ?? '',
      offer: '4711',
      goal,
      points,
      tx: randomUUID(),
    });
    query.sort();
    const sig = createHmac('sha256', SECRET).update(query.toString()).digest('hex');
    await ask(`/api/postbacks/games?${query}&sig=${sig}`);
  }
}

/** Does offers, a redemption and one more offer in order, and then dates them back. */
async function liveThrough(url: string, database: Database, { id, session }: SignedIn): Promise<void> {
  const ask = async (path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      headers: { Cookie: `session=${session}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const walls = (await (await ask('/api/walls')).json()) as { id: string; memberCode: string }[];
  const user = walls.find((wall) => wall.id === 'sandbox')?.memberCode;
  for (const { offer } of HISTORY) await ask('/dev/wall/send', { action: 'complete', user, offer });
  const tasks = await database
    .selectFrom('tasks')
    .select('id')
    .where('userId', '=', id)
    .orderBy('completedAt')
    .execute();
  for (const [index, task] of tasks.entries()) {
    const daysAgo = HISTORY[index]?.daysAgo ?? 0;
    await database
      .updateTable('tasks')
      .set({ completedAt: sql<Date>`completed_at - make_interval(days => ${daysAgo})` })
      .where('id', '=', task.id)
      .execute();
  }
  await startGame(ask);
  await giveGrants(database, id, 'redemption');
  await ask('/api/redemptions', { requestId: randomUUID(), cardTier: '1USD' });
  const end = Date.now() + ISSUED_WITHIN_MS;
  for (;;) {
    const [newest] = (await (await ask('/api/redemptions')).json()) as { status: string }[];
    if (newest?.status === 'issued') return;
    if (Date.now() > end) throw new Error(`The redemption is still ${newest?.status}`);
  }
}
