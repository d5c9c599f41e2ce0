import type { CallPart } from '#contract/walls.values.ts';
import type { Check, ConfiguredWall, Digest, Postback } from './definition.ts';
import { type Piece, piecesOf } from './template.ts';

/**
 * What the checks of a wall prove and what they leave open, computed from its definition and values alone.
 * docs/walls.md has the table for the built-in walls.
 */
export interface Proof {
  /**
   * Parts that no check covers: a sender with one proven call can make others that differ there. Where a reversal names its
   * credit in a field of its own, the transaction is both fields.
   */
  open: CallPart[];
  /**
   * Indexes in `postback.checks` that a digest of the embed can satisfy. Members see those digests, so the checks
   * prove nothing.
   */
  shown: number[];
  /** Checks whose digest can be the same for other values, since adjacent parts can be cut at other places. */
  sliding: DigestCheck[];
  /**
   * The sliding checks; and, if the checks do not cover the mark of a test, those that cover the transaction: see
   * `bindingsOf`.
   */
  tied: DigestCheck[];
}

type DigestCheck = Check & { kind: 'digest' };

const proofs = new WeakMap<ConfiguredWall, Proof>();

/** Computed once per wall. */
export function proofOf(wall: ConfiguredWall): Proof {
  const known = proofs.get(wall);
  if (known) return known;
  const { checks, fields, reversalTarget } = wall.definition.postback;
  const shown = checks.flatMap((check, index) => (isShown(check, wall) ? [index] : []));
  const proving = checks.filter((_, index) => !shown.includes(index));
  const covers = (name: string) =>
    proving.some((check) => coversField(check, name, wall.definition.postback));
  const named = {
    member: [fields.user],
    transaction: [fields.tx, ...(reversalTarget?.from === 'refTx' ? [fields.refTx ?? ''] : [])],
    amount: [amountField(wall.definition.postback)],
  };
  const digests = checks.filter((check) => check.kind === 'digest');
  const sliding = digests.filter((check) => slides(check.digest, wall));
  const isTestOpen = wall.definition.postback.test?.some(({ field }) => !covers(field));
  const proof: Proof = {
    open: (Object.keys(named) as CallPart[]).filter((part) => !named[part].every(covers)),
    shown,
    sliding,
    tied: digests.filter(
      (check) =>
        sliding.includes(check) || (isTestOpen && coversField(check, fields.tx, wall.definition.postback)),
    ),
  };
  proofs.set(wall, proof);
  return proof;
}

/** True if calls from addresses that are not the wall's are refused. */
export const enforcesAddresses = ({ definition }: ConfiguredWall): boolean =>
  definition.postback.ips?.mode === 'enforce';

const amountField = ({ fields }: Postback): string => fields.points ?? fields.usd ?? '';

/** Whether another value of the field would need another proof. */
function coversField(check: Check, name: string, postback: Postback): boolean {
  if (check.kind === 'token') return false;
  const { input } = check.digest;
  // Outside of the signed body the query is not read, see `withoutUncovered`. With a signed address as well it is
  // read, and that check decides which parameters are covered.
  if ('rawBody' in input) return !signsAddress(postback);
  if ('url' in input) return !input.drop.includes(name);
  if ('sortedQuery' in input) return postback.body !== 'json' && !input.drop?.includes(name);
  return signedPieces(input).some(
    (piece) =>
      piece.kind === 'field' &&
      piece.name === name &&
      (piece.filter === undefined ||
        // Points are rounded to the same whole number, and a member's code has no dash.
        (piece.filter === 'int' && name === postback.fields.points) ||
        (piece.filter === 'nodash' && name === postback.fields.user)),
  );
}

const signsAddress = ({ checks }: Postback): boolean =>
  checks.some((check) => check.kind === 'digest' && 'url' in check.digest.input);

type SignedText = Extract<Digest['input'], { template: string } | { parts: unknown }>;

/** The pieces of a template or of joined parts, in order. */
function signedPieces(input: SignedText): Piece[] {
  if ('template' in input) return piecesOf(input.template);
  return input.parts.flatMap(([name], index) => [
    ...(index > 0 && input.join !== '' ? [{ kind: 'text' as const, text: input.join }] : []),
    name.startsWith('$')
      ? { kind: 'name' as const, name: name.slice(1), filter: undefined }
      : { kind: 'field' as const, name, filter: undefined },
  ]);
}

/** Names of the fields of a digest, to whose values a proof is bound. */
export function signedFields({ input }: Digest): string[] {
  if (!isSignedText(input)) return [];
  return signedPieces(input).flatMap((piece) => (piece.kind === 'field' ? [piece.name] : []));
}

const isSignedText = (input: Digest['input']): input is SignedText => 'template' in input || 'parts' in input;

