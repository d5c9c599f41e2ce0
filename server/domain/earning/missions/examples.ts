import { sql } from 'kysely';
import { missionTexts } from '#contract/missions.rules.ts';
import type { MissionContent, MissionPlan } from '#contract/missions.ts';
import type { Database, Tx } from '#database/client.ts';
import { translationsOf } from '#domain/common/translated.ts';
import TEXTS from './example-texts.json' with { type: 'json' };
import { digestOf, type MissionTerms, recordTerms } from './terms.ts';

/** The advertiser of the examples; in development a page of this site plays it. */
export const SANDBOX_ADVERTISER = 'sandbox';

/**
 * Adds the example missions that do not exist yet and leaves existing ones unchanged. In production they are drafts,
 * since no advertiser pays for them.
 */
export async function addExampleMissions(
  tx: Tx,
  options: { status: 'active' | 'draft'; advertiserUrl: string },
): Promise<void> {
  const added = await tx
    .insertInto('missions')
    .values(
      Object.entries(examples(options.advertiserUrl)).map(([example, plan], position) => ({
        ...plan,
        example,
        kind: plan.content.kind,
        content: JSON.stringify(plan.content),
        translations: JSON.stringify(translationsOf(TEXTS, missionTexts(plan))),
        status: options.status,
        position: position * 10,
      })),
    )
    .onConflict((conflict) => conflict.column('example').doNothing())
    .returning(['id', 'points', 'dailyCap', 'totalCap', 'content'])
    .execute();
  if (options.status === 'draft') return;
  for (const mission of added as unknown as ({ id: string } & MissionTerms)[]) {
    await recordTerms(tx, mission, { digest: await digestOf(tx, mission), mostPoints: null });
  }
}

/** Whether members are offered an example that nobody of staff has published: only a start in development does so. */
export async function offersExampleMissions(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select from missions m
    where m.status = 'active' and m.example is not null and (
      select t.published_by from mission_terms t where t.mission_id = m.id order by t.id desc limit 1) is null
    limit 1`.execute(database);
  return rows.length > 0;
}

type Example = Pick<
  MissionPlan,
  'title' | 'description' | 'instructions' | 'points' | 'difficulty' | 'content'
>;

/** `url` is the advertiser's page; `{click}` in it is the click id. */
const examples = (url: string): Record<string, Example> => ({
  'app-install': {
    title: 'Install an app',
    description: 'Install and play for 3 minutes',
    instructions: [
      'Open the advertiser’s page from here, so that it knows who sent you.',
      'Install the app and play for 3 minutes.',
      'The reward arrives by itself when the advertiser confirms it.',
    ],
    points: 300,
    difficulty: 'easy',
    content: { kind: 'app_install', advertiser: SANDBOX_ADVERTISER, url },
  },
  'watch-video': {
    title: 'Watch a video',
    description: 'Watch a 30-second ad',
    instructions: [
      'Press play and watch to the end.',
      'The time stops when you leave this page and goes on when you come back.',
    ],
    points: 100,
    difficulty: 'easy',
    content: { kind: 'video', sources: ['/media/example.webm', '/media/example.mp4'], seconds: 30 },
  },
  'sign-up': {
    title: 'Sign up for a service',
    description: 'Sign up for a service trial',
    instructions: [
      'Open the advertiser’s page from here, so that it knows who sent you.',
      'Sign up for the trial with your real details.',
      'The reward arrives by itself when the advertiser confirms it.',
    ],
    points: 500,
    difficulty: 'medium',
    content: { kind: 'sign_up', advertiser: SANDBOX_ADVERTISER, url },
  },
  survey: {
    title: 'Answer a survey',
    description: 'Survey of 5 questions',
    instructions: ['Answer all 5 questions.', 'Your answers are stored under your account and sent once.'],
    points: 200,
    difficulty: 'easy',
    content: SURVEY,
  },
  browse: {
    title: 'Browse a shop',
    description: 'Browse a shopping app for 5 minutes',
    instructions: [
      'Look around for 5 minutes. You need not buy anything.',
      'The time stops when you leave this page and goes on when you come back.',
    ],
    points: 200,
    difficulty: 'easy',
    content: SHOP,
  },
});

const question = (id: string, text: string, options: string[]) => ({
  id,
  text,
  options: options.map((option, position) => ({ id: `o${position + 1}`, text: option })),
});

const SURVEY: MissionContent = {
  kind: 'survey',
  questions: [
    question('online', 'How often do you shop online?', ['Every week', 'Every month', 'Rarely', 'Never']),
    question('device', 'Which device do you use most for it?', ['Phone', 'Tablet', 'Computer']),
    question('reason', 'What matters most to you in a shop?', [
      'Price',
      'Fast delivery',
      'Reviews',
      'Easy returns',
    ]),
    question('rewards', 'What would you rather have as a reward?', [
      'Prepaid card',
      'Food voucher',
      'Bus ticket',
    ]),
    question('recommend', 'Would you recommend earning with surveys to a friend?', ['Yes', 'Maybe', 'No']),
  ],
};

const SHOP: MissionContent = {
  kind: 'browse',
  seconds: 300,
  items: [
    { title: 'Canvas backpack', text: 'Waxed cotton, 18 litres, a sleeve for a laptop.', price: '$48' },
    { title: 'Enamel mug', text: 'Keeps its looks at home and at the campfire.', price: '$12' },
    { title: 'Desk plant', text: 'A small pilea in a clay pot. Likes light, forgives a lot.', price: '$16' },
    { title: 'Reading lamp', text: 'Warm light, folds away, lasts ten hours.', price: '$35' },
  ],
};
