import { randomBytes } from 'node:crypto';
import type { CallPart } from '#contract/walls.values.ts';
import {
  type ConfiguredWall,
  type SampleValues,
  type SignedCall,
  samplePostback,
  signedFields,
  signTest,
  sourceOf,
} from '#domain/earning/index.ts';
import { parameterOf, withPair, withParameters } from './edit-call.ts';

/** A call that an attacker with one captured call could send. */
export interface Attack {
  what: string;
  /** Parts that it changes although a proof should cover them; if empty, it must never pay or take anything. */
  changes: CallPart[];
  calls: SignedCall[];
  /** Headers besides those of the calls. */
  headers?: Record<string, string>;
  /** Sent first by the company itself; pays nothing. */
  before?: SignedCall;
}

export interface Target {
  wall: ConfiguredWall;
  /** APP_URL of the server. */
  origin: string;
  /** One credit that the company sent for the first member. */
  captured: SignedCall;
  values: SampleValues;
  otherCode: string;
  /** The wall's embed as the first member sees it. */
  embed: string;
}

const LARGE = 1_000;
const MOVED_MAX = 3;
const EVERYTHING: CallPart[] = ['member', 'transaction', 'amount'];

export const newTransaction = (): string => `attack-${randomBytes(6).toString('hex')}4627`;

/** Every attack on this wall, in the order in which they are tried. */
export function attacksOn(target: Target): Attack[] {
  const { wall, captured, values, otherCode } = target;
  const { fields } = wall.definition.postback;
  const amount = fields.points ?? fields.usd ?? '';
  const another = () => ({ [fields.tx]: newTransaction() });
  const edited = (changes: Record<string, string>) => [withParameters(captured, changes)];
  const larger = { [amount]: String(LARGE) };
  const attacks: Attack[] = [
    { what: 'the same call again', changes: [], calls: [captured] },
    { what: 'a larger amount', changes: ['amount'], calls: edited(larger) },
    { what: 'another id', changes: ['transaction'], calls: edited(another()) },
    {
      what: 'another id, a larger amount',
      changes: ['transaction', 'amount'],
      calls: edited({ ...another(), ...larger }),
    },
    { what: 'another member', changes: ['member'], calls: edited({ [fields.user]: otherCode }) },
    {
      what: 'another member, another id',
      changes: ['member', 'transaction'],
      calls: edited({ [fields.user]: otherCode, ...another() }),
    },
    { what: 'signed parts cut elsewhere', changes: [], calls: cutElsewhere(target) },
    {
      what: 'the amount twice',
      changes: [],
      calls: (['first', 'last'] as const).map((place) =>
        withPair(withParameters(captured, another()), `${amount}=${LARGE}`, place),
      ),
    },
    {
      what: 'no proof, or an empty one',
      changes: [],
      calls: withoutProof(target, { ...another(), ...larger }),
    },
    { what: 'a digest of the embed', changes: [], calls: withShownDigests(target) },
    {
      what: "the company's address in headers",
      changes: EVERYTHING,
      calls: edited({ ...another(), ...larger, [fields.user]: otherCode }),
      headers: disguise(wall),
    },
    ...besideTheBody(target),
    ...testWithoutMark(target),
    ...reversalAsCredit(target, values),
    ...reversalOfAnother(target),
  ];
  return attacks.filter(({ calls }) => calls.length > 0);
}

/** Moves characters from the end of one signed part to the beginning of the next, and back. */
function cutElsewhere({ wall, captured }: Target): SignedCall[] {
  const digests = wall.definition.postback.checks.flatMap((check) =>
    check.kind === 'digest' ? [check.digest] : [],
  );
  return digests.flatMap((digest) => {
    const names = signedFields(digest);
    return names.slice(1).flatMap((right, index) => {
      const left = names[index] ?? '';
      const [head, tail] = [parameterOf(captured, left) ?? '', parameterOf(captured, right) ?? ''];
      const cuts = Array.from({ length: MOVED_MAX }, (_, moved) => moved + 1);
      return cuts.flatMap((moved) => [
        withParameters(captured, { [left]: head.slice(0, -moved), [right]: head.slice(-moved) + tail }),
        withParameters(captured, { [left]: head + tail.slice(0, moved), [right]: tail.slice(moved) }),
      ]);
    });
  });
}

function withoutProof({ wall, captured }: Target, changes: Record<string, string>): SignedCall[] {
  const { checks } = wall.definition.postback;
  const edited = withParameters(captured, changes);
  return [undefined, ''].map((proof) =>
    checks.reduce<SignedCall>((call, { at }) => withProof(call, at, proof), edited),
  );
}

