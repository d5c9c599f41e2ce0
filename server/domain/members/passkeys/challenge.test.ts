import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { CHALLENGE_SECONDS, makeChallenge, spendChallenge } from './challenge.ts';

const { database, transact } = await testDatabase();

test('a challenge is spent once, and not after its end', async () => {
  const challenge = Buffer.from(await makeChallenge(database, randomBytes(32), ['sign-in']));
  const spend = (bytes: Buffer) => transact((tx) => spendChallenge(tx, bytes.toString('base64url')));
  // Its end stands behind sixteen random bytes.
  const ended = Buffer.from(challenge);
  ended.writeUInt32BE(ended.readUInt32BE(16) - CHALLENGE_SECONDS - 1, 16);
  expect(await spend(ended)).toBe(false);
  expect([await spend(challenge), await spend(challenge)]).toEqual([true, false]);
});