/**
 * Whether two calls with different values can have the same digest. Codes of members and secrets are fixed, since no
 * sender chooses them. One field of free text may be next to the amount if their separator cannot be part of an
 * amount; a second one may contain a member's code. A part that can be left out takes its separator along.
 */
function slides({ input }: Digest, wall: ConfiguredWall): boolean {
  if (!isSignedText(input)) return false;
  if (canLackField(input, wall.definition.postback)) return true;
  const { fields } = wall.definition.postback;
  const amount = amountField(wall.definition.postback);
  let before: FieldPiece | undefined;
  let between = '';
  let free = 0;
  for (const piece of signedPieces(input)) {
    if (piece.kind === 'text') between += piece.text;
    else if (piece.kind === 'name' && wall.secrets[piece.name] === undefined)
      between += wall.settings[piece.name] ?? '';
    else if (piece.kind === 'name') [before, between, free] = [undefined, '', 0];
    else if (piece.name === fields.user) [before, between] = [undefined, ''];
    else {
      if (before && !isSeparated(between, before, piece, amount)) return true;
      if (piece.name !== amount) free += 1;
      if (free > 1) return true;
      [before, between] = [piece, ''];
    }
  }
  return false;
}

/** Every credit has member, transaction and amount; other fields can be missing. */
const canLackField = (input: SignedText, postback: Postback): boolean =>
  'parts' in input &&
  input.parts.some(
    ([name, when]) =>
      when !== 'always' &&
      !name.startsWith('$') &&
      ![postback.fields.user, postback.fields.tx, amountField(postback)].includes(name),
  );

type FieldPiece = Extract<Piece, { kind: 'field' }>;

/** True if the text has a character that the amount, if it is one of the neighbours, cannot contain. */
const isSeparated = (text: string, left: FieldPiece, right: FieldPiece, amount: string): boolean =>
  [left, right].some(
    ({ name, filter }) => name === amount && (filter === 'int' ? /[^0-9-]/ : /[^0-9.+-]/).test(text),
  );

/** One character, a secret, or any text. */
type Letter = string | { secret: string } | typeof ANY;
const ANY = null;

/** Whether a digest that the embed shows to a member can satisfy the check, whatever else the call says. */
function isShown(check: Check, wall: ConfiguredWall): boolean {
  if (check.kind === 'token') return false;
  const asked = lettersOfCheck(check.digest, wall);
  return Object.values(wall.definition.embed?.derive ?? {}).some(({ digest }) => {
    if (!digest || digest.algo !== check.digest.algo || !isSignedText(digest.input)) return false;
    if (keyOf(digest, wall) !== keyOf(check.digest, wall)) return false;
    return canBeEqual(lettersOf(signedPieces(digest.input), wall), asked);
  });
}

const keyOf = ({ hmac }: Digest, { secrets }: ConfiguredWall) =>
  hmac === undefined ? undefined : secrets[hmac];

function lettersOfCheck({ input }: Digest, wall: ConfiguredWall): Letter[] {
  if ('url' in input) return [...'http', ANY, ...`/api/postbacks/${wall.definition.id}`, ANY];
  return isSignedText(input) ? lettersOf(signedPieces(input), wall) : [ANY];
}

/** Two secrets of the same value are the same secret. A derived value may be any text. */
function lettersOf(pieces: Piece[], { settings, secrets }: ConfiguredWall): Letter[] {
  return pieces.flatMap((piece): Letter[] => {
    if (piece.kind === 'text') return [...piece.text];
    if (piece.kind === 'field') return [ANY];
    const secret = secrets[piece.name];
    if (secret !== undefined) return [{ secret }];
    const setting = settings[piece.name];
    return setting === undefined ? [ANY] : [...setting];
  });
}

/** Whether the two can stand for the same text. A secret matches only itself, since no one can write it. */
function canBeEqual(left: Letter[], right: Letter[]): boolean {
  const seen = new Set<number>();
  const from = (l: number, r: number): boolean => {
    const place = l * (right.length + 1) + r;
    if (seen.has(place)) return false;
    seen.add(place);
    const [one, other] = [left[l], right[r]];
    if (one === undefined && other === undefined) return true;
    if (one === ANY && (from(l + 1, r) || (other !== undefined && !isSecret(other) && from(l, r + 1))))
      return true;
    if (other === ANY && (from(l, r + 1) || (one !== undefined && !isSecret(one) && from(l + 1, r))))
      return true;
    const same = isSecret(one) && isSecret(other) ? one.secret === other.secret : one === other;
    return same && from(l + 1, r + 1);
  };
  return from(0, 0);
}

const isSecret = (letter: Letter | undefined): letter is { secret: string } =>
  letter !== ANY && typeof letter === 'object';
