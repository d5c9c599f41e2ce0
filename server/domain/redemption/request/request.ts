import { type Selectable, sql } from 'kysely';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import { FIRST_CARD_TIER } from '#contract/rewards.values.ts';
import type { RiskRuleId } from '#contract/risk-rules.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import type { CardRedemptions } from '#database/types.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  keptOf,
  providerOf,
  type Reward,
  readReward,
  type Serving,
  termsOf,
  tierOf,
} from '#domain/redemption/catalogue/rewards.ts';
import { enqueueFulfilments } from '#domain/redemption/payout/schedule.ts';
import type { ProviderTraits } from '#domain/redemption/ports.ts';
import { holdForReview } from '#domain/redemption/reviews/index.ts';
import { soldOut } from '#domain/redemption/stock/stock.ts';
import { holdPoints } from '#domain/redemption/transfers.ts';
import { type ChangedRule, judge, type RiskFacts, settingsOf, usingGrants } from '#domain/trust/index.ts';
import { obstacleTo, priceOf, type Standing } from './eligibility.ts';
import { type Redemption, SHOWN, toRedemption } from './list-redemptions.ts';
import { beginsWithCard, countryOf, usableIn } from './region.ts';

/** A member's request. The browser makes the request id; a repeat of it names the same redemption. */
export interface RedemptionRequest {
  memberId: string;
  requestId: string;
  reward: Reward;
  /** The price that the member saw, if any. */
  pricePoints?: number | undefined;
  /** The terms of the offer that the member saw, if any. */
  terms?: string | undefined;
  /** The country of the member's network address. */
  country?: string | undefined;
  /** Throws a Refusal for a reward that the caller may not ask for. A repeat is not asked: its redemption is there. */
  mayAskFor?: (reward: Reward) => void;
}

export interface RequestSettings {
  thresholdPoints: number;
  serving: Serving;
  /** Longest review, if a rule of risk asks for one. */
  reviewHours: number;
}

/**
 * Creates a redemption: holds the points and leaves the rest to a worker. A repeat of the same request returns the
 * same redemption and needs neither a captcha nor what `mayAskFor` requires. Throws Refusal request_id_reused,
 * price_changed, captcha_required, suspended, paused, reward_unavailable, reward_changed, not_in_region, out_of_stock,
 * below_threshold, first_redemption_tier or insufficient_points, and what `mayAskFor` throws.
 */
export async function requestRedemption(
  tx: Tx,
  request: RedemptionRequest,
  settings: RequestSettings,
): Promise<Redemption> {
  // Holds the member locked, so that the member's requests wait for each other.
  const [standing] = await lockStandings(tx, [request], { waits: true });
  if (standing?.earlier) return repeated(tx, standing.earlier, request);
  const admitted = admit(request, standing, settings);
  await requireStock(tx, admitted);
  const { facts, rules } = admitted;
  const [redemption] = await openRedemptions(tx, [admitted]);
  if (!redemption) throw new Error('a redemption was not inserted');
  const held =
    rules.length > 0
      ? await holdForReview(tx, redemption, { rules, facts }, settings.reviewHours)
      : undefined;
  if (!held) await enqueueFulfilments(tx, [redemption.id]);
  return told(tx, { ...redemption, ...held }, request.reward);
}

/** `alone`: nothing has been written; the request has to be made by `requestRedemption`. */
export type Outcome = Redemption | Refusal | 'alone';

/**
 * Creates the plain ones of these redemptions, each of another member, and returns the outcome of each, in their order.
 * Waits for no member: the requests of one who is in use elsewhere are to be made alone, as are repeats, those of codes from a
 * stock, and those that a person may have to look at.
 */
export async function requestPlainRedemptions(
  tx: Tx,
  requests: RedemptionRequest[],
  settings: RequestSettings,
): Promise<Outcome[]> {
  const standings = await lockStandings(tx, requests, { waits: false });
  const outcomes = requests.map((request, n): Admitted | Refusal | 'alone' => {
    const standing = standings[n];
    if (!standing || standing.earlier) return 'alone';
    try {
      const admitted = admit(request, standing, settings);
      return admitted.rules.length > 0 || admitted.provider.own === 'stock' ? 'alone' : admitted;
    } catch (error) {
      return error instanceof Refusal ? error : 'alone';
    }
  });
  const opened = await openRedemptions(tx, outcomes.filter(isAdmitted));
  await enqueueFulfilments(
    tx,
    opened.map(({ id }) => id),
  );
  const left = opened.values();
  return outcomes.map((outcome) => {
    if (!isAdmitted(outcome)) return outcome;
    const { value: redemption } = left.next();
    if (!redemption) throw new Error('a redemption was not inserted');
    return told(tx, redemption, outcome.request.reward);
  });
}

/** A row of the function `redemption_standings`. */
interface RequestStanding extends Standing {
  place: number;
  /** The redemption that an earlier copy of the request made. */
  earlier: string | null;
  /** A solved captcha that is not used up yet. */
  captchaGrant: string | null;
  suspended: boolean;
  paused: boolean;
  facts: RiskFacts;
  rules: ChangedRule[];
}

/** A request that nothing stands against but, perhaps, the stock. */
interface Admitted {
  request: RedemptionRequest;
  captchaGrant: string;
  provider: ProviderTraits;
  facts: RiskFacts;
  /** The rules of risk that ask for a review. */
  rules: RiskRuleId[];
}

const isAdmitted = (outcome: Admitted | Refusal | 'alone'): outcome is Admitted =>
  outcome !== 'alone' && !(outcome instanceof Refusal);

