// Written by `npm run client` from the API of Pocketful 0.1.0. Do not edit.

export type Appeal = {
  id: string;
  userId: string;
  name: string;
  email: string;
  kind: "pause" | "suspension";
  /** The suspended member has a role, so only an owner may decide. */
  isStaff: boolean;
  reason: "many_accounts" | "disposable_email" | "unusual_speed" | "many_reversals" | "region" | "staff_review";
  /** The beginning of the pause or suspension. */
  pausedAt: string;
  /** What the member was told, and answers. */
  measureText: string;
  text: string;
  createdAt: string;
  /** An answer is due by this time. */
  dueAt: string;
  owner: Assignee | null;
};
export type Assignee = {
  name: string;
  you: boolean;
};
export type Approval = {
  id: string;
  asked: {
    kind: "award";
    cardTier: "1USD" | "5USD" | "10USD" | "20USD";
    amountUSD: number;
  } | {
    kind: "adjustment";
    points: number;
    reasonCode: "goodwill" | "missing_credit" | "duplicate_credit" | "mistake" | "fraud";
  } | {
    kind: "claim";
    claimId: string;
    points: number;
    /** The member's report; null if the member has left. */
    claim: {
      wall: string | null;
      title: string;
      happenedAt: string;
      text: string;
      createdAt: string;
    } | null;
  } | {
    kind: "mission";
    missionId: string;
    title: string;
    points: number;
    dailyCap: number | null;
    totalCap: number | null;
    content: MissionContent;
    mostPoints: number | null;
  };
  /** Null for a mission. */
  userId: string | null;
  name: string | null;
  email: string | null;
  /** The member today, and what staff gave them, this request aside, within 30 days until its decision or until now; null for a mission and for who has left. */
  member: {
    joinedAt: string;
    balancePoints: number;
    givenPoints: number;
    givenCents: number;
  } | null;
  requestedBy: string;
  /** Who asked, as they are today. */
  requester: {
    id: string;
    email: string | null;
    role: "owner" | "finance" | "support" | "read_only" | null;
  } | null;
  /** Shown to the member; empty for a mission and for an award without one. */
  reason: string;
  /** Who asked is suspended or has lost the role for it: it can only be declined. */
  requesterLeft: boolean;
  requestedAt: string;
  expiresAt: string;
  state: "open" | "expired" | "approved" | "declined";
  decidedBy: string | null;
  /** Who decided, as they are today. */
  decider: {
    id: string;
    email: string | null;
    role: "owner" | "finance" | "support" | "read_only" | null;
  } | null;
  decidedAt: string | null;
  /** This admin may approve it: neither asked for it nor receives it, and both roles allow it and are old enough. */
  mayApprove: boolean;
  /** When the new role is old enough, if nothing else prevents an approval. */
  mayApproveFrom: string | null;
};
export type MissionContent = Video | Survey | {
  kind: "app_install";
  advertiser: string;
  url: string;
} | {
  kind: "sign_up";
  advertiser: string;
  url: string;
} | Browse;
export type Video = {
  kind: "video";
  sources: string[];
  seconds: number;
};
export type Survey = {
  kind: "survey";
  questions: ({
    id: string;
    text: string;
    options: ({
      id: string;
      text: string;
    })[];
  })[];
};
export type Browse = {
  kind: "browse";
  seconds: number;
  items: ({
    title: string;
    text: string;
    price?: string;
  })[];
};
export type AuditEntry = {
  id: string;
  at: string;
  actor: string;
  /** Name of the admin; null for the command line and for API keys. */
  actorName: string | null;
  /** Their address of today; null if they left. */
  actorEmail: string | null;
  /** The API key that made the call: its name, its beginning, and the name of the admin who made it. */
  actorKey: {
    name: string;
    beginning: string;
    madeBy: string;
    makerId: string;
    makerEmail: string | null;
  } | null;
  actorRole: string;
  ip: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** A code or a text; null if there was none. */
  reason: string | null;
  /** There was a text, which was deleted with the member's account. */
  reasonErased: boolean;
  /** SHA-256 over the entry and the hash of the previous entry, in hex. */
  hash: string;
};
export type Award = {
  id: string;
  userId: string;
  name: string;
  cardTier: "1USD" | "5USD" | "10USD" | "20USD";
  /** Whole US cents. */
  amountUSD: number;
  /** `awaiting_approval`, `declined`, `expired` if it was not approved in time, or the state of the card. */
  status: string;
  /** Why it is `failed` or `expired`; null if its issuer refused it or its last day is over. */
  cause: "staff_refused" | "member_left" | "not_approved" | null;
  reason: string | null;
  /** Name of the admin. */
  givenBy: string | null;
  createdAt: string;
};
export type OpenClaim = {
  id: string;
  /** Id of the wall; null if the claim is about a mission. */
  wall: string | null;
  missionId: string | null;
  /** The offer, in the member's words, or the mission. */
  title: string;
  happenedAt: string;
  text: string;
  state: "open" | "granted" | "refused";
  /** The admin's words about the decision. */
  answer: string | null;
  /** Points that were credited for the claim. */
  points: number | null;
  createdAt: string;
  decidedAt: string | null;
  userId: string;
  name: string;
  email: string;
  /** An answer is due by this time. */
  dueAt: string;
  owner: Assignee | null;
  /** An admin has granted the claim, and a second one has to approve. */
  awaitingApproval: boolean;
  /** Whether you asked for that approval. Your next decision about the claim withdraws it. */
  mayWithdraw: boolean;
};
export type OfferCall = {
  at: string;
  /** What the call did, or told of. */
  kind: "credited" | "held" | "reversed" | "reversed_early" | "pending" | "step";
  goalId: string | null;
  transactionId: string | null;
  points: number | null;
  /** Secrets redacted; null where it is not kept. */
  raw: string | null;
};
export type FeedHealth = {
  /** Id of the wall. */
  wall: string;
  title: string;
  /** Minutes between two pulls. */
  everyMinutes: number;
  /** When the vendor last confirmed the catalogue; null if there is none yet. */
  pulledAt: string | null;
  /** When it was last asked for; null before the first pull. */
  triedAt: string | null;
  /** When it is asked for next; null before the first pull. */
  nextAt: string | null;
  /** Why the last pull brought no catalogue; the one before stays. */
  fault: "timeout" | "connection" | "redirect" | "refused" | "throttled" | "status" | "unreadable" | "too_large" | "endless" | "fewer" | "exchanged" | "interrupted" | null;
  /** The HTTP status that the vendor answered with, where that is the fault. */
  faultStatus: number | null;
  /** Pulls in a row that failed. */
  failures: number;
  /** Offers in the catalogue now. */
  offers: number;
  /** Goals of these offers. */
  goals: number;
  /** New offers of the last complete pull. */
  added: number;
  /** Offers that it changed. */
  changed: number;
  /** Offers that are no longer offered since then. */
  gone: number;
  /** Offers that are offered again since then. */
  returned: number;
  /** Steps of started offers of the last 30 days that paid less than the catalogue had promised, counted once an hour. */
  paidLess: number;
  /** Of the offers that are in the catalogue and name a picture at a listed host. */
  pictures: {
    /** Offers with a picture. */
    shown: number;
    /** Offers whose picture was not asked for yet. */
    waiting: number;
    /** Why others have none, or an old one, the most frequent first. */
    faults: ({
      fault: "address" | "broken" | "connection" | "full" | "kind" | "library" | "redirect" | "status" | "timeout" | "too_large";
      offers: number;
    })[];
  };
  /** What it left out, the most frequent reason first, with the first examples of each. */
  leftOut: ({
    reason: "unreadable" | "too_large" | "repeated" | "no_id" | "no_title" | "address" | "goals" | "amount" | "above_cap" | "countries" | "devices";
    count: number;
    examples: ({
      offerId: string | null;
      detail: string | null;
    })[];
  })[];
};
export type FeedCategory = {
  /** The company's word, in small letters. */
  word: string;
  /** Offers of the catalogue that have it now. */
  offers: number;
  /** What the word usually means. */
  usual: "games" | "apps" | "surveys" | "sign_ups" | "trials" | "finance" | "shopping" | "videos" | "other";
  /** What staff decided that members see instead. */
  decided: "games" | "apps" | "surveys" | "sign_ups" | "trials" | "finance" | "shopping" | "videos" | "other" | null;
};
export type FeedOfferRow = {
  /** The vendor's id of the offer. */
  id: string;
  /** Counts the states of the offer that this site has seen. */
  revision: number;
  title: string;
  description: string;
  /** In the company's words. */
  categories: string[];
  /** ISO 3166-1 alpha-2; null: all. */
  countries: string[] | null;
  devices: ("android_phone" | "android_tablet" | "desktop" | "ipad" | "iphone")[] | null;
  /** Whole points of all goals; null where one has no fixed amount. */
  totalPoints: number | null;
  firstSeenAt: string;
  changedAt: string;
  leftAt: string | null;
  /** By a rule of staff. */
  hidden: boolean;
  featured: boolean;
  /** To countries or new members, by a rule of staff. */
  limited: boolean;
  goals: ({
    /** Empty for the one step of an offer without goals. */
    goalId: string;
    name: string;
    /** Whole points that its postback credits; null: no fixed amount. */
    points: number | null;
    /** False: it counts as a step and credits nothing. */
    paid: boolean;
    /** The vendor says that the member has to buy something. */
    purchase: boolean;
    repeatable: boolean;
    /** Seconds from the click; null where the vendor does not say. */
    deadlineSeconds: number | null;
  })[];
};
export type OfferResult = {
  /** The vendor's id of the offer. */
  id: string;
  /** As it was called when it was last started. */
  title: string;
  /** Members who started it. */
  started: number;
  /** Of them, those who got points for a step. */
  credited: number;
  /** Of them, those of whom points were taken back. */
  reversed: number;
  /** Seconds from the start to the first points, of the member in the middle; null where there are none. */
  medianSeconds: number | null;
  /** Whole points that the steps that paid had promised, those with a fixed amount. */
  promised: number;
  /** Whole points that these steps paid. */
  paid: number;
  /** Steps that paid less than promised. */
  paidLess: number;
};
export type Fulfilment = {
  redemptionId: string;
  userId: string;
  /** Null once the member has left. */
  name: string | null;
  email: string | null;
  reward: {
    id: string;
    kind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
    title: string;
    /** Whole US cents. */
    amountUSD: number;
  };
  pointsUsed: number;
  /** Points that the member owes now, as earned ones were taken back. Points given back pay this first. */
  owedPoints: number;
  status: "pending" | "processing" | "review" | "issued" | "failed" | "expired" | "reversed";
  reason: RedemptionReason | null;
  /** `person`: made by hand, also where no code was left and the reward has another amount since, or no longer comes from a stock. `stock`: no code was left; it gets a new code as soon as one is uploaded. */
  waitsFor: "person" | "stock";
  createdAt: string;
  promisedBy: string;
  /** Set while nothing may be issued to the member: the redemption can then be refused, but not fulfilled. */
  stop: "paused" | "suspended" | null;
  /** The admin to whom it is assigned, and until when; null if it is not assigned. */
  owner: {
    id: string;
    name: string;
    until: string;
    you: boolean;
  } | null;
};
export type RedemptionReason = "provider_refused" | "provider_unreachable" | "answer_missing" | "details_needed" | "out_of_stock" | "staff_refused" | "risk_review" | "review_returned" | "review_lapsed" | "review_stopped" | "withdrawn_unused" | "withdrawn_used" | "withdrawn_closed";
export type ApiKey = {
  id: string;
  name: string;
  /** The beginning of the key, up to the first characters of its random part. */
  beginning: string;
  scopes: ("site.read" | "members.read" | "audit.read" | "exports" | "catalogue.edit" | "points.adjust" | "payouts.work")[];
  /** Name of the admin that the key acts for. */
  createdBy: string;
  createdAt: string;
  /** When the key ends or ended. */
  expiresAt: string;
  /** Updated at most once a minute. */
  lastUsedAt: string | null;
  state: "live" | "expired" | "revoked" | "stopped";
};
export type PlannedMission = {
  title: string;
  description: string;
  instructions: string[];
  points: number;
  difficulty: "easy" | "medium";
  status: "draft" | "active" | "paused" | "ended";
  announced: boolean;
  dailyCap: number | null;
  totalCap: number | null;
  position: number;
  content: MissionContent;
  id: string;
  started: number;
  completed: number;
  completedToday: number;
  translations: Record<string, Record<string, string>>;
  /** A digest of the content. A change of it takes this as `seen`. */
  contentVersion: string;
  /** The change waits for a second admin. Until then the mission is as shown here and can only be stopped. */
  awaitingApproval: boolean;
  updatedAt: string;
};
export type OfferRule = {
  id: string;
  /** Id of the wall; null: of any. */
  wall: string | null;
  /** The wall's id of one offer; it needs `wall`. */
  offerId: string | null;
  /** One of the offer's categories, as the company writes it. */
  category: string | null;
  /** Part of the title, in capitals or not. */
  words: string | null;
  /** Fewer points than so many in all. */
  pointsBelow: number | null;
  /** Whether it asks for money. False: those of which the company says that they ask for none. */
  purchase: boolean | null;
  /** `hide`: members who have not started it do not see it. `feature`: it stands in front. `limit`: only members of `countries`, or younger than `newMemberDays`, see it. */
  effect: "hide" | "feature" | "limit";
  /** ISO 3166-1 alpha-2, of `limit`. */
  countries: string[] | null;
  /** Of `limit`. */
  newMemberDays: number | null;
  /** For staff. */
  reason: string;
  endsAt: string | null;
  createdAt: string;
  /** Offers of the catalogues that it names, as of the last pulls. */
  offers: number;
};
export type PostbackRow = {
  id: string;
  at: string;
  wall: string;
  verdict: string;
  reason: string | null;
  transactionId: string | null;
  memberCode: string | null;
  /** Null if no member has the code. */
  userId: string | null;
  points: number | null;
  sourceIp: string | null;
  latencyMs: number | null;
  /** How often the call came. */
  times: number;
  /** Secrets redacted; null once it is deleted. */
  raw: string | null;
  /** Whether staff can replay it. */
  replayable: boolean;
  /** When staff replayed or closed it, or null. */
  settledAt: string | null;
};
export type Review = {
  /** Id of the redemption. */
  id: string;
  userId: string;
  name: string;
  email: string;
  title: string;
  /** Whole US cents. */
  amountUSD: number;
  pointsUsed: number;
  /** Points that the member owes now, as earned ones were taken back. Points given back pay this first. */
  owedPoints: number;
  createdAt: string;
  /** After this time the site decides by itself. */
  dueAt: string;
  /** More than half of the time is over. */
  escalated: boolean;
  rules: ("new_account_large_balance" | "many_members_one_payout_address" | "many_members_one_device" | "same_offers_one_device" | "reversals_above_rate" | "unusual_speed")[];
  /** Empty once the member has left. */
  facts: {
    accountHours?: number;
    balance?: number;
    /** Other members with the same address, mailbox, device. */
    addressMembers?: number;
    mailboxMembers?: number;
    deviceMembers?: number;
    offerMembers?: number;
    tasks?: number;
    reversals?: number;
    busiestHourPoints?: number;
    usualHourPoints?: number | null;
  };
  /** Name of the admin to whom it is assigned, while they may decide reviews. */
  owner: string | null;
  mine: boolean;
  question: string | null;
  askedAt: string | null;
  answer: string | null;
  answeredAt: string | null;
  decision: "pay" | "refund" | null;
  decidedAt: string | null;
  /** Null if the site decided. */
  decidedBy: string | null;
  note: string | null;
};
export type PlannedReward = {
  title: string;
  /** May be empty. */
  description: string;
  /** Whole US cents, within REWARD_RANGES_USD of the kind. A prepaid card has the amount of its tier. */
  amountUSD: number;
  /** Null, allowed only for prepaid cards, stands for the provider that PAYOUT_PROVIDER names. */
  provider: string | null;
  /** The provider's ids of the products that the member can choose from; some need them, except for prepaid cards. */
  productIds: string[];
  /** Countries (ISO 3166-1 alpha-2) where the reward can be used; empty for no limit. */
  regions: string[];
  status: "draft" | "active" | "paused" | "ended";
  id: string;
  kind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
  /** Unique; the tier of a prepaid card. */
  key: string;
  /** Always dollars x 100. */
  pricePoints: number;
  /** The present provider. Null if it is not set up on this site; the reward is then not offered. */
  servedBy: string | null;
  /** Codes of this reward; null if it never had any and does not come from stock. */
  stock: {
    free: number;
    given: number;
    void: number;
    /** Codes that passed their last day unused. */
    expired: number;
  } | null;
  /** Redemptions of the reward without a decision, and how many of them wait for new codes of its amount. */
  open: number;
  waitingForStock: number;
  issued: number;
  picture: RewardPicture;
  translations: Record<string, Record<string, string>>;
  updatedAt: string;
};
/** Path of its picture at this site; null for the drawing of its kind. */
export type RewardPicture = string | null;
export type RiskRule = {
  id: "new_account_large_balance" | "many_members_one_payout_address" | "many_members_one_device" | "same_offers_one_device" | "reversals_above_rate" | "unusual_speed";
  enabled: boolean;
  parameters: Record<string, {
    value: number;
    fallback: number;
    min: number;
    max: number;
  }>;
};
export type RiskTrial = {
  days: number;
  redemptions: number;
  /** False: only the newest redemptions were tried. */
  complete: boolean;
  /** Redemptions after which a reward was taken back or the member was paused or suspended. */
  turnedBad: number;
  /** What the enabled rules together would have held. */
  together: {
    reviewed: number;
    turnedBad: number;
  };
  rules: ({
    id: "new_account_large_balance" | "many_members_one_payout_address" | "many_members_one_device" | "same_offers_one_device" | "reversals_above_rate" | "unusual_speed";
    enabled: boolean;
    reviewed: number;
    turnedBad: number;
    /** Ids of redemptions. */
    examples: string[];
  })[];
};
export type StaffMember = {
  id: string;
  name: string;
  email: string;
  role: "owner" | "finance" | "support" | "read_only";
  twoFactor: boolean;
  lastSeenAt: string | null;
  you: boolean;
};
export type ListedMember = {
  id: string;
  name: string;
  email: string;
  points: number;
  isAdmin: boolean;
  cardTierLastChosen: string | null;
  cashRewardedUSD: number;
  lastRewardedAt: string | null;
  createdAt: string;
  status: "active" | "paused" | "suspended" | "unconfirmed";
  /** Cursor of this entry: `after` returns the entries that follow it, `before` those that precede it. */
  cursor: string;
};
export type StartedGoal = {
  goalId: string;
  name: string;
  /** Null: no fixed amount, or a step that was not promised. */
  promised: number | null;
  /** It can be done more than once. */
  repeatable?: boolean;
  /** When it can no longer be reached, whatever its state; null where the company does not say. */
  deadline?: string | null;
  state: "not_started" | "started" | "received" | "pending" | "credited" | "reversed" | "expired";
  reason: "no_click" | "clicked" | "company_decides" | "pays_nothing" | "held" | "paid" | "taken_back" | "too_late";
  /** Since when it is so. */
  at: string | null;
  /** Of a pending step: when its points count. Of a started one: its deadline. */
  until: string | null;
  /** Points that it brought, without those taken back or pending. */
  paid: number;
  paidLess: {
    promised: number;
    paid: number;
  } | null;
};
export type WallAlarm = {
  id: string;
  wall: string;
  title: string;
  kind: "points" | "points_per_credit" | "member" | "unnamed" | "flagged" | "cost" | "underpaid" | "paid_twice";
  /** The UTC day whose credits are unusual; of `paid_twice` that of the later of the grant and the credit. */
  day: string;
  /** Points; percent for `unnamed`, `flagged`, `cost` and `underpaid`. */
  value: number;
  /** Null if the wall has too few days of history, and for `cost`, `underpaid` and `paid_twice`. */
  usual: number | null;
  /** The limit that `value` reached. */
  threshold: number;
  /** The member who earned most, if the alarm is about one member; of `paid_twice` the latest whose granted reward the wall paid. */
  userId: string | null;
  at: string;
};
export type WallHealth = {
  id: string;
  title: string;
  /** How members see the wall; `none`: it only sends postbacks. */
  shown: "iframe" | "script" | "none";
  methods: string[];
  /** The address that the wall calls, with its macros if they are known. */
  address: string;
  /** Every parameter that is read from a call. */
  parameters: string[];
  proof: {
    /** Parts of a call that its proof does not cover, so that its sender can choose them. */
    open: ("member" | "transaction" | "amount")[];
    /** The only addresses that may call; null for any. An open proof without a list is accepted in the walls file. */
    addresses: string[] | null;
  };
  pause: {
    reason: string;
    since: string;
  } | null;
  /** Of a proven call. */
  lastPostbackAt: string | null;
  /** Alarms that are not acknowledged yet. */
  openAlarms: number;
  /** Calls of the period. A repeat is counted with the first call of its kind. */
  counts: {
    credited: number;
    reversed: number;
    duplicate: number;
    rejected: number;
    parked: number;
    /** Test calls, pending ones, and those without points. */
    other: number;
  };
  /** Money of the period. */
  money: {
    /** Points that members were credited. */
    earned: number;
    /** Points that were taken back. */
    reversed: number;
    /** Number of credits. */
    credits: number;
    revenue: {
      /** Whole millionths of a US dollar. */
      usdMicros: number;
      /** Number of credits that named an amount. */
      credits: number;
    } | null;
  };
  /** Times of the newest credits within the period; null if there are none. */
  handling: {
    calls: number;
    medianMs: number;
    p95Ms: number;
  } | null;
  /** Why calls were rejected within the period, the most frequent first. */
  reasons: ({
    verdict: string;
    reason: string;
    count: number;
  })[];
  /** The last 24 hours by their beginnings, including hours without a call. */
  hours: ({
    credited: number;
    reversed: number;
    duplicate: number;
    rejected: number;
    parked: number;
    /** Test calls, pending ones, and those without points. */
    other: number;
    at: string;
  })[];
};
export type Webhook = {
  id: string;
  url: string;
  description: string;
  events: ("member.created" | "member.paused" | "member.resumed" | "member.deleted" | "task.credited" | "task.reversed" | "points.adjusted" | "redemption.requested" | "redemption.issued" | "redemption.failed" | "redemption.reversed" | "award.issued" | "award.failed" | "award.reversed")[];
  /** Null while the endpoint is on. */
  off: "staff" | "gone" | "failing" | null;
  /** The time since which deliveries fail; null if the last try arrived. */
  failingSince: string | null;
  /** Until then the previous secret signs too. */
  previousSecretUntil: string | null;
  /** Name of the admin. */
  createdBy: string;
  createdAt: string;
};
export type WebhookDelivery = {
  id: string;
  /** The header `webhook-id`, the same in every try. */
  eventId: string;
  state: "waiting" | "delivered" | "failed";
  /** Time of the next try of a waiting delivery. */
  nextAt: string | null;
  createdAt: string;
  body: WebhookBody;
  /** The newest first, at most 20. */
  attempts: ({
    at: string;
    /** HTTP status; null without a response. */
    status: number | null;
    failure: "timeout" | "name_unknown" | "address_refused" | "certificate" | "connection" | "secret_unreadable" | null;
    /** The beginning of the response. */
    answer: string | null;
    latencyMs: number;
  })[];
};
export type WebhookBody = {
  type: "member.created" | "member.paused" | "member.resumed" | "member.deleted" | "task.credited" | "task.reversed" | "points.adjusted" | "redemption.requested" | "redemption.issued" | "redemption.failed" | "redemption.reversed" | "award.issued" | "award.failed" | "award.reversed" | "webhook.test";
  /** When the fact happened. */
  timestamp: string;
  data: Record<string, unknown>;
};
export type Claim = {
  id: string;
  /** Id of the wall; null if the claim is about a mission. */
  wall: string | null;
  missionId: string | null;
  /** The offer, in the member's words, or the mission. */
  title: string;
  happenedAt: string;
  text: string;
  state: "open" | "granted" | "refused";
  /** The admin's words about the decision. */
  answer: string | null;
  /** Points that were credited for the claim. */
  points: number | null;
  createdAt: string;
  decidedAt: string | null;
};
export type Member = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  points: number;
  cashRewardedUSD: number;
  cardTierLastChosen: string | null;
  lastRewardedAt: string | null;
  createdAt: string;
  isAdmin: boolean;
  /** The admin's permissions, see ROLE_PERMISSIONS. */
  staffRole: "owner" | "finance" | "support" | "read_only" | null;
  /** The other site that gave the role, where alone such staff sign in; null for a role that was given here. */
  staffRoleFrom: string | null;
  /** Distinct days (UTC) with a completed task. */
  daysActive: number;
  /** The same as `name`, under the profile form's name. */
  username: string;
  /** E.164, or null. */
  phone: string | null;
  /** The language of mails to the member, and of the app if the browser has no saved choice. */
  language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "ja" | "ko" | "zh" | "ur" | "id" | "fil" | "vi" | "hi" | "th" | "ms" | "bn";
  /** Whether the member can sign in by a passkey. */
  hasPasskey: boolean;
  /** Whether the member has chosen a password; who signs in by an account elsewhere need not have one. */
  hasPassword: boolean;
  settings: Settings;
  pause: Pause | null;
};
export type Settings = {
  emailNotifications: boolean;
  pushNotifications: boolean;
  /** Tell when the redemption threshold is reached. */
  dataAlerts: boolean;
  /** Consent, recorded with its time. */
  marketingEmails: boolean;
  twoFactorAuth: boolean;
  /** Hides the member from other members. */
  privateProfile: boolean;
};
export type Pause = {
  reason: "many_accounts" | "disposable_email" | "unusual_speed" | "many_reversals" | "region" | "staff_review";
  text: string;
  since: string;
  appeal: {
    text: string;
    sentAt: string;
    decision: "granted" | "kept" | null;
    answer: string | null;
  } | null;
};
export type Mission = {
  id: string;
  title: string;
  description: string;
  /** What to do, one text per step. */
  instructions: string[];
  pointsEarned: number;
  difficulty: "easy" | "medium";
  state: "open" | "under_way" | "completed" | "reversed" | "paused" | "ended" | "full_today" | "full";
  /** Progress of a timed mission as the server counted it; 0 for other missions. */
  countedMs: number;
  completedAt: string | null;
  /** Until when a place is kept for the member, or was where none is free now; null before the start and after the end. */
  keptUntil: string | null;
  content: Video | Survey | {
    kind: "app_install";
    url: string | null;
  } | {
    kind: "sign_up";
    url: string | null;
  } | Browse;
};
export type OfferRow = {
  /** The wall and its id of the offer: `wall/offer`. */
  id: string;
  wall: string;
  offerId: string;
  title: string;
  /** The title of the wall. */
  source: string;
  categories: ("games" | "apps" | "surveys" | "sign_ups" | "trials" | "finance" | "shopping" | "videos" | "other")[];
  /** Null: all. */
  devices: ("android_phone" | "android_tablet" | "desktop" | "ipad" | "iphone")[] | null;
  /** Sum of the steps; null where one has no fixed amount. */
  totalPoints: number | null;
  steps: number;
  /** The company says that it asks for money. */
  purchase: boolean;
  /** Until when it can be started; null where the company does not say. */
  endsAt: string | null;
  firstSeenAt: string;
  /** It stands in front where the order is by points. */
  featured: boolean;
  /** The member keeps it for later. */
  favourite: boolean;
  /** Path of a square picture at this site, which anyone may load; null while there is none. */
  picture: string | null;
  /** Where it stands in this list. The next page goes on behind it, as `after`. */
  place: string;
};
export type StartedOffer = {
  /** Of the click. */
  id: string;
  wall: string;
  offerId: string;
  title: string;
  source: string;
  startedAt: string;
  expiresAt: string | null;
  /** Path of its picture at this site, while it is in the catalogue. */
  picture: string | null;
  /** Where the company helps with the offer, while it is in the catalogue. */
  support: string | null;
  /** As it was at the start. */
  promisedPoints: number | null;
  paidPoints: number;
  /** Sums of the steps that paid less than promised. */
  paidLess: {
    promised: number;
    paid: number;
  } | null;
  goals: StartedGoal[];
};
export type Offer = {
  /** The wall and its id of the offer: `wall/offer`. */
  id: string;
  wall: string;
  offerId: string;
  title: string;
  /** The title of the wall. */
  source: string;
  categories: ("games" | "apps" | "surveys" | "sign_ups" | "trials" | "finance" | "shopping" | "videos" | "other")[];
  /** Null: all. */
  devices: ("android_phone" | "android_tablet" | "desktop" | "ipad" | "iphone")[] | null;
  /** Sum of the steps; null where one has no fixed amount. */
  totalPoints: number | null;
  steps: number;
  /** The company says that it asks for money. */
  purchase: boolean;
  /** Until when it can be started; null where the company does not say. */
  endsAt: string | null;
  firstSeenAt: string;
  /** It stands in front where the order is by points. */
  featured: boolean;
  /** The member keeps it for later. */
  favourite: boolean;
  /** Path of a square picture at this site, which anyone may load; null while there is none. */
  picture: string | null;
  description: string;
  requirements: string[];
  disclaimer: string | null;
  thingsToKnow: string | null;
  /** When the company says that a reward comes, and how long it is pending there, in its words. */
  confirmation: string | null;
  /** The time that the company gives for all of it, from the start; null where it names none. */
  deadlineSeconds?: number | null;
  /** Where the company helps with it. */
  support?: string | null;
  /** The only parts of the member's country where it can be done, in the company's words; empty: all. */
  states?: string[];
  /** Systems with their first and last version for it, in the company's words; null: no bound. */
  systems?: ({
    name: string;
    min: string | null;
    max: string | null;
  })[];
  goals: ({
    goalId: string;
    name: string;
    /** Whole points that it pays; null: no fixed amount. */
    points: number | null;
    /** False: it counts as a step and pays nothing. */
    paid: boolean;
    purchase: boolean;
    repeatable: boolean;
    /** From the click; null where the company does not say. */
    deadlineSeconds: number | null;
  })[];
  /** When the member last started it; null: not yet. */
  startedAt: string | null;
  /** For so many days the points of a step are pending before they count. */
  holdDays: number;
  /** A digest of what it promises: title and steps. A start takes it as `seen`. */
  promise: string;
  /** The member has started it and can still be credited, and it promised something else then. */
  changed: boolean;
};
export type Redemption = {
  id: string;
  rewardId: string;
  kind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
  /** The reward's name when it was chosen, in the site's own language. */
  title: string;
  picture: RewardPicture;
  /** The tier of a prepaid card, else null. */
  cardTier: "1USD" | "5USD" | "10USD" | "20USD" | null;
  /** Whole US cents. */
  amountUSD: number;
  pointsUsed: number;
  status: "pending" | "processing" | "review" | "issued" | "failed" | "expired" | "reversed";
  /** Set if it failed, is in review, was reversed, or waits for details (`details_needed`: the billing address). */
  reason: RedemptionReason | null;
  /** Text from staff to the member, for `staff_refused` and `review_returned`. */
  message: string | null;
  /** Set while nothing may be issued to the member; an open redemption then continues by itself afterwards. */
  stop: "paused" | "suspended" | null;
  /** The promised time of an outcome; null once there is one, once the redemption is ended, and while it is stopped or waits for details. */
  promisedBy: string | null;
  createdAt: string;
  issuedAt: string | null;
  expiresAt: string | null;
  /** How the reward is shown to its owner; null until it is issued. */
  reveal: "details" | "link" | "elements" | "code" | null;
  /** True for cards of the sandbox issuer, which buy nothing. */
  test: boolean;
  /** Addresses of the reward's passes while it is issued; null if the site has no such passes. */
  appleWalletUrl: string | null;
  googleWalletUrl: string | null;
  /** Set for an award, which took no points: the text to the member. */
  award: {
    reason: string;
  } | null;
  /** Set during a review (reason `risk_review`): its end, the question of staff, the member's answer. */
  review: {
    dueAt: string;
    question: string | null;
    answer: string | null;
  } | null;
};
export type Site = {
  productName: string;
  supportEmail: string;
  passwordMinLength: number;
  redemptionThresholdPoints: number;
  rewardWording: "specification" | "cash" | "data";
  supportedRegions: string[];
  /** Provider of the captcha; `siteKey` is null if its widget needs none. */
  captcha: {
    provider: "altcha" | "hcaptcha" | "turnstile";
    siteKey: string | null;
  };
  /** Other sites whose accounts sign in here, as buttons show them. */
  identityProviders: ({
    id: string;
    name: string;
  })[];
  /** True if a wall has a catalogue, so that members find offers here. */
  offers: boolean;
  /** The walls that have a catalogue. */
  offerWalls: ({
    id: string;
    title: string;
  })[];
  /** True if a catalogue says which of its offers ask for no money. */
  purchaseKnown: boolean;
  /** True if the front page shows some of these offers before anyone signs in. */
  offerSample: boolean;
  /** True if passes for Apple Wallet are self-signed, so that phones refuse them. */
  testPasses: boolean;
  /** Where faults in browsers are sent in addition to the site's log; null if the operator set nothing. */
  errorService: {
    dsn: string;
    sampleRate: number;
  } | null;
  /** True where test cards, the sandbox wall and the development mailbox exist. */
  development: boolean;
};
export type StatementEntry = {
  id: string;
  at: string;
  kind: "earned" | "taken_back" | "redeemed" | "given_back" | "adjusted" | "debt" | "gift" | "gift_taken_back";
  /** Whole points, below zero if they left the balance; 0 for a gift, which is a card. */
  points: number;
  /** The balance after it; null for a gift. */
  balance: number | null;
  task: {
    /** The offer's name, if the wall sent one. */
    title: string | null;
    /** `ad_view`, `offer_completion`, `app_install`, `survey`, or another word of the wall. */
    taskType: string;
    /** The title of the wall; `missions` for missions of the site. */
    source: string;
  } | null;
  reward: {
    kind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
    title: string;
    /** Whole US cents. */
    amountUSD: number;
    /** Why the points came back. */
    reason: RedemptionReason | null;
  } | null;
  /** What staff wrote to the member about it. */
  text: string | null;
};
export type PendingEntry = {
  id: string;
  at: string;
  /** When the points count, unless they are taken back before. */
  countsAt: string;
  points: number;
  task: {
    /** The offer's name, if the wall sent one. */
    title: string | null;
    /** `ad_view`, `offer_completion`, `app_install`, `survey`, or another word of the wall. */
    taskType: string;
    /** The title of the wall; `missions` for missions of the site. */
    source: string;
  };
};
export type Task = {
  id: string;
  /** One of TASK_TYPES, or another word, which the browser shows as a generic task. */
  taskType: string;
  /** The title of the wall that paid, or OWN_SOURCE. */
  source: string;
  /** The offer's name, if the wall sent one. */
  title: string | null;
  pointsEarned: number;
  completed: boolean;
  completedAt: string;
  /** Set when the wall took the credit back. */
  reversedAt: string | null;
  /** Set while the points are pending: the time at which they count, unless they are taken back before. */
  pendingUntil: string | null;
};
export type TaskEvent = {
  kind: "started" | "received" | "pending" | "credited" | "reversed" | "claim_filed" | "claim_granted" | "claim_refused";
  at: string;
  /** Points of the event, if it moves any. */
  points: number | null;
  /** The admin's words about a decision. */
  answer: string | null;
};
export type BillingAddress = {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};
export type Identity = {
  id: string;
  /** The other site, one of those of `GET /api/site` unless the operator has removed it. */
  provider: string;
  /** The address there when it was linked. */
  email: string | null;
  createdAt: string;
  lastUsedAt: string | null;
};
export type Passkey = {
  id: string;
  name: string;
  /** Kept by an account of its vendor, and so on several devices. */
  synced: boolean;
  createdAt: string;
  lastUsedAt: string | null;
};
export type Session = {
  id: string;
  /** Names of browser and system, like `Firefox · Linux`; a dash if neither is known. */
  device: string;
  ip: string;
  createdAt: string;
  lastSeenAt: string;
  /** The session of this request. */
  current: boolean;
};
export type BackupCodes = {
  backupCodes: string[];
};
export type Wall = {
  id: string;
  title: string;
  /** For so many days what is earned here is pending before it counts. */
  holdDays: number;
  /** The wall's pseudonymous code of the member. */
  memberCode: string;
  embed: WallEmbed;
  /** Whether the host of its frame answered when this site last looked; null: not known, or no frame elsewhere. */
  answers: boolean | null;
  /** What the wall wants to be told besides the code, and the member's decision, null before it; null if it wants nothing. */
  sharing: {
    fields: ("email" | "name")[];
    shares: boolean | null;
  } | null;
};
export type WallEmbed = {
  kind: "iframe";
  url: string;
  height: number;
} | {
  kind: "script";
  /** The page of this site in which the script runs, without an origin of its own. */
  frame: string;
  src: string;
  globalVar: string;
  config: unknown;
  slots: ({
    divId: string;
    style?: string;
    options: Record<string, unknown>;
  })[];
} | {
  kind: "none";
} | {
  kind: "paused";
} | {
  kind: "asked";
};
export type MemberCreated = {
  type: "member.created";
  timestamp: string;
  data: {
    memberId: string;
  };
};
export type MemberPaused = {
  type: "member.paused";
  timestamp: string;
  data: {
    memberId: string;
    reason: "many_accounts" | "disposable_email" | "unusual_speed" | "many_reversals" | "region" | "staff_review";
  };
};
export type MemberResumed = {
  type: "member.resumed";
  timestamp: string;
  data: {
    memberId: string;
  };
};
export type MemberDeleted = {
  type: "member.deleted";
  timestamp: string;
  data: {
    memberId: string;
  };
};
export type TaskCredited = {
  type: "task.credited";
  timestamp: string;
  data: {
    memberId: string;
    taskId: string;
    /** Id of the wall, or `missions`. */
    source: string;
    points: number;
    balance: number;
  };
};
export type TaskReversed = {
  type: "task.reversed";
  timestamp: string;
  data: {
    memberId: string;
    taskId: string;
    /** Id of the wall, or `missions`. */
    source: string;
    points: number;
    balance: number;
  };
};
export type PointsAdjusted = {
  type: "points.adjusted";
  timestamp: string;
  data: {
    memberId: string;
    adjustmentId: string;
    /** Negative: taken. */
    points: number;
    reason: "goodwill" | "missing_credit" | "duplicate_credit" | "mistake" | "fraud";
    balance: number;
  };
};
export type RedemptionRequested = {
  type: "redemption.requested";
  timestamp: string;
  data: {
    memberId: string;
    redemptionId: string;
    rewardId: string;
    rewardKind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
    amountCents: number;
    points: number;
  };
};
export type RedemptionIssued = {
  type: "redemption.issued";
  timestamp: string;
  data: {
    memberId: string;
    redemptionId: string;
    rewardId: string;
    rewardKind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
    amountCents: number;
    points: number;
  };
};
export type RedemptionFailed = {
  type: "redemption.failed";
  timestamp: string;
  data: {
    memberId: string;
    redemptionId: string;
    rewardId: string;
    rewardKind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
    amountCents: number;
    points: number;
    reason: "provider_refused" | "provider_unreachable" | "answer_missing" | "details_needed" | "out_of_stock" | "staff_refused" | "risk_review" | "review_returned" | "review_lapsed" | "review_stopped" | "withdrawn_unused" | "withdrawn_used" | "withdrawn_closed";
    pointsReturned: number;
  };
};
export type RedemptionReversed = {
  type: "redemption.reversed";
  timestamp: string;
  data: {
    memberId: string;
    redemptionId: string;
    rewardId: string;
    rewardKind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
    amountCents: number;
    points: number;
    reason: "provider_refused" | "provider_unreachable" | "answer_missing" | "details_needed" | "out_of_stock" | "staff_refused" | "risk_review" | "review_returned" | "review_lapsed" | "review_stopped" | "withdrawn_unused" | "withdrawn_used" | "withdrawn_closed";
    pointsReturned: number;
  };
};
export type AwardIssued = {
  type: "award.issued";
  timestamp: string;
  data: {
    memberId: string;
    awardId: string;
    redemptionId: string;
    amountCents: number;
  };
};
export type AwardFailed = {
  type: "award.failed";
  timestamp: string;
  data: {
    memberId: string;
    awardId: string;
    redemptionId: string;
    amountCents: number;
    reason: "provider_refused" | "provider_unreachable" | "answer_missing" | "details_needed" | "out_of_stock" | "staff_refused" | "risk_review" | "review_returned" | "review_lapsed" | "review_stopped" | "withdrawn_unused" | "withdrawn_used" | "withdrawn_closed";
  };
};
export type AwardReversed = {
  type: "award.reversed";
  timestamp: string;
  data: {
    memberId: string;
    awardId: string;
    redemptionId: string;
    amountCents: number;
    reason: "provider_refused" | "provider_unreachable" | "answer_missing" | "details_needed" | "out_of_stock" | "staff_refused" | "risk_review" | "review_returned" | "review_lapsed" | "review_stopped" | "withdrawn_unused" | "withdrawn_used" | "withdrawn_closed";
  };
};
/** What went wrong, as a word that does not change. A later version may add words. */
export type ErrorCode = "invalid_input" | "invalid_json" | "password_common" | "password_breached" | "password_is_address" | "password_is_site_name" | "wrong_password" | "push_host_unknown" | "invalid_appeal_token" | "invalid_code" | "identity_refused" | "invalid_reset_token" | "captcha_required" | "captcha_invalid" | "captcha_expired" | "captcha_duplicate" | "request_id_required" | "picture_unusable" | "invalid_two_factor_code" | "two_factor_required" | "not_signed_in" | "wrong_credentials" | "passkey_unknown" | "passkey_refused" | "invalid_key" | "two_factor_admin" | "two_factor_admin_required" | "staff_identity_required" | "passkey_required" | "reauthentication_required" | "paused" | "scope_missing" | "not_admin" | "not_permitted" | "cross_site" | "suspended" | "approval_own" | "approver_too_new" | "requester_left" | "person_required" | "not_found" | "no_such_member" | "method_not_allowed" | "identity_unknown" | "identity_taken" | "last_way_in" | "two_factor_not_set_up" | "two_factor_enabled" | "no_passkey" | "passkey_taken" | "too_many_passkeys" | "last_second_factor" | "two_factor_own_call" | "not_paused" | "pause_replaced" | "appeal_open" | "appeal_decided" | "insufficient_points" | "below_threshold" | "first_redemption_tier" | "out_of_stock" | "not_in_region" | "reward_unavailable" | "price_changed" | "reward_changed" | "reward_key_taken" | "reward_has_stock" | "reward_list_changed" | "amount_changed" | "not_in_stock_mode" | "fulfilment_claimed" | "fulfilment_not_claimed" | "code_known" | "fulfilment_decided" | "request_id_reused" | "member_paused" | "wall_untestable" | "parked_done" | "parked_cut" | "too_many_keys" | "key_ended" | "too_many_webhooks" | "webhook_off" | "last_owner" | "role_held" | "already_staff" | "work_taken" | "member_suspended" | "member_owes" | "measure_changed" | "redemption_not_stopped" | "award_unavailable" | "balance_too_low" | "approval_decided" | "approval_expired" | "mission_stopped" | "approval_open" | "review_decided" | "review_taken" | "review_asked" | "review_answered" | "review_not_asked" | "wall_unavailable" | "offer_changed" | "too_many_favourites" | "mission_points_required" | "mission_paused" | "mission_ended" | "mission_full" | "mission_full_today" | "mission_completed" | "mission_own" | "mission_not_started" | "mission_unfinished" | "notice_not_resendable" | "claim_decided" | "claim_granted_before" | "claim_paid_meanwhile" | "mission_kind_fixed" | "mission_changed" | "mission_advertiser_fixed" | "stock_too_large" | "body_too_large" | "json_required" | "too_many_requests" | "internal" | "wall_unreachable" | "pictures_unavailable" | "busy" | "identity_unavailable" | "captcha_unavailable";
export type ErrorBody = {
  /** For people, in English. */
  error: string;
  code: ErrorCode;
  /** What is wrong with the input, by its path. */
  fields?: Record<string, string>;
  /** The numbers and names in the text. */
  details?: Record<string, string | number>;
};
/** The same as a problem of RFC 9457, for callers whose Accept names it. */
export type Problem = {
  /** Where the code is explained. */
  type: string;
  /** The code in words. */
  title: string;
  /** The status of the response. */
  status: number;
  /** The text of this case, the same as `error`. */
  detail: string;
  /** The id of the request, as in the log of the site. */
  instance: string;
  /** For people, in English. */
  error: string;
  code: ErrorCode;
  /** What is wrong with the input, by its path. */
  fields?: Record<string, string>;
  /** The numbers and names in the text. */
  details?: Record<string, string | number>;
};

