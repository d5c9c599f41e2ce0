import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PayoutRequest } from '#domain/redemption/index.ts';
import { payoutRequest } from '#testing/redemption.ts';
import { SandboxIssuer } from './sandbox.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-issuer-'));
afterAll(() => rm(dataDir, { recursive: true }));
const issuer = new SandboxIssuer({ dataDir });
/** Plays another process on the same folder. */
const neighbour = () => new SandboxIssuer({ dataDir });

const newRequest = () => payoutRequest();
const cardsOf = async (request: PayoutRequest) =>
  (await neighbour().cards()).filter((card) => card.redemptionId === request.redemptionId);
const prepared = async (request: PayoutRequest): Promise<string> => {
  const outcome = await issuer.prepare(request);
  if (outcome.t !== 'prepared') throw new Error(outcome.t);
  return outcome.ref;
};

test('a card is prepared, then issued, then shown, and repeats and other processes see the same one', async () => {
  const request = newRequest();
  expect(await issuer.lookup(request)).toEqual({ t: 'absent' });
  const ref = await prepared(request);
  expect(await neighbour().prepare(request)).toEqual({ t: 'prepared', ref });
  expect(await issuer.reveal(ref)).toBeUndefined();

  const issued = await issuer.commit(request, ref);
  expect(issued).toEqual({ t: 'issued', ref, reveal: 'details', expiresAt: expect.any(Date) });
  expect(await issuer.commit(request, ref)).toEqual(issued);
  expect(await neighbour().lookup(request)).toEqual(issued);
  expect(await neighbour().reveal(ref)).toMatchObject({ label: 'TEST CARD', securityCode: '000' });
  expect(await cardsOf(request)).toHaveLength(1);
});

test('the number of a test card fails the check digit that shops verify', async () => {
  const request = newRequest();
  const ref = await prepared(request);
  await issuer.commit(request, ref);
  const number = (await issuer.reveal(ref))?.number ?? '';
  expect(number).toMatch(/^4000 0000( \d{4}){2}$/);
  expect(passesLuhn(number.replaceAll(' ', ''))).toBe(false);
  expect(passesLuhn('4242424242424242')).toBe(true);
});

test('processes that prepare one redemption at once agree on one card', async () => {
  const request = newRequest();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => neighbour().prepare(request)));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
});

test('a voided card can never be issued, an issued one never voided', async () => {
  const [first, second] = [newRequest(), newRequest()];
  const firstRef = await prepared(first);
  expect(await issuer.void(firstRef)).toEqual({ t: 'absent' });
  expect(await issuer.commit(first, firstRef)).toEqual({ t: 'rejected', code: 'voided' });
  expect(await issuer.prepare(first)).toEqual({ t: 'rejected', code: 'voided' });

  const secondRef = await prepared(second);
  await issuer.commit(second, secondRef);
  expect(await issuer.void(secondRef)).toEqual({ t: 'rejected', code: 'issued' });
  expect(await issuer.lookup(second)).toMatchObject({ t: 'issued' });
});

test('an unknown card cannot be issued', async () => {
  expect(await issuer.commit(newRequest(), 'nothing')).toEqual({ t: 'rejected', code: 'no_such_card' });
});

test('a line torn by a crash loses only that line', async () => {
  const [before, after] = [newRequest(), newRequest()];
  const ref = await prepared(before);
  await appendFile(path.join(dataDir, 'sandbox-issuer.jsonl'), '{"t":"issued","ref":"sandbo');
  const laterRef = await prepared(after);
  expect(await neighbour().lookup(before)).toEqual({ t: 'prepared', ref });
  expect(await neighbour().lookup(after)).toEqual({ t: 'prepared', ref: laterRef });
  const lines = (await readFile(path.join(dataDir, 'sandbox-issuer.jsonl'), 'utf8')).split('\n');
  expect(lines).toContain('{"t":"issued","ref":"sandbo');
});

test('the switches can refuse, limit, lose the request or lose the reply', async () => {
  const request = newRequest();
  const failing = (fault: 'refuse' | 'rate' | 'lose_request' | 'lose_reply') =>
    new SandboxIssuer({ dataDir, fault: () => fault }).prepare(request);
  expect(await failing('refuse')).toMatchObject({ t: 'rejected' });
  expect(await failing('rate')).toMatchObject({ t: 'retry', code: 'rate', afterMs: expect.any(Number) });
  await expect(failing('lose_request')).rejects.toThrow('did not arrive');
  expect(await issuer.lookup(request)).toEqual({ t: 'absent' });
  await expect(failing('lose_reply')).rejects.toThrow('was lost');
  expect(await issuer.lookup(request)).toMatchObject({ t: 'prepared' });
});

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