/** Locks the members and returns the standing of each request; undefined for a member that is unknown or was not waited for. */
async function lockStandings(
  tx: Tx,
  requests: RedemptionRequest[],
  { waits }: { waits: boolean },
): Promise<(RequestStanding | undefined)[]> {
  const { rows } = await sql<RequestStanding>`
    select * from redemption_standings(${requests.map(({ memberId }) => memberId)}::uuid[],
      ${requests.map(({ requestId }) => requestId)}::text[], ${waits})`.execute(tx);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  const standings = requests.map((_, n) => byPlace.get(n + 1));
  const beginElsewhere = requests.some(
    ({ reward }, n) => standings[n]?.firstRedemption && tierOf(reward) !== FIRST_CARD_TIER,
  );
  if (!beginElsewhere) return standings;
  const card = await readReward(tx, { cardTier: FIRST_CARD_TIER });
  return requests.map(({ country }, n) => {
    const standing = standings[n];
    if (!standing?.firstRedemption) return standing;
    return { ...standing, firstRedemption: beginsWithCard(card, countryOf(standing, country)) };
  });
}

async function repeated(tx: Tx, id: string, { reward }: RedemptionRequest): Promise<Redemption> {
  const earlier = await tx
    .selectFrom('cardRedemptions')
    .select(SHOWN)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (earlier.rewardId !== reward.id) throw new Refusal('request_id_reused');
  return toRedemption({ ...earlier, pictureHash: reward.pictureHash });
}

/** Throws what `requestRedemption` does. */
function admit(
  request: RedemptionRequest,
  standing: RequestStanding | undefined,
  { thresholdPoints, serving }: RequestSettings,
): Admitted {
  const { reward, country, terms, pricePoints = priceOf(reward) } = request;
  request.mayAskFor?.(reward);
  if (pricePoints !== priceOf(reward)) throw new Refusal('price_changed');
  if (!standing?.captchaGrant) throw new Refusal('captcha_required');
  if (standing.suspended) throw new Refusal('suspended');
  if (standing.paused) throw new Refusal('paused');
  const obstacle = obstacleTo(reward, standing, thresholdPoints);
  if (obstacle) throw new Refusal(obstacle.code, { details: { missing: obstacle.missing } });
  const provider = providerOf(serving, reward);
  if (reward.status !== 'active' || !provider) throw new Refusal('reward_unavailable');
  if (terms !== undefined && terms !== termsOf(reward, provider)) throw new Refusal('reward_changed');
  if (!usableIn(reward.regions, countryOf(standing, country))) throw new Refusal('not_in_region');
  const { captchaGrant, facts } = standing;
  return { request, captchaGrant, provider, facts, rules: judge(facts, settingsOf(standing.rules)) };
}

/** If two members ask for the last code at once, one may have to wait for new codes, with the points held. */
async function requireStock(tx: Tx, { request, provider }: Admitted): Promise<void> {
  const isGone = provider.own === 'stock' && (await soldOut(tx, [request.reward])).size > 0;
  if (isGone) throw new Refusal('out_of_stock');
}

/** The columns of a redemption that its request reads. */
const OPENED = [...SHOWN, 'userId'] as const;
type Opened = Pick<Selectable<CardRedemptions>, (typeof OPENED)[number]>;

/** Inserts the redemptions, uses up their captchas and holds the points. Returns them in the order of the requests. */
async function openRedemptions(tx: Tx, admitted: Admitted[]): Promise<Opened[]> {
  if (admitted.length === 0) return [];
  const asked = admitted.map(({ request, captchaGrant, provider }) => ({
    ...keptOf(request.reward),
    captchaGrant,
    requestId: request.requestId,
    price: priceOf(request.reward),
    provider: provider.id,
  }));
  const { rows } = await sql<Opened>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked ("captchaGrant" uuid, "requestId" text,
        "cardTier" text, "rewardId" uuid, "rewardKind" text, "rewardTitle" text, "amountCents" integer, "productIds" text[],
        price integer, provider text)
    ),
    used as (${usingGrants(admitted.map(({ captchaGrant }) => captchaGrant))}),
    chosen as (
      update users u set card_tier_last_chosen = a."cardTier" from asked a, used
      where a."cardTier" is not null and used.id = a."captchaGrant" and u.id = used.user_id
        and u.card_tier_last_chosen is distinct from a."cardTier"
        and u.id = any(${admitted.map(({ request }) => request.memberId)}::uuid[])
    )
    insert into card_redemptions (user_id, request_id, card_tier, reward_id, reward_kind, reward_title, amount_cents,
      product_ids, points_used, provider, promised_by)
    select used.user_id, "requestId", "cardTier", "rewardId", "rewardKind", "rewardTitle", "amountCents", "productIds", price,
      provider, now() + make_interval(hours => ${REDEMPTION_PROMISE_HOURS})
    from asked join used on used.id = "captchaGrant"
    returning ${sql.join(OPENED.map((column) => sql.ref(column)))}`.execute(tx);
  if (rows.length !== admitted.length) throw new Error('a captcha was used up although its member is locked');
  const byMember = new Map(rows.map((row) => [row.userId, row]));
  const opened = admitted.flatMap(({ request }) => byMember.get(request.memberId) ?? []);
  await holdPoints(tx, opened);
  return opened;
}

function told(
  tx: Tx,
  redemption: Opened & Omit<Parameters<typeof toRedemption>[0], 'pictureHash'>,
  { pictureHash }: Reward,
): Redemption {
  const { id, userId, status } = redemption;
  announce(tx, userId, { type: 'redemption', data: { id, status } });
  return toRedemption({ ...redemption, pictureHash });
}