/** Every call: what it takes and what it returns. */
export interface Calls {
  /** Points earned, taken back and redeemed and new members by day of a time zone; what each wall cost and brought; what members hold now */
  'GET /api/admin/activity': {
    query: {
      from: string;
      to: string;
      timeZone: string;
    };
    output: {
      days: ({
        day: string;
        earned: number;
        reversed: number;
        redeemed: number;
        newMembers: number;
      })[];
      /** Walls on which something happened. */
      walls: ({
        /** Points that members were credited. */
        earned: number;
        /** Points that were taken back. */
        reversed: number;
        /** Number of credits. */
        credits: number;
        revenue: {
          /** Whole millionths of a US dollar. */
          usdMicros: number;
          /** Number of credits that named an amount. */
          credits: number;
        } | null;
        wall: string;
      })[];
      /** Points that members hold now. A member's debt does not reduce what is owed to others. */
      outstanding: number;
    };
  };
  /** Open appeals, oldest first, at most 200 */
  'GET /api/admin/appeals': {
    output: Appeal[];
  };
  /** Grants an appeal (the pause or suspension ends) or keeps it, with an answer that the member reads. About the suspension of somebody with a role only an owner decides */
  'POST /api/admin/appeals/{id}/decision': {
    params: {
      id: string;
    };
    body: {
      decision: "granted" | "kept";
      answer: string;
    };
    output: Record<string, never>;
  };
  /** Takes an appeal for 15 minutes, or gives it back */
  'PUT /api/admin/appeals/{id}/owner': {
    params: {
      id: string;
    };
    body: {
      taken: boolean;
    };
    output: Record<string, never>;
  };
  /** What waits for a second admin, oldest first, then what was decided or expired lately; at most 200 */
  'GET /api/admin/approvals': {
    output: Approval[];
  };
  /** Approves, which carries it out, or declines. Of two admins the first counts; nobody decides on a request about themself */
  'POST /api/admin/approvals/{id}/decision': {
    params: {
      id: string;
    };
    body: {
      decision: "approved" | "declined";
    };
    output: Record<string, never>;
  };
  /** What staff did, newest first, 50 at a time; `before` is the id of the last one seen */
  'GET /api/admin/audit': {
    query?: {
      actor?: string;
      action?: string;
      subjectKind?: string;
      subjectId?: string;
      from?: string;
      to?: string;
      before?: string;
    };
    output: AuditEntry[];
  };
  /** Recomputes part of the chain, from the entry after `after` on; the next part begins at `last` */
  'GET /api/admin/audit/verification': {
    query?: {
      after?: string;
    };
    output: {
      /** Entries recomputed by this call. */
      checked: number;
      /** All entries of the trail. */
      total: number;
      /** Entries of this part that were changed, removed or inserted. */
      differing: number;
      /** A sentence for each difference, at most 100. */
      differences: string[];
      /** The last entry recomputed, null for an empty part. */
      last: {
        id: string;
        hash: string;
      } | null;
      done: boolean;
    };
  };
  /** What admins gave, newest first, at most 200 */
  'GET /api/admin/awards': {
    output: Award[];
  };
  /** Claims without a decision, oldest first, at most 200 */
  'GET /api/admin/claims': {
    output: OpenClaim[];
  };
  /** Grants a claim, which credits the mission, or for a wall the points named; or refuses it. The member reads the answer. More points than one admin may give within a day wait for a second one; who asked for them withdraws that by another decision */
  'POST /api/admin/claims/{id}/decision': {
    params: {
      id: string;
    };
    body: {
      decision: "granted" | "refused";
      answer: string;
      /** Only for a granted claim about a wall. */
      points?: number;
    };
    output: {
      standing: "done" | "awaiting_approval" | "declined";
    };
  };
  /** The member's clicks, and what walls and advertisers said about the member around that time */
  'GET /api/admin/claims/{id}/evidence': {
    params: {
      id: string;
    };
    output: {
      clicks: ({
        mission: string;
        clickId: string;
        startedAt: string;
        completedAt: string | null;
      })[];
      /** The started offer that the claim is about; null if it is about none, or that is no longer kept. */
      offer: {
        clickId: string;
        startedAt: string;
        expiresAt: string | null;
        /** How far each step is now. */
        goals: ({
          goalId: string;
          name: string;
          /** Null: no fixed amount, or a step that was not promised. */
          promised: number | null;
          state: "not_started" | "started" | "received" | "pending" | "credited" | "reversed" | "expired";
          paid: number;
        })[];
        /** Proven calls about the offer since the start, the latest first. */
        calls: OfferCall[];
      } | null;
      /** How far that offer was when the claim was filed, as this site knew it. It stays when the offer goes. */
      reported: {
        startedAt: string;
        goals: ({
          goalId: string;
          name: string;
          /** Null: no fixed amount, or a step that was not promised. */
          promised: number | null;
          state: "not_started" | "started" | "received" | "pending" | "credited" | "reversed" | "expired";
          paid: number;
        })[];
      } | null;
      messages: ({
        /** Id of the wall or name of the advertiser. */
        source: string;
        at: string;
        verdict: string;
        reason: string | null;
        transactionId: string | null;
        points: number | null;
      })[];
      /** The member's other claims about the wall; first those about the `same` click or task. */
      claims: ({
        id: string;
        title: string;
        happenedAt: string;
        state: "open" | "granted" | "refused";
        points: number | null;
        same: boolean;
      })[];
    };
  };
  /** Takes a claim for 15 minutes, or gives it back */
  'PUT /api/admin/claims/{id}/owner': {
    params: {
      id: string;
    };
    body: {
      taken: boolean;
    };
    output: Record<string, never>;
  };
  /** The catalogues of this site's walls: how old they are, and what was left out of them */
  'GET /api/admin/feeds': {
    output: FeedHealth[];
  };
  /** A catalogue's words for categories and what members see for them, the most frequent first, 500 at most */
  'GET /api/admin/feeds/{wall}/categories': {
    params: {
      wall: string;
    };
    output: FeedCategory[];
  };
  /** Decides what members see for a company's word of a category */
  'PUT /api/admin/feeds/{wall}/categories': {
    params: {
      wall: string;
    };
    body: {
      word: string;
      /** Null: what the word usually means. */
      category: "games" | "apps" | "surveys" | "sign_ups" | "trials" | "finance" | "shopping" | "videos" | "other" | null;
    };
    output: Record<string, never>;
  };
  /** Offers of a catalogue with their goals, by title, 50 at a time */
  'GET /api/admin/feeds/{wall}/offers': {
    params: {
      wall: string;
    };
    query?: {
      standing?: "offered" | "left";
      search?: string;
      after?: string;
    };
    output: FeedOfferRow[];
  };
  /** What came of the offers that members started within 30 days, counted once an hour, 50 at a time */
  'GET /api/admin/feeds/{wall}/results': {
    params: {
      wall: string;
    };
    query?: {
      order?: "started" | "missing";
      after?: string;
    };
    output: OfferResult[];
  };
  /** Redemptions that wait for a person, the earliest promise first, at most 200 */
  'GET /api/admin/fulfilments': {
    output: Fulfilment[];
  };
  /** Takes a redemption for oneself for 15 minutes; again, it prolongs. Only its holder can fulfil or refuse it */
  'POST /api/admin/fulfilments/{id}/claim': {
    params: {
      id: string;
    };
    output: Fulfilment;
  };
  /** Gives the member a code or an https link. Nobody else can read it afterwards */
  'POST /api/admin/fulfilments/{id}/fulfil': {
    params: {
      id: string;
    };
    body: {
      kind: "code";
      code: string;
      pin: string | null;
      /** The last day on which the reward can be used. */
      expiresOn: string | null;
      /** The `owedPoints` that were seen; 0 if left out. If the member owes more by now, nothing is given. */
      owedPoints?: number;
    } | {
      kind: "link";
      link: string;
      /** The last day on which the reward can be used. */
      expiresOn: string | null;
      /** The `owedPoints` that were seen; 0 if left out. If the member owes more by now, nothing is given. */
      owedPoints?: number;
    };
    output: Record<string, never>;
  };
  /** Gives the points back; the member reads the reason */
  'POST /api/admin/fulfilments/{id}/refuse': {
    params: {
      id: string;
    };
    body: {
      reason: string;
    };
    output: Record<string, never>;
  };
  /** Gives a claimed redemption back to the queue */
  'POST /api/admin/fulfilments/{id}/release': {
    params: {
      id: string;
    };
    output: Fulfilment;
  };
  /** Gives a member a prepaid card. amountUSD is whole dollars here and must be those of the tier. Without a reason the member reads none beside the card. The request id (in the body or as Idempotency-Key) makes repeats harmless; without one, the same award to the same member within 10 minutes is a repeat. Large amounts, and more than one admin may move within a day, wait for a second one */
  'POST /api/admin/gift-cash/{userId}': {
    params: {
      userId: string;
    };
    body: {
      cardTier: "1USD" | "5USD" | "10USD" | "20USD";
      /** Whole dollars, as the tiers count them. */
      amountUSD: number;
      /** Shown to the member as it stands. */
      reason?: string;
      requestId?: string;
    };
    output: {
      id: string;
      standing: "done" | "awaiting_approval" | "declined";
    };
  };
  /** The API keys, those that work first, then the newest, at most 200. Never the keys themselves */
  'GET /api/admin/keys': {
    output: ApiKey[];
  };
  /** Makes an API key that acts for the admin who asks. Only this answer shows it */
  'POST /api/admin/keys': {
    body: {
      name: string;
      scopes: ("site.read" | "members.read" | "audit.read" | "exports" | "catalogue.edit" | "points.adjust" | "payouts.work")[];
      /** Days until the key expires. */
      days: number;
    };
    output: {
      id: string;
      key: string;
      expiresAt: string;
    };
  };
  /** Ends an API key at once and for good */
  'DELETE /api/admin/keys/{id}': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Every mission, drafts too, with how often it was started and completed */
  'GET /api/admin/missions': {
    output: PlannedMission[];
  };
  /** Adds a mission. One that may pay many points in all stays a draft until a second admin approves it. An API key adds drafts alone. The request id (in the body or as Idempotency-Key) makes repeats of the same admin harmless */
  'POST /api/admin/missions': {
    body: {
      title: string;
      description: string;
      instructions: string[];
      points: number;
      difficulty: "easy" | "medium";
      status: "draft" | "active" | "paused" | "ended";
      announced?: boolean;
      dailyCap: number | null;
      totalCap: number | null;
      position: number;
      content: MissionContent;
      requestId?: string;
    };
    output: PlannedMission;
  };
  /** Changes what is named; `{ "status": "paused" }` pauses. The kind stays, and so do the points promised to those who started. What it pays or what proves it, and opening it, wait for a second admin where it may pay many points in all. An API key changes drafts and stops missions */
  'PATCH /api/admin/missions/{id}': {
    params: {
      id: string;
    };
    body: {
      title?: string;
      description?: string;
      instructions?: string[];
      points?: number;
      difficulty?: "easy" | "medium";
      status?: "draft" | "active" | "paused" | "ended";
      announced?: boolean;
      dailyCap?: number | null;
      totalCap?: number | null;
      position?: number;
      content?: MissionContent;
      /** The `contentVersion` of the mission that was looked at. If the content is another one now, it is not replaced. */
      seen?: string;
    };
    output: PlannedMission;
  };
  /** Replaces the texts of a mission in one language: title, description, steps, questions and answers, each by its original text. An API key does so for drafts alone */
  'PUT /api/admin/missions/{id}/translations/{language}': {
    params: {
      id: string;
      language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "ja" | "ko" | "zh" | "ur" | "id" | "fil" | "vi" | "hi" | "th" | "ms" | "bn";
    };
    body: {
      texts: Record<string, string>;
    };
    output: PlannedMission;
  };
  /** The rules of staff about offers that are in force, newest first, 200 at most */
  'GET /api/admin/offer-rules': {
    output: OfferRule[];
  };
  /** Hides, features or limits offers, later ones too; at most 20 are featured, of 200 rules (`invalid_input` of `effect`) */
  'POST /api/admin/offer-rules': {
    body: {
      /** Id of the wall; null: of any. */
      wall: string | null;
      /** The wall's id of one offer; it needs `wall`. */
      offerId: string | null;
      /** One of the offer's categories, as the company writes it. */
      category: string | null;
      /** Part of the title, in capitals or not. */
      words: string | null;
      /** Fewer points than so many in all. */
      pointsBelow: number | null;
      /** Whether it asks for money. False: those of which the company says that they ask for none. */
      purchase: boolean | null;
      /** `hide`: members who have not started it do not see it. `feature`: it stands in front. `limit`: only members of `countries`, or younger than `newMemberDays`, see it. */
      effect: "hide" | "feature" | "limit";
      /** ISO 3166-1 alpha-2, of `limit`. */
      countries: string[] | null;
      /** Of `limit`. */
      newMemberDays: number | null;
      reason: string;
      endsAt: string | null;
    };
    output: {
      id: string;
    };
  };
  /** The offers that a rule with these conditions would name, those with most points first, 20 of them */
  'GET /api/admin/offer-rules/preview': {
    query?: {
      wall?: string;
      offerId?: string;
      category?: string;
      words?: string;
      pointsBelow?: number;
      purchase?: "true" | "false";
    };
    output: {
      offers: number;
      examples: ({
        wall: string;
        offerId: string;
        title: string;
        totalPoints: number | null;
      })[];
    };
  };
  /** Ends a rule: its offers are as they were without it */
  'DELETE /api/admin/offer-rules/{id}': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Proven postbacks whose member code nobody has, oldest first, 50 at a time; `after` is the id of the last one seen */
  'GET /api/admin/parked': {
    query?: {
      after?: string;
    };
    output: {
      /** How many wait in all, 10000 at most. */
      count: number;
      rows: ({
        id: string;
        at: string;
        wall: string;
        reason: string | null;
        transactionId: string | null;
        memberCode: string | null;
        times: number;
        /** Why it cannot be replayed, or null. */
        obstacle: "wall_missing" | "cut" | null;
        raw: string;
      })[];
    };
  };
  /** Says that an unmatched postback will not be replayed, and why. It leaves the queue and stays in the log */
  'POST /api/admin/parked/{id}/closure': {
    params: {
      id: string;
    };
    body: {
      note: string;
    };
    output: Record<string, never>;
  };
  /** Applies a call again that was acknowledged and moved nothing: unmatched, ignored or pending. One that moves nothing still `waits`. Of parallel replays one pays */
  'POST /api/admin/parked/{id}/replay': {
    params: {
      id: string;
    };
    output: {
      verdict: "credited" | "flagged" | "netted" | "reversed" | "reversed_early" | "duplicate" | "conflict" | "unknown_user" | "bad_signature" | "refused" | "test" | "pending" | "ignored" | "held";
      waits: boolean;
    };
  };
  /** Calls of walls and what became of them, newest first; `before` is the cursor of the page before. A search answers at most 200, without a cursor */
  'GET /api/admin/postbacks': {
    query?: {
      wall?: string;
      verdict?: "credited" | "flagged" | "netted" | "reversed" | "reversed_early" | "duplicate" | "conflict" | "unknown_user" | "bad_signature" | "refused" | "test" | "pending" | "ignored";
      transaction?: string;
      code?: string;
      before?: string;
    };
    output: {
      rows: PostbackRow[];
      /** Cursor of the next, older page; null at the end. A page before the end can be empty. */
      next: string | null;
      /** The oldest time that was searched, if the page is not full. */
      lookedBackTo: string | null;
    };
  };
  /** What waits for somebody with the role of the admin who asks */
  'GET /api/admin/queues': {
    output: ({
      queue: "fulfilments" | "payouts" | "reviews" | "approvals" | "claims" | "appeals" | "parked" | "alarms" | "proof";
      /** 10000 at most. */
      count: number;
      oldestAt: string | null;
      /** Number of overdue items. */
      late: number;
    })[];
  };
  /** Ends an open redemption that is late, waits for its member, or whose member is paused or suspended: the points go back once nothing of it can be spent, and the member reads the text. Nobody ends one of their own */
  'POST /api/admin/redemptions/{id}/end': {
    params: {
      id: string;
    };
    body: {
      text: string;
    };
    output: Record<string, never>;
  };
  /** Redemptions that wait for a decision, by their time, then those decided lately; at most 200 */
  'GET /api/admin/reviews': {
    output: Review[];
  };
  /** Pays out, or gives the points back with a text that the member reads. Of two admins the first counts; nobody decides on a redemption of their own */
  'POST /api/admin/reviews/{id}/decision': {
    params: {
      id: string;
    };
    body: {
      decision: "pay" | "refund";
      text?: string;
      /** The `owedPoints` that were seen; 0 if left out. If the member owes more by now, nothing is given. */
      owedPoints?: number;
    };
    output: Record<string, never>;
  };
  /** Says that this admin works on the review, or no longer does */
  'PUT /api/admin/reviews/{id}/owner': {
    params: {
      id: string;
    };
    body: {
      taken: boolean;
    };
    output: Record<string, never>;
  };
  /** Asks the member one question, answered on their screen */
  'POST /api/admin/reviews/{id}/question': {
    params: {
      id: string;
    };
    body: {
      text: string;
    };
    output: Record<string, never>;
  };
  /** Every reward, drafts too, in the order of the list, and the providers that are set up */
  'GET /api/admin/rewards': {
    output: {
      rewards: PlannedReward[];
      /** Providers that a reward may name. */
      providers: string[];
    };
  };
  /** Adds a premium reward at the end of the list */
  'POST /api/admin/rewards': {
    body: {
      title: string;
      /** May be empty. */
      description: string;
      /** Whole US cents, within REWARD_RANGES_USD of the kind. A prepaid card has the amount of its tier. */
      amountUSD: number;
      /** Null, allowed only for prepaid cards, stands for the provider that PAYOUT_PROVIDER names. */
      provider: string | null;
      /** The provider's ids of the products that the member can choose from; some need them, except for prepaid cards. */
      productIds: string[];
      /** Countries (ISO 3166-1 alpha-2) where the reward can be used; empty for no limit. */
      regions: string[];
      status: "draft" | "active" | "paused" | "ended";
      kind: "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
      key: string;
    };
    output: PlannedReward;
  };
  /** Puts the rewards into this order; it must name every one of them once */
  'PUT /api/admin/rewards/order': {
    body: {
      ids: string[];
    };
    output: Record<string, never>;
  };
  /** Changes what is named; `{ "status": "paused" }` pauses. Kind and key stay, and so does what was redeemed. No reward is deleted: it ends */
  'PATCH /api/admin/rewards/{id}': {
    params: {
      id: string;
    };
    body: {
      title?: string;
      /** May be empty. */
      description?: string;
      /** Whole US cents, within REWARD_RANGES_USD of the kind. A prepaid card has the amount of its tier. */
      amountUSD?: number;
      /** Null, allowed only for prepaid cards, stands for the provider that PAYOUT_PROVIDER names. */
      provider?: string | null;
      /** The provider's ids of the products that the member can choose from; some need them, except for prepaid cards. */
      productIds?: string[];
      /** Countries (ISO 3166-1 alpha-2) where the reward can be used; empty for no limit. */
      regions?: string[];
      status?: "draft" | "active" | "paused" | "ended";
    };
    output: PlannedReward;
  };
  /** Sets or removes the picture of a reward, which is drawn anew, without metadata, up to 256 by 192 pixels */
  'PUT /api/admin/rewards/{id}/picture': {
    params: {
      id: string;
    };
    body: {
      /** A PNG, JPEG or WebP of four million pixels at the most, in Base64; null for none. */
      picture: string | null;
    };
    output: PlannedReward;
  };
  /** How many codes a reward has, in all and by upload, newest first, at most 200. Never the codes */
  'GET /api/admin/rewards/{id}/stock': {
    params: {
      id: string;
    };
    output: {
      counts: {
        free: number;
        given: number;
        void: number;
        /** Codes that passed their last day unused. */
        expired: number;
      };
      uploads: ({
        free: number;
        given: number;
        void: number;
        /** Codes that passed their last day unused. */
        expired: number;
        id: string;
        uploadedAt: string;
        /** Name of the admin. */
        uploadedBy: string;
      })[];
    };
  };
  /** Adds voucher codes: a line each, `code,pin,expires` with the last two optional (2027-01-31), with or without a first line of these names. Good lines are stored, bad ones listed; with `dryRun` nothing is stored */
  'POST /api/admin/rewards/{id}/stock': {
    params: {
      id: string;
    };
    body: {
      /** What one code is worth, in whole US cents. */
      amountUSD: number;
      csv: string;
      dryRun: boolean;
    };
    output: {
      /** Null if nothing was stored. */
      uploadId: string | null;
      /** Codes that were stored, or would be. */
      accepted: number;
      /** Counts all bad lines, also those that the list omits. */
      problemCount: number;
      /** The first 500, by line. Lines are counted from 1, including the header. */
      problems: ({
        line: number;
        problem: "empty" | "too_long" | "too_many_columns" | "bad_characters" | "bad_quotes" | "bad_date" | "expired" | "duplicate_in_file" | "duplicate_known";
      })[];
      /** Redemptions that waited for codes and continue now. */
      woken: number;
    };
  };
  /** Makes free codes of one upload, or all of the reward, void, until they are uploaded again. Given ones stay */
  'POST /api/admin/rewards/{id}/stock/void': {
    params: {
      id: string;
    };
    body: {
      uploadId: string | null;
      /** Later uploads stay as they are. */
      until?: string;
    };
    output: {
      voided: number;
    };
  };
  /** Replaces title and description of a reward in one language, each by its original text */
  'PUT /api/admin/rewards/{id}/translations/{language}': {
    params: {
      id: string;
      language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "ja" | "ko" | "zh" | "ur" | "id" | "fil" | "vi" | "hi" | "th" | "ms" | "bn";
    };
    body: {
      texts: Record<string, string>;
    };
    output: PlannedReward;
  };
  /** The rules that hold redemptions for a review, with their parameters and bounds */
  'GET /api/admin/risk-rules': {
    output: RiskRule[];
  };
  /** Switches a rule or sets parameters, for redemptions from now on. What is not named stays */
  'PUT /api/admin/risk-rules/{id}': {
    params: {
      id: "new_account_large_balance" | "many_members_one_payout_address" | "many_members_one_device" | "same_offers_one_device" | "reversals_above_rate" | "unusual_speed";
    };
    body: {
      enabled?: boolean;
      parameters?: Record<string, number>;
    };
    output: Record<string, never>;
  };
  /** Tries the rules on past redemptions, changing nothing; one of them with other parameters, if `rule` and `parameters` (JSON) name them */
  'GET /api/admin/risk-trial': {
    query?: {
      days?: number;
      rule?: "new_account_large_balance" | "many_members_one_payout_address" | "many_members_one_device" | "same_offers_one_device" | "reversals_above_rate" | "unusual_speed";
      parameters?: string;
    };
    output: RiskTrial;
  };
  /** Everybody with a role, owners first */
  'GET /api/admin/staff': {
    output: StaffMember[];
  };
  /** Gives a member a role, by their email address. Their sessions end, and they are told */
  'POST /api/admin/staff': {
    body: {
      email: string;
      role: "owner" | "finance" | "support" | "read_only";
    };
    output: {
      id: string;
    };
  };
  /** Makes somebody a plain member again, whose sessions end and who is told. The last owner stays one */
  'DELETE /api/admin/staff/{id}': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Changes the role of somebody, whose sessions end and who is told. The last owner stays one */
  'PUT /api/admin/staff/{id}': {
    params: {
      id: string;
    };
    body: {
      role: "owner" | "finance" | "support" | "read_only";
    };
    output: Record<string, never>;
  };
  /** Totals of the site: members, those who have left among them, cash rewarded (US cents), points earned */
  'GET /api/admin/stats': {
    output: {
      totalUsers: number;
      totalCashRewarded: number;
      totalPoints: number;
    };
  };
  /** How many members a search finds, counted up to 10,000 */
  'GET /api/admin/user-count': {
    query?: {
      search?: string;
      status?: "active" | "paused" | "suspended" | "unconfirmed" | "admin" | "payout_late";
      balance?: "yes";
    };
    output: {
      count: number;
      more: boolean;
    };
  };
  /** Members who have not left, the newest first unless told. A search is not ordered by name. Balances are ordered as of the last roll-up */
  'GET /api/admin/users': {
    query?: {
      search?: string;
      status?: "active" | "paused" | "suspended" | "unconfirmed" | "admin" | "payout_late";
      balance?: "yes";
      order?: "created" | "points" | "cash" | "lastRewarded" | "name";
      direction?: "asc" | "desc";
      limit?: number;
      after?: string;
      before?: string;
    };
    output: ListedMember[];
  };
  /** One member as staff see them */
  'GET /api/admin/users/{id}': {
    params: {
      id: string;
    };
    output: {
      id: string;
      name: string;
      email: string;
      points: number;
      isAdmin: boolean;
      cardTierLastChosen: string | null;
      cashRewardedUSD: number;
      lastRewardedAt: string | null;
      createdAt: string;
      status: "active" | "paused" | "suspended" | "unconfirmed";
      staffRole: "owner" | "finance" | "support" | "read_only" | null;
      emailVerified: boolean;
      phone: string | null;
      locale: string;
      twoFactorSince: string | null;
      leftAt: string | null;
      suspension: {
        since: string;
        reason: "many_accounts" | "disposable_email" | "unusual_speed" | "many_reversals" | "region" | "staff_review";
        text: string;
      } | null;
      pause: {
        since: string;
        reason: "many_accounts" | "disposable_email" | "unusual_speed" | "many_reversals" | "region" | "staff_review";
        text: string;
      } | null;
      /** The sums of the transfers, to compare with the cached balances. */
      proof: {
        points: number;
        cents: number;
        transfers: number;
      };
      signals: ({
        id: string;
        signal: string;
        details: unknown;
        at: string;
      })[];
    };
  };
  /** Gives a member points, or takes some, never below zero. The request id (in the body or as Idempotency-Key) makes repeats harmless. Large amounts, alone or within a day, wait for a second admin */
  'POST /api/admin/users/{id}/adjustments': {
    params: {
      id: string;
    };
    body: {
      /** Positive: given; negative: taken. */
      points: number;
      reasonCode: "goodwill" | "missing_credit" | "duplicate_credit" | "mistake" | "fraud";
      text: string;
      requestId?: string;
    };
    output: {
      id: string;
      standing: "done" | "awaiting_approval" | "declined";
    };
  };
  /** Actions of staff on the member and on their redemptions, claims and appeals, newest first, 50 at a time; `before` is the id of the last one seen */
  'GET /api/admin/users/{id}/audit': {
    params: {
      id: string;
    };
    query?: {
      before?: string;
    };
    output: AuditEntry[];
  };
  /** What staff have written about the member, newest first, at most 200 */
  'GET /api/admin/users/{id}/notes': {
    params: {
      id: string;
    };
    output: ({
      id: string;
      author: string | null;
      text: string;
      createdAt: string;
    })[];
  };
  /** Writes a note for other staff. The member can read it in the export of their data */
  'POST /api/admin/users/{id}/notes': {
    params: {
      id: string;
    };
    body: {
      text: string;
    };
    output: {
      id: string;
    };
  };
  /** What the member was told, newest first, at most 200 */
  'GET /api/admin/users/{id}/notices': {
    params: {
      id: string;
    };
    output: ({
      id: string;
      kind: string;
      createdAt: string;
      mailedAt: string | null;
      pushedAt: string | null;
      /** Whether the notice's mail may be sent again. */
      resendable: boolean;
    })[];
  };
  /** Mails a notice once more, if the member's switches allow it */
  'POST /api/admin/users/{id}/notices/{noticeId}/mail': {
    params: {
      id: string;
      noticeId: string;
    };
    output: Record<string, never>;
  };
  /** The offers that the member has started and how far each step is, newest first, 20 at a time; `before` is the id of the last one seen */
  'GET /api/admin/users/{id}/offers': {
    params: {
      id: string;
    };
    query?: {
      before?: string;
    };
    output: ({
      /** Of the click. */
      id: string;
      wall: string;
      offerId: string;
      title: string;
      source: string;
      startedAt: string;
      expiresAt: string | null;
      /** Path of its picture at this site, while it is in the catalogue. */
      picture: string | null;
      /** As it was at the start. */
      promisedPoints: number | null;
      paidPoints: number;
      /** Sums of the steps that paid less than promised. */
      paidLess: {
        promised: number;
        paid: number;
      } | null;
      goals: StartedGoal[];
    })[];
  };
  /** The proven calls about an offer that the member has started, as they came, the newest first */
  'GET /api/admin/users/{id}/offers/{clickId}/calls': {
    params: {
      id: string;
      clickId: string;
    };
    output: OfferCall[];
  };
  /** Ends a pause, but not the own one; an open appeal is granted */
  'DELETE /api/admin/users/{id}/pause': {
    params: {
      id: string;
    };
    query?: {
      since?: string;
    };
    output: Record<string, never>;
  };
  /** Pauses redemptions of a member, with a reason and a text that the member reads */
  'POST /api/admin/users/{id}/pause': {
    params: {
      id: string;
    };
    body: {
      reason: "many_accounts" | "disposable_email" | "unusual_speed" | "many_reversals" | "region" | "staff_review";
      text: string;
      /** When the one before began, null for none; without it, any. */
      replaces?: string | null;
    };
    output: Record<string, never>;
  };
  /** What the member has asked of staff (missing rewards, answers to pauses and suspensions), newest first, at most 200 */
  'GET /api/admin/users/{id}/requests': {
    params: {
      id: string;
    };
    output: ({
      id: string;
      kind: "claim" | "appeal" | "suspension";
      title: string;
      text: string;
      createdAt: string;
      decision: string | null;
      answer: string | null;
      decidedAt: string | null;
      /** Of a granted claim: points that the wall has credited for the same offer since it was reported, if any. */
      wallPaidPoints: number | null;
      /** When the wall last did so. */
      wallPaidAt: string | null;
    })[];
  };
  /** The member's redemptions and awards, newest first, 50 at a time; `before` is the id of the last one seen */
  'GET /api/admin/users/{id}/rewards': {
    params: {
      id: string;
    };
    query?: {
      before?: string;
    };
    output: ({
      id: string;
      kind: "redemption" | "award";
      title: string;
      amountCents: number;
      points: number;
      status: string;
      reason: string | null;
      provider: string;
      createdAt: string;
      promisedBy: string | null;
      /** Set while nothing may be issued to the member. */
      stop: "paused" | "suspended" | null;
      /** Whether `POST /api/admin/redemptions/{id}/end` accepts it. */
      endable: boolean;
      issuedAt: string | null;
      expiresAt: string | null;
    })[];
  };
  /** Signs the member out everywhere; one of the staff only by an owner */
  'DELETE /api/admin/users/{id}/sessions': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Where the member is signed in, the last used first */
  'GET /api/admin/users/{id}/sessions': {
    params: {
      id: string;
    };
    output: ({
      id: string;
      device: string;
      ip: string;
      createdAt: string;
      lastSeenAt: string;
    })[];
  };
  /** Signs the member out of one device; one of the staff only by an owner */
  'DELETE /api/admin/users/{id}/sessions/{sessionId}': {
    params: {
      id: string;
      sessionId: string;
    };
    output: Record<string, never>;
  };
  /** Ends a suspension, but not the own one; an open appeal is granted */
  'DELETE /api/admin/users/{id}/suspension': {
    params: {
      id: string;
    };
    query?: {
      since?: string;
    };
    output: Record<string, never>;
  };
  /** Suspends a member, with a reason and a text that they read at sign-in; every session ends. Not oneself; somebody with a role only by an owner */
  'POST /api/admin/users/{id}/suspension': {
    params: {
      id: string;
    };
    body: {
      reason: "many_accounts" | "disposable_email" | "unusual_speed" | "many_reversals" | "region" | "staff_review";
      text: string;
      /** When the one before began, null for none; without it, any. */
      replaces?: string | null;
    };
    output: Record<string, never>;
  };
  /** The member's tasks, newest first, 50 at a time; `before` is the id of the last one seen */
  'GET /api/admin/users/{id}/tasks': {
    params: {
      id: string;
    };
    query?: {
      before?: string;
    };
    output: ({
      id: string;
      taskType: string;
      /** Id of the wall, or null for a mission of the site. */
      wall: string | null;
      title: string | null;
      points: number;
      transactionId: string | null;
      /** The events of the task, in order. */
      timeline: ({
        event: "received" | "credited" | "reversed";
        at: string;
      })[];
      completedAt: string;
    })[];
  };
  /** The member's transfers, newest first, 50 at a time; `before` is the id of the last one seen */
  'GET /api/admin/users/{id}/transfers': {
    params: {
      id: string;
    };
    query?: {
      before?: string;
    };
    output: ({
      id: string;
      at: string;
      unit: "points" | "cents";
      kind: string;
      /** Negative if the points left the member. */
      amount: number;
      balanceAfter: number;
      /** The account on the other side. */
      other: string;
      reference: string;
      reason: string | null;
      actor: string;
    })[];
  };
  /** Days on which a wall's credits left their own pattern, which nobody has looked at, newest first, at most 200 */
  'GET /api/admin/wall-alarms': {
    output: WallAlarm[];
  };
  /** Says that somebody has looked at an alarm, and what they found. Not by the member whom it is about, nor, of `paid_twice`, by one to whom such a reward was granted, or by whom while others could close it. It is open again when its figure doubles that day */
  'PUT /api/admin/wall-alarms/{id}/note': {
    params: {
      id: string;
    };
    body: {
      note: string;
    };
    output: Record<string, never>;
  };
  /** The walls of this site: how their postbacks fare, and how members see them */
  'GET /api/admin/walls': {
    query?: {
      period?: "day" | "week";
    };
    output: WallHealth[];
  };
  /** Shows a paused wall again */
  'DELETE /api/admin/walls/{wall}/pause': {
    params: {
      wall: string;
    };
    output: Record<string, never>;
  };
  /** Hides a wall from members, who are told so. Its postbacks are still taken. `reason` is for staff */
  'PUT /api/admin/walls/{wall}/pause': {
    params: {
      wall: string;
    };
    body: {
      reason: string;
    };
    output: Record<string, never>;
  };
  /** Sends a signed test call to this server, by HTTP as the wall's company would. It names nobody and is never credited */
  'POST /api/admin/walls/{wall}/test': {
    params: {
      wall: string;
    };
    output: {
      /** The response of this server, in the wall's own words. */
      status: number;
      body: string;
      /** Null if the log has no such call, for example because something in front of this server responded. */
      verdict: string | null;
      reason: string | null;
    };
  };
  /** The webhooks, the newest first. Never their secrets */
  'GET /api/admin/webhooks': {
    output: Webhook[];
  };
  /** Makes a webhook, which is told of these events from now on. Its address must be https and lead to a public host. Only this answer shows its secret */
  'POST /api/admin/webhooks': {
    body: {
      url: string;
      description: string;
      events: ("member.created" | "member.paused" | "member.resumed" | "member.deleted" | "task.credited" | "task.reversed" | "points.adjusted" | "redemption.requested" | "redemption.issued" | "redemption.failed" | "redemption.reversed" | "award.issued" | "award.failed" | "award.reversed")[];
    };
    output: {
      id: string;
      secret: string;
    };
  };
  /** Removes a webhook, to which nothing is sent any more */
  'DELETE /api/admin/webhooks/{id}': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Changes a webhook, or switches it on or off. What happens while it is off is not told; what was waiting goes on afterwards */
  'PATCH /api/admin/webhooks/{id}': {
    params: {
      id: string;
    };
    body: {
      url?: string;
      description?: string;
      events?: ("member.created" | "member.paused" | "member.resumed" | "member.deleted" | "task.credited" | "task.reversed" | "points.adjusted" | "redemption.requested" | "redemption.issued" | "redemption.failed" | "redemption.reversed" | "award.issued" | "award.failed" | "award.reversed")[];
      on?: boolean;
    };
    output: Record<string, never>;
  };
  /** What was sent to a webhook in the last 30 days, the newest first, 50 at a time; `before` is the id of the last one seen */
  'GET /api/admin/webhooks/{id}/deliveries': {
    params: {
      id: string;
    };
    query?: {
      state?: "waiting" | "delivered" | "failed";
      before?: string;
    };
    output: WebhookDelivery[];
  };
  /** Sends a delivery once more, now, under the same `webhook-id`; the schedule of tries begins anew */
  'POST /api/admin/webhooks/{id}/deliveries/{deliveryId}/resend': {
    params: {
      id: string;
      deliveryId: string;
    };
    output: Record<string, never>;
  };
  /** Sends once more whatever failed since a moment, at most 10,000; answers how many, and how many are left */
  'POST /api/admin/webhooks/{id}/resend-failed': {
    params: {
      id: string;
    };
    body: {
      since: string;
    };
    output: {
      count: number;
      /** What a repeat of the call sends. */
      left: number;
    };
  };
  /** Makes a new secret, which only this answer shows. Until `previousUntil` messages are signed by the one before too */
  'POST /api/admin/webhooks/{id}/secret': {
    params: {
      id: string;
    };
    output: {
      secret: string;
      previousUntil: string;
    };
  };
  /** Sends an event `webhook.test` to this webhook alone; see its deliveries for what came of it */
  'POST /api/admin/webhooks/{id}/test': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** What the widget of the captcha works with, for one action of this member */
  'GET /api/captcha/challenge': {
    query?: {
      action?: "redemption" | "mission" | "login";
    };
    output: Record<string, unknown>;
  };
  /** The member's claims of missing rewards, newest first, at most 100 */
  'GET /api/claims': {
    output: Claim[];
  };
  /** Says that a reward of an offer or a mission is missing; lands in the queue of the admins */
  'POST /api/claims': {
    body: {
      about: {
        kind: "wall";
        wall: string;
        title: string;
        /** The member's task that the claim is about, if any. */
        taskId?: string;
      } | {
        kind: "offer";
        /** Of an offer that the member has started; it says wall and title. */
        clickId: string;
      } | {
        kind: "mission";
        missionId: string;
      };
      happenedAt: string;
      text: string;
    };
    output: Claim;
  };
  /** Tells of a fault in the browser; the log keeps it under the id that the person sees */
  'POST /api/client-errors': {
    body: {
      id: string;
      name: string;
      message: string;
      stack: string;
      path: string;
    };
    output: Record<string, never>;
  };
  /** Sends a link to choose a new password, if the address has an account */
  'POST /api/forgot-password': {
    body: {
      email: string;
      captcha?: string;
    };
    output: {
      message: string;
    };
  };
  /** Signs in; `username` is the email address. The detail `code` of `two_factor_required` is `app` or, where no app is set up, `backup`. The details of `suspended` are the reason, the text, and a token for `POST /api/suspension-appeal` */
  'POST /api/login': {
    body: {
      username: string;
      password: string;
      /** The only member to sign in. A browser that has signed them in before may give an address that they no longer have. */
      memberId?: string;
      /** A code of the authenticator app or a backup code, needed only after `two_factor_required`. */
      code?: string;
      captcha?: string;
    };
    output: Member;
  };
  /** A captcha for a sign-in or a mail that is asked for one */
  'GET /api/login/challenge': {
    output: Record<string, unknown>;
  };
  /** Signs in the member to whom the identity is linked. The details of `identity_unknown` say how it gets there: `next` is `create` (make an account), `sign_in` (the address has one: prove it, then link) or `confirm` (the other site has not confirmed the address: sign up or in, then link). For `two_factor_required` and `suspended` see `POST /api/login` */
  'POST /api/login/identity': {
    body: {
      code?: string;
    };
    output: Member;
  };
  /** Exchanges what the browser came back with; afterwards a cookie says for ten minutes who it is elsewhere */
  'POST /api/login/identity/{id}/answer': {
    params: {
      id: string;
    };
    body: {
      parameters: string;
    };
    output: Record<string, never>;
  };
  /** Starts signing in by an account elsewhere: the address to which the browser goes */
  'POST /api/login/identity/{id}/start': {
    params: {
      id: string;
    };
    output: {
      url: string;
    };
  };
  /** Signs in by a passkey, which is both factors. For the details of `suspended` see `POST /api/login` */
  'POST /api/login/passkey': {
    body: {
      response: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string;
        };
      };
    };
    output: Member;
  };
  /** Starts signing in by a passkey: what the browser asks for one with; valid for five minutes */
  'POST /api/login/passkey/options': {
    output: {
      challenge: string;
      timeout?: number;
      rpId?: string;
      allowCredentials?: ({
        id: string;
        type: string;
        transports?: string[];
      })[];
      userVerification?: "required" | "preferred" | "discouraged";
    };
  };
  /** Ends the session */
  'POST /api/logout': {
    output: Record<string, never>;
  };
  /** The missions of this site and how far the member is with each, at most 100 */
  'GET /api/missions': {
    output: Mission[];
  };
  /** What is said beforehand of missions that cannot be started yet, at most 3 */
  'GET /api/missions/announced': {
    output: ({
      id: string;
      title: string;
      description: string;
      pointsEarned: number;
      difficulty: "easy" | "medium";
      kind: "video" | "survey" | "app_install" | "sign_up" | "browse";
    })[];
  };
  /** Answers every question of a survey, once, and thereby completes it */
  'POST /api/missions/{id}/answers': {
    params: {
      id: string;
    };
    body: {
      /** Question id -> id of the chosen option. */
      answers: Record<string, string>;
    };
    output: Mission;
  };
  /** Completes a timed mission whose whole time is counted. A repeated call changes nothing */
  'POST /api/missions/{id}/completion': {
    params: {
      id: string;
    };
    output: Mission;
  };
  /** Says that a page still shows a timed mission (or stops to); the time since the last call counts */
  'POST /api/missions/{id}/heartbeats': {
    params: {
      id: string;
    };
    body: {
      view: string;
      playing: boolean;
    };
    output: {
      state: "counting" | "stopped" | "elsewhere" | "reached";
      countedMs: number;
    };
  };
  /** Starts a mission after a solved captcha, or takes one up again that was started before */
  'POST /api/missions/{id}/start': {
    params: {
      id: string;
    };
    output: Mission;
  };
  /** Offers that the member can do in their country, 50 at a time */
  'GET /api/offers': {
    query?: {
      search?: string;
      order?: "points" | "popular" | "newest" | "effort";
      device?: "android_phone" | "android_tablet" | "desktop" | "ipad" | "iphone";
      deviceFirst?: "android_phone" | "android_tablet" | "desktop" | "ipad" | "iphone";
      category?: "games" | "apps" | "surveys" | "sign_ups" | "trials" | "finance" | "shopping" | "videos" | "other";
      wall?: string;
      noPurchase?: "true";
      singleStep?: "true";
      favourites?: "true";
      after?: string;
    };
    output: OfferRow[];
  };
  /** The offers that the member has started and how far each step is, newest first, 20 at a time */
  'GET /api/offers/started': {
    query?: {
      before?: string;
    };
    output: StartedOffer[];
  };
  /** One offer that the member can do, with its steps */
  'GET /api/offers/{wall}/{offer}': {
    params: {
      wall: string;
      offer: string;
    };
    output: Offer;
  };
  /** Makes an offer no favourite any more */
  'DELETE /api/offers/{wall}/{offer}/favourite': {
    params: {
      wall: string;
      offer: string;
    };
    output: Record<string, never>;
  };
  /** Makes an offer a favourite, of which a member has 200 at most */
  'PUT /api/offers/{wall}/{offer}/favourite': {
    params: {
      wall: string;
      offer: string;
    };
    output: Record<string, never>;
  };
  /** Starts an offer, or takes it up again: keeps what it promises now, and answers the company's address for this member */
  'POST /api/offers/{wall}/{offer}/start': {
    params: {
      wall: string;
      offer: string;
    };
    body: {
      /** Where the browser knows better than its user agent says. */
      device?: "android_phone" | "android_tablet" | "desktop" | "ipad" | "iphone";
      /** The `promise` of the offer that the member saw. If it is another one now, nothing is started. */
      seen?: string;
    };
    output: {
      clickId: string;
      /** At the company, over https. It is the member's own. */
      url: string;
      startedAt: string;
      /** When the last step can no longer be reached, if that is known. */
      expiresAt: string | null;
    };
  };
  /** The public VAPID key for subscriptions of this site */
  'GET /api/push/key': {
    output: {
      publicKey: string;
    };
  };
  /** Sends no more push messages to this browser */
  'DELETE /api/push/subscriptions': {
    body: {
      endpoint: string;
    };
    output: Record<string, never>;
  };
  /** Sends push messages to this browser for as long as its session */
  'POST /api/push/subscriptions': {
    body: {
      endpoint: string;
      keys: {
        p256dh: string;
        auth: string;
      };
    };
    output: Record<string, never>;
  };
  /** The signed id by which RapidoReach knows this member */
  'GET /api/rapidoreach/uid': {
    output: {
      uid: string;
    };
  };
  /** Proves again who is at the keyboard; the session rotates and counts as fresh for 15 minutes */
  'POST /api/reauthenticate': {
    body: {
      password: string;
      code?: string;
    };
    output: Record<string, never>;
  };
  /** Proves again by a passkey who is at the keyboard, see `POST /api/reauthenticate` */
  'POST /api/reauthenticate/passkey': {
    body: {
      response: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string;
        };
      };
    };
    output: Record<string, never>;
  };
  /** Starts proving again by a passkey who is at the keyboard */
  'POST /api/reauthenticate/passkey/options': {
    output: {
      challenge: string;
      timeout?: number;
      rpId?: string;
      allowCredentials?: ({
        id: string;
        type: string;
        transports?: string[];
      })[];
      userVerification?: "required" | "preferred" | "discouraged";
    };
  };
  /** The member's redemptions, newest first, at most 500 */
  'GET /api/redemptions': {
    output: Redemption[];
  };
  /** Turns points into a reward, named by its id or, for a prepaid card, by its tier. The request id (in the body or as Idempotency-Key) makes repeats harmless: the same id is the same redemption */
  'POST /api/redemptions': {
    body: {
      requestId?: string;
      rewardId?: string;
      cardTier?: "1USD" | "5USD" | "10USD" | "20USD";
      /** The price that the member saw. If it has changed, nothing is redeemed. */
      pricePoints?: number;
      /** The `terms` of the offer that the member saw. If they have changed, nothing is redeemed. */
      terms?: string;
    };
    output: Redemption;
  };
  /** What the owner needs to spend an issued card */
  'GET /api/redemptions/{id}/card': {
    params: {
      id: string;
    };
    output: {
      /** A group of its own, so that a test card can never be mistaken for money. */
      label: string;
      number: string;
      expires: string;
      securityCode: string;
    };
  };
  /** An issued voucher's code, for its owner alone. It stays the same: no other is given instead of it */
  'GET /api/redemptions/{id}/code': {
    params: {
      id: string;
    };
    output: {
      code: string;
      pin: string | null;
      expiresAt: string | null;
    };
  };
  /** Gives up a redemption that waits for details (`details_needed`): its points go back at once. Others are left as they are */
  'POST /api/redemptions/{id}/end': {
    params: {
      id: string;
    };
    output: {
      /** False: it does not wait for details, or a reward may have been made for it. Then nothing more is asked for, and the points go back once a look finds none. */
      ended: boolean;
    };
  };
  /** What the owner's browser needs to ask the issuer for the frame that shows the card's numbers */
  'GET /api/redemptions/{id}/frame': {
    params: {
      id: string;
    };
    output: {
      cardId: string;
      publishableKey: string;
      apiVersion: string;
    };
  };
  /** A short-lived key of the card's frame, for a nonce that the issuer gave the browser */
  'POST /api/redemptions/{id}/frame/keys': {
    params: {
      id: string;
    };
    body: {
      nonce: string;
    };
    output: {
      ephemeralKey: string;
    };
  };
  /** The address at which the owner takes an issued reward; an issuer that can makes a fresh one each time, so that a lost link is made again by asking again. Whoever has it can take it */
  'GET /api/redemptions/{id}/link': {
    params: {
      id: string;
    };
    output: {
      link: string;
      /** A person entered it: it is the same each time. */
      stays: boolean;
    };
  };
  /** Answers the question that staff asked about a redemption under review, once */
  'POST /api/redemptions/{id}/review-answer': {
    params: {
      id: string;
    };
    body: {
      text: string;
    };
    output: Record<string, never>;
  };
  /** Asks for an account; the code to confirm it comes by email */
  'POST /api/register': {
    body: {
      email: string;
      password: string;
      name: string;
      captcha?: string;
    };
    output: {
      requiresVerification?: true;
      user?: Member;
    };
  };
  /** Makes an account for an identity whose address the other site has confirmed, and signs in */
  'POST /api/register/identity': {
    body: {
      name: string;
    };
    output: Member;
  };
  /** Sends a new code; the one before is void */
  'POST /api/resend-verification': {
    body: {
      email: string;
      captcha?: string;
    };
    output: {
      message: string;
    };
  };
  /** Sets a new password with the token of the link; ends every session */
  'POST /api/reset-password': {
    body: {
      token: string;
      newPassword: string;
    };
    output: {
      message: string;
    };
  };
  /** What this member can turn points into, in the order of the list, with prices and what is missing */
  'GET /api/rewards': {
    output: {
      thresholdPoints: number;
      firstRedemption: boolean;
      /** `at_once` if every prepaid card comes in seconds. */
      delivery: "at_once" | "within_promise";
      /** Some of the prepaid cards buy nothing. */
      test: boolean;
      offers: ({
        id: string;
        kind: "prepaid_card" | "bus_ticket" | "food_voucher" | "gift_card" | "cash_credit";
        /** In the member's language where it is translated, else as it was written; so is the description. */
        title: string;
        description: string;
        /** The tier of a prepaid card, else null. */
        cardTier: "1USD" | "5USD" | "10USD" | "20USD" | null;
        /** Whole US cents. */
        amountUSD: number;
        pricePoints: number;
        /** A digest of what is redeemed: kind, title and description as they were written, amount, products, provider and countries. */
        terms: string;
        picture: RewardPicture;
        /** `at_once` if it comes in seconds, else within REDEMPTION_PROMISE_HOURS. */
        delivery: "at_once" | "within_promise";
        /** It is made only once the member has a billing address and a name that its issuer takes; until then it waits as `details_needed`. */
        needsDetails: boolean;
        /** The reward buys nothing. */
        test: boolean;
        /** Countries where the reward can be used; empty for no limit. */
        regions: string[];
        /** Why the member cannot have it now, or null. */
        unavailable: "not_in_region" | "out_of_stock" | "below_threshold" | "first_redemption_tier" | "insufficient_points" | null;
        /** Points still to be earned; 0 if the reason is not a lack of points. */
        missingPoints: number;
      })[];
    };
  };
  /** Public settings of this site */
  'GET /api/site': {
    output: Site;
  };
  /** What moved the member's balance, newest first, 50 at most; the entries before one with `before` */
  'GET /api/statement': {
    query?: {
      kind?: "earned" | "taken_back" | "redeemed" | "given_back" | "staff";
      from?: string;
      to?: string;
      search?: string;
      before?: string;
    };
    output: StatementEntry[];
  };
  /** Points not in the balance yet, those that count first in front; 50 are named */
  'GET /api/statement/pending': {
    output: {
      count: number;
      points: number;
      entries: PendingEntry[];
    };
  };
  /** The member's balance and what it is made of: earned - takenBack - redeemed + givenBack + adjusted = balance */
  'GET /api/statement/totals': {
    output: {
      earned: number;
      takenBack: number;
      redeemed: number;
      givenBack: number;
      /** What staff gave less what they took, and debts of an earlier account; may be below zero. */
      adjusted: number;
      /** The part of `adjusted` that is debts of an earlier account. Servers of the version before do not send it. */
      debts?: number;
      balance: number;
    };
  };
  /** Answers a suspension with the token of the refused sign-in; lands in the queue of the admins. One answer per suspension */
  'POST /api/suspension-appeal': {
    body: {
      token: string;
      text: string;
    };
    output: Record<string, never>;
  };
  /** The member's tasks, newest first, at most 500; the ones before a task with `before` */
  'GET /api/tasks': {
    query?: {
      before?: string;
    };
    output: Task[];
  };
  /** What all the member's tasks brought; rewards that were taken back or are pending do not count */
  'GET /api/tasks/totals': {
    output: {
      count: number;
      points: number;
      /** Points that are not in the balance yet, and when the first of them will be. */
      pending: number;
      pendingUntil: string | null;
    };
  };
  /** What the walls that are open here lately paid for a task, and how soon members had their first points. Only what enough tasks of enough members say */
  'GET /api/tasks/typical': {
    output: {
      /** The most frequent first; half of the tasks paid at least so many points. Empty if too little is known. */
      types: ({
        taskType: "ad_view" | "offer_completion" | "app_install" | "survey";
        points: number;
      })[];
      /** Half of those who earned had points within so many minutes of making their account; null if too little is known. */
      firstPointsMinutes: number | null;
      /** For so many days at most what is earned at the walls that are open here is pending first. */
      holdDaysMax: number;
    };
  };
  /** What happened to one of the member's tasks, in the order of time */
  'GET /api/tasks/{id}/timeline': {
    params: {
      id: string;
    };
    output: {
      events: TaskEvent[];
      /** Id of the task's wall if this site has the wall; a claim about the task names it. */
      wall: string | null;
    };
  };
  /** The signed-in member */
  'GET /api/user': {
    output: Member;
  };
  /** Erases every personal field at once and ends every session; the ledger keeps its entries under the random id. Refused while the member has a role */
  'DELETE /api/user/account': {
    output: Record<string, never>;
  };
  /** Answers a pause; lands in the queue of the admins. One appeal per pause */
  'POST /api/user/appeal': {
    body: {
      text: string;
      /** When the pause that is answered began: another one is not answered. Without it, any is. */
      since?: string;
    };
    output: Record<string, never>;
  };
  /** The address that card issuers ask for, or null where the member gave none */
  'GET /api/user/billing-address': {
    output: {
      address: BillingAddress | null;
    };
  };
  /** Keeps the address. Redemptions that wait for it go on at once, or are reviewed first; with an address where one of them cannot be used it is refused */
  'PUT /api/user/billing-address': {
    body: {
      line1: string;
      line2: string;
      city: string;
      state: string;
      postalCode: string;
      /** ISO 3166-1 alpha-2: GB, not UK. */
      country: string;
    };
    output: {
      address: BillingAddress;
    };
  };
  /** Switches to the new address with the code that was sent to it */
  'POST /api/user/email-change/confirm': {
    body: {
      code: string;
    };
    output: {
      user: Member;
    };
  };
  /** The accounts elsewhere by which the member signs in */
  'GET /api/user/identities': {
    output: Identity[];
  };
  /** Links the identity of the cookie, which signs in from then on */
  'POST /api/user/identities': {
    output: Identity;
  };
  /** Unlinks an identity, which signs in no longer */
  'DELETE /api/user/identities/{id}': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Mails to the member are written in this language from now on */
  'PUT /api/user/language': {
    body: {
      language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "ja" | "ko" | "zh" | "ur" | "id" | "fil" | "vi" | "hi" | "th" | "ms" | "bn";
    };
    output: Record<string, never>;
  };
  /** The passkeys of the member, the newest first */
  'GET /api/user/passkeys': {
    output: Passkey[];
  };
  /** Adds the passkey that the browser made; without a name it gets that of the device */
  'POST /api/user/passkeys': {
    body: {
      name?: string;
      response: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          attestationObject: string;
          transports?: string[];
        };
      };
    };
    output: Passkey;
  };
  /** Starts adding a passkey: what the browser makes it with; valid for five minutes */
  'POST /api/user/passkeys/options': {
    output: {
      rp: {
        id?: string;
        name: string;
      };
      user: {
        id: string;
        name: string;
        displayName: string;
      };
      challenge: string;
      pubKeyCredParams: ({
        alg: number;
        type: "public-key";
      })[];
      timeout?: number;
      excludeCredentials?: ({
        id: string;
        type: string;
        transports?: string[];
      })[];
      authenticatorSelection?: {
        residentKey?: "required" | "preferred" | "discouraged";
        requireResidentKey?: boolean;
        userVerification?: "required" | "preferred" | "discouraged";
      };
      attestation?: "none" | "indirect" | "direct" | "enterprise";
    };
  };
  /** Removes a passkey, which signs in no longer */
  'DELETE /api/user/passkeys/{id}': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Gives a passkey another name */
  'PATCH /api/user/passkeys/{id}': {
    params: {
      id: string;
    };
    body: {
      name: string;
    };
    output: Record<string, never>;
  };
  /** Changes name, phone and password at once; a new email address after the code sent there, which the present address voids. A new password needs the current one and ends every other session */
  'PATCH /api/user/profile': {
    body: {
      /** The name, labelled username on screen. */
      username?: string;
      email?: string;
      /** As typed; stored as E.164. Empty removes it. */
      phone?: string;
      currentPassword?: string;
      newPassword?: string;
    };
    output: {
      user: Member;
      emailChange?: "code_sent";
    };
  };
  /** Ends every session of the member but this one */
  'DELETE /api/user/sessions': {
    output: Record<string, never>;
  };
  /** Where the member is signed in */
  'GET /api/user/sessions': {
    output: Session[];
  };
  /** Ends one session of the member */
  'DELETE /api/user/sessions/{id}': {
    params: {
      id: string;
    };
    output: Record<string, never>;
  };
  /** Saves the switches; `twoFactorAuth` can only be switched on by its own set-up and off by its own call */
  'PATCH /api/user/settings': {
    body: Settings;
    output: Settings;
  };
  /** Switches two-factor sign-in off; refused to admins */
  'DELETE /api/user/two-factor': {
    output: Record<string, never>;
  };
  /** Makes a key for an authenticator app; nothing changes until it is confirmed */
  'POST /api/user/two-factor': {
    output: {
      secret: string;
      uri: string;
    };
  };
  /** Ten new backup codes; the old ones are void */
  'POST /api/user/two-factor/backup-codes': {
    output: BackupCodes;
  };
  /** Switches two-factor sign-in on by a code of the app and ends every other session; answers the backup codes, once */
  'POST /api/user/two-factor/confirm': {
    body: {
      code: string;
    };
    output: BackupCodes;
  };
  /** Switches two-factor sign-in on with the passkeys in the place of an app and ends every other session; answers the backup codes, once */
  'POST /api/user/two-factor/passkey': {
    output: BackupCodes;
  };
  /** Exchanges a solved captcha for one use of its action within two minutes */
  'POST /api/verify-captcha': {
    body: {
      token: string;
    };
    output: {
      verified: true;
    };
  };
  /** Confirms the address with the code, creates the account and signs in */
  'POST /api/verify-email': {
    body: {
      email: string;
      code: string;
      password: string;
      name: string;
    };
    output: {
      user: Member;
    };
  };
  /** The offer walls of this site, ready to embed for this member */
  'GET /api/walls': {
    output: Wall[];
  };
  /** Says which of the fields that a wall wants it may be told; none is a refusal. The wall opens either way; it can be withdrawn */
  'PUT /api/walls/{wall}/sharing': {
    params: {
      wall: string;
    };
    body: {
      fields: ("email" | "name")[];
    };
    output: Record<string, never>;
  };
}

/** Every message to a webhook, by its type. */
export interface Webhooks {
  /** A member confirmed the address of a new account */
  'member.created': MemberCreated;
  /** Staff paused a member */
  'member.paused': MemberPaused;
  /** The pause of a member ended */
  'member.resumed': MemberResumed;
  /** A member left the site */
  'member.deleted': MemberDeleted;
  /** A member got points for a task */
  'task.credited': TaskCredited;
  /** A wall took the points of a task back */
  'task.reversed': TaskReversed;
  /** Staff gave points to a member, or took some */
  'points.adjusted': PointsAdjusted;
  /** A member redeemed points for a reward */
  'redemption.requested': RedemptionRequested;
  /** A member has the reward of a redemption */
  'redemption.issued': RedemptionIssued;
  /** A redemption came to nothing; the points went back */
  'redemption.failed': RedemptionFailed;
  /** The issuer took a reward back */
  'redemption.reversed': RedemptionReversed;
  /** A member has an award of staff */
  'award.issued': AwardIssued;
  /** An award of staff came to nothing */
  'award.failed': AwardFailed;
  /** The issuer took an award back */
  'award.reversed': AwardReversed;
}