function withProof(
  call: SignedCall,
  { in: where, name }: { in: 'param' | 'header'; name: string },
  proof: string | undefined,
): SignedCall {
  if (where === 'param') return withParameters(call, { [name]: proof });
  const { [name]: _, ...headers } = call.headers;
  return { ...call, headers: proof === undefined ? headers : { ...headers, [name]: proof } };
}

/**
 * Uses what the embed shows as a digest to prove a call whose signed parts are those of the embed's digest: the
 * member's code, alone or before the settings.
 */
function withShownDigests({ wall, captured, values, embed }: Target): SignedCall[] {
  const { checks, fields } = wall.definition.postback;
  const shown = [...new Set(embed.match(/[A-Za-z0-9_-]{16,}/g) ?? [])];
  const digests = [...shown, ...shown.flatMap((text) => text.split('-'))].filter(
    (text) => text.length >= 16 && !text.includes(values.memberCode),
  );
  const code = values.memberCode;
  const guesses = [code, ...Object.values(wall.settings).map((setting) => `${code}-${setting}-`)];
  const free = [fields.tx, fields.offerId].filter((name) => name !== undefined);
  return [...new Set(digests)].flatMap((digest) =>
    guesses.map((guess) => {
      const edited = withParameters(captured, Object.fromEntries(free.map((name) => [name, guess])));
      return checks.reduce<SignedCall>((call, { at }) => withProof(call, at, digest), edited);
    }),
  );
}

/** Every header in which a proxy may name the caller's address. */
function disguise(wall: ConfiguredWall): Record<string, string> {
  const address = sourceOf(wall) ?? '127.0.0.1';
  return {
    'X-Forwarded-For': `${address}, ${STRANGER}`,
    'X-Real-IP': address,
    'X-Client-IP': address,
    'True-Client-IP': address,
    'CF-Connecting-IP': address,
    Forwarded: `for=${address}`,
  };
}
/** An address for documentation (RFC 5737). */
export const STRANGER = '198.51.100.9';

/** A signature over the body does not cover the query. */
function besideTheBody({ wall, captured, otherCode }: Target): Attack[] {
  const { fields, body = 'none' } = wall.definition.postback;
  if (captured.method !== 'POST' || body === 'none') return [];
  const beside = new URLSearchParams({
    [fields.tx]: newTransaction(),
    [fields.user]: otherCode,
    [fields.points ?? fields.usd ?? '']: String(LARGE),
  });
  return [
    {
      what: 'parameters in the query beside the body',
      changes: [],
      calls: [{ ...captured, target: `${captured.target}?${beside}` }],
    },
  ];
}

/** A call that the company marks as a test, without the mark. */
function testWithoutMark({ wall, values, origin }: Target): Attack[] {
  const test = signTest(wall, { ...values, transactionId: newTransaction() }, origin);
  const marks = wall.definition.postback.test ?? [];
  if (!test) return [];
  const plain = withParameters(test, Object.fromEntries(marks.map(({ field }) => [field, undefined])));
  return [{ what: 'a test call without its mark', changes: EVERYTHING, calls: [plain], before: test }];
}

/** A reversal with the parameters of a credit, under its own id and under another. */
function reversalAsCredit({ wall, captured, origin }: Target, values: SampleValues): Attack[] {
  const transactionId = newTransaction();
  const reversal = samplePostback(wall, 'reverse', { ...values, transactionId }, origin);
  if (!reversal) return [];
  const { fields, outcomes } = wall.definition.postback;
  const conditions = outcomes.flatMap(({ when }) => when.map(({ field }) => field));
  const words = [...new Set([...conditions, fields.points ?? fields.usd ?? ''])];
  const asCredit = withParameters(
    reversal,
    Object.fromEntries(words.map((name) => [name, parameterOf(captured, name)])),
  );
  const other = withParameters(asCredit, { [fields.tx]: newTransaction() });
  return [
    { what: 'a reversal as a credit', changes: EVERYTHING, calls: [asCredit], before: reversal },
    { what: 'a reversal as a credit, another id', changes: ['transaction'], calls: [other] },
  ];
}

/** A reversal of another credit, which names that of the captured call instead. */
function reversalOfAnother({ wall, values, origin }: Target): Attack[] {
  const { fields, reversalTarget } = wall.definition.postback;
  const reversal = samplePostback(wall, 'reverse', { ...values, transactionId: newTransaction() }, origin);
  if (!reversal || fields.refTx === undefined) return [];
  const named = `${reversalTarget?.stripPrefix ?? ''}${values.transactionId}`;
  const calls = [withParameters(reversal, { [fields.refTx]: named })];
  return [{ what: 'a reversal, for another credit', changes: [], calls, before: reversal }];
}
