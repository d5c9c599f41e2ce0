import { expect, test } from 'vitest';
import type { REWARD_WORDINGS } from '#contract/site.values.ts';
import { noticeMail, noticePush } from './words.ts';

/** The unit of mails and push messages follows the setting. */

const site = (rewardWording: (typeof REWARD_WORDINGS)[number]) => ({
  ...{ productName: 'Pocketful', appUrl: 'https://rewards.example', supportEmail: 'help@rewards.example' },
  rewardWording,
});
const told = (language: string, kind: 'points_credited' | 'redemption_checked') => ({
  ...{ id: 'x', kind, language, country: null, path: '/history' },
  createdAt: new Date(),
  data: { points: 120, balance: 1120, what: '100 points game', amountCents: 500 },
});
const written = (
  wording: (typeof REWARD_WORDINGS)[number],
  language: string,
  kind: 'points_credited' | 'redemption_checked',
) => {
  const { subject, text } = noticeMail(site(wording), 'a@example.com', told(language, kind), '');
  const { title, body } = noticePush(site(wording), told(language, kind));
  return [subject, text, title, body].join('\n').replace(/[\u2068\u2069]/g, '');
};

test('a mail counts in dollars, in points with their worth, or in megabytes', () => {
  expect(written('specification', 'en', 'points_credited')).toContain('$1.20 arrived');
  expect(written('specification', 'en', 'points_credited')).toContain('Your balance is $11.20 now.');
  expect(written('cash', 'en', 'points_credited')).toContain('120 points ($1.20) arrived');
  expect(written('data', 'en', 'points_credited')).toContain('120 MB arrived');
  expect(written('data', 'de', 'points_credited')).toContain('1.120 MB');
});

test.each(['en', 'de', 'ur', 'ja'])(
  'a mail in %s has no word of another unit, but in the name of an offer',
  (language) => {
    const offer = /100 points game/g;
    for (const kind of ['points_credited', 'redemption_checked'] as const) {
      const data = written('data', language, kind).replace(offer, '');
      expect(data).not.toMatch(/\$|points?\b|Punkt|پوائنٹ|ポイント/);
      expect(data).toContain('120 MB');
      for (const wording of ['specification', 'cash'] as const)
        expect(written(wording, language, kind)).not.toMatch(/\bMB\b/);
    }
    expect(written('data', language, 'points_credited')).toMatch(offer);
  },
);
