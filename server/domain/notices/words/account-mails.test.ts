import { expect, test } from 'vitest';
import {
  alreadyMemberMail,
  emailChangeCodeMail,
  emailTakenMail,
  farewellMail,
  resetLinkMail,
  verificationCodeMail,
} from './account-mails.ts';

const site = {
  productName: 'Tom & <Jerry>',
  appUrl: 'https://rewards.example',
  supportEmail: 'help@rewards.example',
};
const to = 'robin@example.com';
const mails = [
  verificationCodeMail(site, to, '012345'),
  alreadyMemberMail(site, to),
  resetLinkMail(site, to, 'token-of-the-link'),
  emailChangeCodeMail(site, to, '543210'),
  emailTakenMail(site, to),
  farewellMail(site, to, { at: '2026-03-01T09:05:00Z' }),
  farewellMail(site, to, { at: '2026-03-01T09:05:00Z', isEarlier: true }),
];

test.each(mails.map((mail) => [mail.subject, mail] as const))(
  'the mail "%s" names the product, escaped in HTML',
  (_, mail) => {
    expect(mail.to).toBe(to);
    expect(mail.subject).toContain('Tom & <Jerry>');
    expect(mail.text).toContain('Tom & <Jerry>');
    expect(mail.html).toContain('Tom &amp; &lt;Jerry&gt;');
    expect(mail.html).not.toContain('<Jerry>');
    expect(mail.html).not.toMatch(/<script|<img|src=/);
    expect(mail.html + mail.text).not.toMatch(/\{\w+\}/);
  },
);

test('code and link are in the text and the HTML, with the time for which they are valid', () => {
  const [code, , link] = mails;
  for (const form of [code?.text, code?.html]) expect(form).toMatch(/012345[\s\S]*10 minutes/);
  // Everything is behind the #, which browsers send nowhere.
  const page = 'https://rewards.example/confirm-email#email=robin%40example.com&code=012345';
  expect(code?.text).toContain(page);
  expect(code?.html).toContain(`href="${page.replace('&', '&amp;')}"`);
  for (const form of [link?.text, link?.html]) {
    expect(form).toContain('https://rewards.example/reset-password?token=token-of-the-link');
    expect(form).toContain('expires in 1 hour');
  }
});

test('the last mails say when the account was deleted, if their job says it, and what else is untold', () => {
  const at = '2026-03-01T09:05:00Z';
  for (const isEarlier of [false, true]) {
    const text = (more: object) => farewellMail(site, to, { isEarlier, ...more }).text;
    expect(text({ at })).toContain('March 1, 2026');
    expect(text({})).not.toContain('Time');
    expect(text({ at, hasCopy: true })).toContain('downloaded a copy of all data');
    expect(text({ at })).not.toContain('copy');
  }
});
