import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { mailboxSpelling } from './mailbox.ts';

const { database } = await testDatabase();

const of = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 });
const name = of("abzAB09.+-_'");
const host = fc.oneof(
  fc.constantFrom('gmail.com', 'googlemail.com', 'Gmail.com', 'mail.gmail.com', 'gmail.com.example'),
  of('abzAB09.-'),
);
/** Addresses, texts that look much alike, and others. */
const addresses = fc.oneof(
  fc.emailAddress(),
  fc.tuple(name, host).map((parts) => parts.join('@')),
  of('a.+@G'),
);
const spellings = async (emails: string[]) => {
  const { rows } = await sql<{ spelling: string }>`
    select payout_mailbox(email) as spelling from unnest(${emails}::text[]) with ordinality as e (email, n)
    order by n`.execute(database);
  return rows.map(({ spelling }) => spelling);
};

test("the spelling of a mailbox is the database's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(addresses, { minLength: 20, maxLength: 100 }), async (emails) => {
      expect(emails.map(mailboxSpelling)).toEqual(await spellings(emails));
    }),
  );
});

test.each([
  ['R.o.bin+tag@Googlemail.com', 'robin@gmail.com'],
  ['r.obin+a+b@example.com', 'r.obin@example.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxSpelling(email)).toBe(mailbox);
});
