create table announcers (
  id uuid not null,
  constraint announcers_pkey PRIMARY KEY (id)
);

create table api_keys (
  id uuid default gen_random_uuid() not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  scopes text[] not null,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0))
);

create table appeals (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  paused_at timestamp with time zone not null,
  reason text not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  decision text,
  answer text,
  decided_at timestamp with time zone,
  decided_by uuid,
  owner_id uuid,
  owned_until timestamp with time zone,
  kind text default 'pause'::text not null,
  constraint appeals_decision_check CHECK ((decision = ANY (ARRAY['granted'::text, 'kept'::text]))),
  constraint appeals_kind_check CHECK ((kind = ANY (ARRAY['pause'::text, 'suspension'::text]))),
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint appeals_user_id_paused_at_key UNIQUE (user_id, paused_at)
);

create table approvals (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject_id uuid not null,
  user_id uuid,
  payload jsonb not null,
  requested_by uuid not null,
  reason text not null,
  requested_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint approvals_check CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  constraint approvals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'declined'::text]))),
  constraint approvals_kind_check CHECK ((kind = ANY (ARRAY['award'::text, 'adjustment'::text, 'claim'::text, 'mission'::text]))),
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_two_people CHECK (((decision <> 'approved'::text) OR ((decided_by <> requested_by) AND (decided_by <> user_id)))),
  constraint approvals_user_id_check CHECK (((user_id IS NULL) = (kind = 'mission'::text)))
);

create table audit_entries (
  id bigint not null,
  at timestamp with time zone not null,
  actor text not null,
  actor_role text not null,
  ip text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash bytea not null,
  hash bytea not null,
  text_hash bytea,
  constraint audit_entries_pkey PRIMARY KEY (id)
);

create table audit_texts (
  entry_id bigint not null,
  member_id uuid,
  salt bytea,
  text text,
  constraint audit_texts_check CHECK ((((salt IS NULL) = (text IS NULL)) AND ((member_id IS NOT NULL) OR (text IS NULL)))),
  constraint audit_texts_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint audit_texts_pkey PRIMARY KEY (entry_id)
);

create table backup_codes (
  code text not null,
  user_id uuid not null,
  used_at timestamp with time zone,
  constraint backup_codes_pkey PRIMARY KEY (code),
  constraint backup_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table billing_addresses (
  user_id uuid not null,
  line1 text not null,
  line2 text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  updated_at timestamp with time zone default now() not null,
  constraint billing_addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint billing_addresses_pkey PRIMARY KEY (user_id),
  constraint billing_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table captcha_grants (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  action text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint captcha_grants_pkey PRIMARY KEY (id),
  constraint captcha_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table captcha_solutions (
  id text not null,
  expires_at timestamp with time zone not null,
  constraint captcha_solutions_pkey PRIMARY KEY (id)
);

create table card_redemptions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  card_tier text,
  amount_cents integer not null,
  points_used integer not null,
  stripe_card_id text,
  apple_wallet_url text,
  google_wallet_url text,
  status text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  issued_at timestamp with time zone,
  expires_at timestamp with time zone,
  request_id text not null,
  provider text not null,
  provider_ref text,
  reason text,
  attempts integer default 0 not null,
  leased_until timestamp with time zone,
  promised_by timestamp with time zone not null,
  unanswered_since timestamp with time zone,
  resting boolean default false not null,
  woken boolean default false not null,
  provider_customer text,
  reveal text,
  reward_id uuid not null,
  reward_kind text not null,
  reward_title text not null,
  product_ids text[] default '{}'::text[] not null,
  award_id uuid,
  stopped_at timestamp with time zone,
  last_unanswered_at timestamp with time zone,
  exact_reason text,
  reminded_at timestamp with time zone,
  constraint card_redemptions_amount_cents_check CHECK ((amount_cents > 0)),
  constraint card_redemptions_award_id_fkey FOREIGN KEY (award_id) REFERENCES cash_rewards(id),
  constraint card_redemptions_award_id_key UNIQUE (award_id),
  constraint card_redemptions_card_tier_check CHECK (((card_tier IS NOT NULL) = (reward_kind = 'prepaid_card'::text))),
  constraint card_redemptions_pkey PRIMARY KEY (id),
  constraint card_redemptions_points_used_check CHECK (((points_used >= 0) AND ((points_used = 0) = (award_id IS NOT NULL)))),
  constraint card_redemptions_reveal_check CHECK ((reveal = ANY (ARRAY['details'::text, 'link'::text, 'elements'::text, 'code'::text]))),
  constraint card_redemptions_reward_id_fkey FOREIGN KEY (reward_id) REFERENCES rewards(id),
  constraint card_redemptions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'review'::text, 'issued'::text, 'failed'::text, 'expired'::text, 'reversed'::text]))),
  constraint card_redemptions_user_id_request_id_key UNIQUE (user_id, request_id)
);

create table cash_rewards (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  amount_cents integer not null,
  card_tier text not null,
  stripe_card_id text,
  status text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  awarded_by uuid,
  request_id text,
  reason text,
  constraint cash_rewards_amount_cents_check CHECK ((amount_cents > 0)),
  constraint cash_rewards_awarded_by_request_id_key UNIQUE (awarded_by, request_id),
  constraint cash_rewards_pkey PRIMARY KEY (id),
  constraint cash_rewards_status_check CHECK ((status = ANY (ARRAY['awaiting_approval'::text, 'declined'::text, 'pending'::text, 'processing'::text, 'review'::text, 'issued'::text, 'failed'::text, 'expired'::text, 'reversed'::text])))
);

create table departures (
  id uuid default gen_random_uuid() not null,
  mailboxes bytea[] not null,
  left_at timestamp with time zone default now() not null,
  paused_reason text,
  suspended_reason text,
  points_owed integer default 0 not null,
  constraint departures_pkey PRIMARY KEY (id),
  constraint departures_points_owed_check CHECK ((points_owed >= 0))
);

create table email_change_codes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  new_email text not null,
  code text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  used boolean default false not null,
  attempts integer default 0 not null,
  constraint email_change_codes_new_email_check CHECK ((new_email = lower(new_email))),
  constraint email_change_codes_pkey PRIMARY KEY (id),
  constraint email_change_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table email_verification_codes (
  id uuid default gen_random_uuid() not null,
  email text not null,
  code text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  used boolean default false not null,
  attempts integer default 0 not null,
  constraint email_verification_codes_pkey PRIMARY KEY (id)
);

create table feed_goals (
  wall text not null,
  offer_id text not null,
  goal_id text not null,
  place integer not null,
  name text not null,
  description text,
  points integer,
  usd_micros bigint,
  "order" integer,
  non_linear boolean not null,
  purchase boolean not null,
  repeatable boolean not null,
  paid boolean not null,
  deadline_seconds integer,
  constraint feed_goals_pkey PRIMARY KEY (wall, offer_id, goal_id),
  constraint feed_goals_wall_offer_id_fkey FOREIGN KEY (wall, offer_id) REFERENCES feed_offers(wall, offer_id) ON DELETE CASCADE
);

create table feed_offers (
  wall text not null,
  offer_id text not null,
  revision integer default 1 not null,
  version text,
  digest text not null,
  title text not null,
  description text not null,
  requirements text[] not null,
  disclaimer text,
  things_to_know text,
  icon_url text,
  categories text[] not null,
  countries text[],
  states jsonb not null,
  devices text[],
  systems jsonb not null,
  total_points integer,
  support_url text,
  confirmation text,
  epc numeric,
  updated_at text,
  ends_at timestamp with time zone,
  click_template text not null,
  steps integer not null,
  purchase boolean not null,
  first_seen_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  left_at timestamp with time zone,
  hidden boolean default false not null,
  featured integer default 0 not null,
  only_countries text[],
  new_member_days integer,
  shown_categories text[] default '{other}'::text[] not null,
  credited integer default 0 not null,
  no_purchase boolean default false not null,
  deadline_seconds integer,
  constraint feed_offers_featured_check CHECK ((featured = ANY (ARRAY[0, 1]))),
  constraint feed_offers_pkey PRIMARY KEY (wall, offer_id),
  constraint feed_offers_wall_fkey FOREIGN KEY (wall) REFERENCES feeds(wall)
);

create table feed_staged (
  pull uuid not null,
  offer_id text not null,
  digest text not null,
  offer jsonb,
  staged_at timestamp with time zone default now() not null,
  constraint feed_staged_pkey PRIMARY KEY (pull, offer_id)
);

create table feeds (
  wall text not null,
  setup text default ''::text not null,
  lease uuid,
  leased_until timestamp with time zone,
  next_at timestamp with time zone default now() not null,
  tried_at timestamp with time zone,
  pulled_at timestamp with time zone,
  read_at timestamp with time zone,
  etag text,
  last_modified text,
  fault text,
  fault_status integer,
  failures integer default 0 not null,
  fewer_since timestamp with time zone,
  offers integer default 0 not null,
  added integer default 0 not null,
  changed integer default 0 not null,
  gone integer default 0 not null,
  returned integer default 0 not null,
  left_out jsonb default '[]'::jsonb not null,
  tried_setup text default ''::text not null,
  constraint feeds_fault_check CHECK ((fault = ANY (ARRAY['timeout'::text, 'connection'::text, 'redirect'::text, 'refused'::text, 'throttled'::text, 'status'::text, 'unreadable'::text, 'too_large'::text, 'endless'::text, 'fewer'::text, 'exchanged'::text, 'interrupted'::text]))),
  constraint feeds_pkey PRIMARY KEY (wall)
);

create table former_earnings (
  id uuid default gen_random_uuid() not null,
  mailboxes bytea[] not null,
  left_at timestamp with time zone default now() not null,
  mission_ids uuid[] default '{}'::uuid[] not null,
  former_id uuid,
  met_by uuid[] default '{}'::uuid[] not null,
  constraint former_earnings_former_id_key UNIQUE (former_id),
  constraint former_earnings_pkey PRIMARY KEY (id)
);

create table former_wall_codes (
  code_hash bytea not null,
  constraint former_wall_codes_pkey PRIMARY KEY (code_hash)
);

create table fulfilments (
  redemption_id uuid not null,
  owner_id uuid,
  owned_until timestamp with time zone,
  decision text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reveal text,
  sealed text,
  expires_at timestamp with time zone,
  message text,
  fingerprint bytea,
  constraint fulfilments_check CHECK (((owner_id IS NULL) = (owned_until IS NULL))),
  constraint fulfilments_check1 CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint fulfilments_check2 CHECK (((reveal IS NOT NULL) = ((decision IS NOT NULL) AND (decision = 'fulfilled'::text)))),
  constraint fulfilments_check3 CHECK (((sealed IS NULL) OR (reveal IS NOT NULL))),
  constraint fulfilments_decision_check CHECK ((decision = ANY (ARRAY['fulfilled'::text, 'refused'::text]))),
  constraint fulfilments_pkey PRIMARY KEY (redemption_id),
  constraint fulfilments_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES card_redemptions(id),
  constraint fulfilments_reveal_check CHECK ((reveal = ANY (ARRAY['code'::text, 'link'::text])))
);

create table identities (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint identities_user_id_provider_key UNIQUE (user_id, provider)
);

create table identity_answers (
  id bytea not null,
  expires_at timestamp with time zone not null,
  constraint identity_answers_pkey PRIMARY KEY (id)
);

create table known_devices (
  user_id uuid not null,
  device text not null,
  network text not null,
  seen_at timestamp with time zone default now() not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device, network),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table last_backup (
  single boolean default true not null,
  taken_at timestamp with time zone not null,
  constraint last_backup_pkey PRIMARY KEY (single),
  constraint last_backup_single_check CHECK (single)
);

create table last_proof (
  single boolean default true not null,
  proven_at timestamp with time zone not null,
  differences integer not null,
  constraint last_proof_differences_check CHECK ((differences >= 0)),
  constraint last_proof_pkey PRIMARY KEY (single),
  constraint last_proof_single_check CHECK (single)
);

create table ledger_balances (
  user_id uuid not null,
  points integer not null,
  credits integer default 0 not null,
  credited_points bigint default 0 not null,
  constraint ledger_balances_pkey PRIMARY KEY (user_id),
  constraint ledger_balances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table ledger_rollup (
  single boolean default true not null,
  rolled_to bigint default 0 not null,
  pending_to bigint default 0 not null,
  pending_writers text[] default '{}'::text[] not null,
  points_left bigint default 0 not null,
  constraint ledger_rollup_pkey PRIMARY KEY (single),
  constraint ledger_rollup_single_check CHECK (single)
);

create table ledger_slots (
  slot timestamp with time zone not null,
  unit text not null,
  kind text not null,
  from_side text not null,
  to_side text not null,
  transfers integer not null,
  amount bigint not null,
  constraint ledger_slots_pkey PRIMARY KEY (slot, unit, kind, from_side, to_side)
);

create table ledger_totals (
  unit text not null,
  kind text not null,
  from_side text not null,
  to_side text not null,
  transfers bigint not null,
  amount bigint not null,
  constraint ledger_totals_pkey PRIMARY KEY (unit, kind, from_side, to_side)
);

create table ledger_transfers (
  id bigint generated always as identity not null,
  key text collate "C" not null,
  unit text not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  kind text not null,
  reference text not null,
  reason text,
  reverses bigint,
  actor text not null,
  member_id uuid generated always as (
CASE
    WHEN (from_account ~~ 'member:%'::text) THEN (substr(from_account, 8))::uuid
    WHEN (to_account ~~ 'member:%'::text) THEN (substr(to_account, 8))::uuid
    ELSE NULL::uuid
END) stored,
  balance_after integer,
  created_at timestamp with time zone default now() not null,
  constraint ledger_transfers_amount_check CHECK ((amount > 0)),
  constraint ledger_transfers_check CHECK ((from_account <> to_account)),
  constraint ledger_transfers_check1 CHECK ((NOT ((from_account ~~ 'member:%'::text) AND (to_account ~~ 'member:%'::text)))),
  constraint ledger_transfers_check2 CHECK (((member_id IS NULL) = (balance_after IS NULL))),
  constraint ledger_transfers_key_key UNIQUE (key),
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger_transfers(id),
  constraint ledger_transfers_unit_check CHECK ((unit = ANY (ARRAY['points'::text, 'cents'::text])))
);

create table member_counts (
  id bigint generated always as identity not null,
  members integer not null,
  constraint member_counts_pkey PRIMARY KEY (id)
);

create table mended_times (
  kind text not null,
  times bigint not null,
  constraint mended_times_pkey PRIMARY KEY (kind)
);

create table mission_answers (
  attempt_id uuid not null,
  question text not null,
  answer text not null,
  answered_at timestamp with time zone default now() not null,
  constraint mission_answers_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES mission_attempts(id) ON DELETE CASCADE,
  constraint mission_answers_pkey PRIMARY KEY (attempt_id, question)
);

create table mission_attempts (
  id uuid default gen_random_uuid() not null,
  mission_id uuid not null,
  user_id uuid not null,
  points integer not null,
  started_at timestamp with time zone default now() not null,
  reserved_until timestamp with time zone not null,
  click_id text not null,
  counted_ms integer default 0 not null,
  view text,
  running_since timestamp with time zone,
  completed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  task_id uuid,
  overruled_reversal_at timestamp with time zone,
  constraint mission_attempts_check CHECK (((completed_at IS NULL) = (task_id IS NULL))),
  constraint mission_attempts_click_id_key UNIQUE (click_id),
  constraint mission_attempts_counted_ms_check CHECK ((counted_ms >= 0)),
  constraint mission_attempts_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id),
  constraint mission_attempts_mission_id_user_id_key UNIQUE (mission_id, user_id),
  constraint mission_attempts_pkey PRIMARY KEY (id),
  constraint mission_attempts_points_check CHECK ((points > 0)),
  constraint mission_attempts_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id),
  constraint mission_attempts_task_id_key UNIQUE (task_id),
  constraint mission_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table mission_places (
  mission_id uuid not null,
  started integer default 0 not null,
  completed integer default 0 not null,
  last_day date default '-infinity'::date not null,
  last_day_completed integer default 0 not null,
  kept integer default 0 not null,
  kept_at timestamp with time zone default now() not null,
  constraint mission_places_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id) ON DELETE CASCADE,
  constraint mission_places_pkey PRIMARY KEY (mission_id)
);

create table mission_postbacks (
  id bigint generated always as identity not null,
  advertiser text not null,
  verdict text not null,
  click_id text,
  attempt_id uuid,
  source_ip text not null,
  raw text not null,
  received_at timestamp with time zone default now() not null,
  times integer default 1 not null,
  last_received_at timestamp with time zone default now() not null,
  constraint mission_postbacks_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES mission_attempts(id) ON DELETE SET NULL,
  constraint mission_postbacks_pkey PRIMARY KEY (id)
);

create table mission_terms (
  id bigint generated always as identity not null,
  mission_id uuid not null,
  digest text not null,
  points integer not null,
  most_points bigint,
  published_by uuid,
  approval_id uuid,
  limit_points integer,
  since timestamp with time zone default now() not null,
  constraint mission_terms_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint mission_terms_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id),
  constraint mission_terms_pkey PRIMARY KEY (id)
);

create table missions (
  id uuid default gen_random_uuid() not null,
  example text,
  kind text not null,
  title text not null,
  description text not null,
  instructions text[] not null,
  points integer not null,
  difficulty text not null,
  status text not null,
  announced boolean default false not null,
  daily_cap integer,
  total_cap integer,
  "position" integer default 0 not null,
  content jsonb not null,
  translations jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint missions_check CHECK (((content ->> 'kind'::text) = kind)),
  constraint missions_daily_cap_check CHECK ((daily_cap >= 0)),
  constraint missions_difficulty_check CHECK ((difficulty = ANY (ARRAY['easy'::text, 'medium'::text]))),
  constraint missions_example_key UNIQUE (example),
  constraint missions_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'survey'::text, 'app_install'::text, 'sign_up'::text, 'browse'::text]))),
  constraint missions_pkey PRIMARY KEY (id),
  constraint missions_points_check CHECK ((points > 0)),
  constraint missions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'ended'::text]))),
  constraint missions_total_cap_check CHECK ((total_cap >= 0)),
  constraint missions_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text))
);

create table notices (
  id uuid default gen_random_uuid() not null,
  key text not null,
  user_id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  mailed_at timestamp with time zone,
  pushed_at timestamp with time zone,
  leased_until timestamp with time zone,
  delivered_at timestamp with time zone,
  pushed_to uuid[] default '{}'::uuid[] not null,
  transfer_id bigint,
  constraint notices_key_key UNIQUE (key),
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table offer_categories (
  wall text not null,
  word text not null,
  category text not null,
  constraint offer_categories_category_check CHECK ((category = ANY (ARRAY['games'::text, 'apps'::text, 'surveys'::text, 'sign_ups'::text, 'trials'::text, 'finance'::text, 'shopping'::text, 'videos'::text, 'other'::text]))),
  constraint offer_categories_pkey PRIMARY KEY (wall, word)
);

create table offer_clicks (
  id uuid not null,
  user_id uuid not null,
  wall text not null,
  offer_id text not null,
  revision integer not null,
  version text,
  digest text not null,
  title text not null,
  goals jsonb not null,
  device text,
  country text,
  started_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  remind_at timestamp with time zone,
  kept_until timestamp with time zone not null,
  constraint offer_clicks_goals_check CHECK (((jsonb_typeof(goals) = 'array'::text) AND (octet_length((goals)::text) <= 262144))),
  constraint offer_clicks_pkey PRIMARY KEY (id),
  constraint offer_clicks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table offer_events (
  id bigint generated always as identity not null,
  user_id uuid not null,
  wall text not null,
  kind text not null,
  click_id uuid,
  offer_id text,
  goal_id text,
  goal_name text,
  transaction_id text,
  received_at timestamp with time zone default now() not null,
  constraint offer_events_kind_check CHECK ((kind = ANY (ARRAY['pending'::text, 'step'::text]))),
  constraint offer_events_pkey PRIMARY KEY (id),
  constraint offer_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint offer_events_user_id_wall_kind_click_id_offer_id_goal_id_key UNIQUE NULLS NOT DISTINCT (user_id, wall, kind, click_id, offer_id, goal_id)
);

create table offer_favourites (
  user_id uuid not null,
  wall text not null,
  offer_id text not null,
  added_at timestamp with time zone default now() not null,
  constraint offer_favourites_pkey PRIMARY KEY (user_id, wall, offer_id),
  constraint offer_favourites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint offer_favourites_wall_offer_id_fkey FOREIGN KEY (wall, offer_id) REFERENCES feed_offers(wall, offer_id) ON DELETE CASCADE
);

create table offer_picture_sources (
  url text not null,
  hash text,
  fault text,
  failures integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  constraint offer_picture_sources_fault_check CHECK ((fault = ANY (ARRAY['address'::text, 'broken'::text, 'connection'::text, 'full'::text, 'kind'::text, 'library'::text, 'redirect'::text, 'status'::text, 'timeout'::text, 'too_large'::text]))),
  constraint offer_picture_sources_hash_fkey FOREIGN KEY (hash) REFERENCES offer_pictures(hash) ON DELETE SET NULL,
  constraint offer_picture_sources_pkey PRIMARY KEY (url)
);

create table offer_pictures (
  hash text not null,
  bytes bytea not null,
  kept_at timestamp with time zone default now() not null,
  constraint offer_pictures_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 32768))),
  constraint offer_pictures_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint offer_pictures_pkey PRIMARY KEY (hash)
);

create table offer_results (
  wall text not null,
  offer_id text not null,
  title text not null,
  started integer not null,
  credited integer not null,
  reversed integer not null,
  median_seconds integer,
  promised bigint not null,
  paid bigint not null,
  paid_less integer not null,
  constraint offer_results_pkey PRIMARY KEY (wall, offer_id)
);

create table offer_rules (
  id uuid default gen_random_uuid() not null,
  wall text,
  offer_id text,
  category text,
  words text,
  points_below integer,
  purchase boolean,
  effect text not null,
  countries text[],
  new_member_days integer,
  reason text not null,
  ends_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  offers jsonb,
  constraint offer_rules_check CHECK (((offer_id IS NULL) OR (wall IS NOT NULL))),
  constraint offer_rules_check1 CHECK (((effect <> 'feature'::text) OR (offer_id IS NOT NULL))),
  constraint offer_rules_check2 CHECK (((effect = 'limit'::text) = ((countries IS NOT NULL) OR (new_member_days IS NOT NULL)))),
  constraint offer_rules_effect_check CHECK ((effect = ANY (ARRAY['hide'::text, 'feature'::text, 'limit'::text]))),
  constraint offer_rules_pkey PRIMARY KEY (id)
);

create table passkey_challenges (
  id bytea not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id)
);

create table passkeys (
  id text not null,
  user_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_id_check CHECK ((length(id) <= 1364)),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table password_reset_tokens (
  id uuid default gen_random_uuid() not null,
  email text not null,
  token text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  used boolean default false not null,
  constraint password_reset_tokens_pkey PRIMARY KEY (id),
  constraint password_reset_tokens_token_key UNIQUE (token)
);

create table payout_turns (
  provider text not null,
  next_at timestamp with time zone not null,
  constraint payout_turns_pkey PRIMARY KEY (provider)
);

create table payout_webhooks (
  provider text not null,
  event_id text not null,
  kind text not null,
  received_at timestamp with time zone default now() not null,
  constraint payout_webhooks_pkey PRIMARY KEY (provider, event_id)
);

create table points_adjustments (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  points integer not null,
  reason_code text not null,
  text text not null,
  requested_by uuid not null,
  request_id text not null,
  status text not null,
  created_at timestamp with time zone default now() not null,
  constraint points_adjustments_pkey PRIMARY KEY (id),
  constraint points_adjustments_points_check CHECK ((points <> 0)),
  constraint points_adjustments_requested_by_request_id_key UNIQUE (requested_by, request_id),
  constraint points_adjustments_status_check CHECK ((status = ANY (ARRAY['awaiting_approval'::text, 'declined'::text, 'posted'::text])))
);

create table postback_log (
  id bigint generated always as identity not null,
  wall text not null,
  verdict text not null,
  reason text,
  transaction_id text,
  member_code text,
  source_ip text not null,
  latency_ms integer not null,
  raw text not null,
  replayed_at timestamp with time zone,
  received_at timestamp with time zone default now() not null,
  times integer default 1 not null,
  last_received_at timestamp with time zone default now() not null,
  reversal boolean default false not null,
  constraint postback_log_pkey PRIMARY KEY (id)
);

create table postback_proofs (
  wall text not null,
  proof bytea not null,
  covered bytea not null,
  constraint postback_proofs_pkey PRIMARY KEY (wall, proof)
);

create table push_subscriptions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone default now() not null,
  session_id text,
  untied_until timestamp with time zone default (now() + '14 days'::interval),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table reward_claims (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  wall text,
  mission_id uuid,
  title text not null,
  happened_at timestamp with time zone not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  decision text,
  answer text,
  points integer,
  decided_at timestamp with time zone,
  decided_by uuid,
  task_id uuid,
  click_id uuid,
  offer jsonb,
  granted_task_id uuid,
  owner_id uuid,
  owned_until timestamp with time zone,
  constraint reward_claims_check CHECK (((wall IS NULL) <> (mission_id IS NULL))),
  constraint reward_claims_check1 CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint reward_claims_check2 CHECK (((NOT (decision IS DISTINCT FROM 'granted'::text)) = (points IS NOT NULL))),
  constraint reward_claims_click_id_fkey FOREIGN KEY (click_id) REFERENCES offer_clicks(id) ON DELETE SET NULL,
  constraint reward_claims_decision_check CHECK ((decision = ANY (ARRAY['granted'::text, 'refused'::text]))),
  constraint reward_claims_granted_task_id_fkey FOREIGN KEY (granted_task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  constraint reward_claims_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id),
  constraint reward_claims_offer_check CHECK ((octet_length((offer)::text) <= 262144)),
  constraint reward_claims_pkey PRIMARY KEY (id),
  constraint reward_claims_points_check CHECK ((points > 0)),
  constraint reward_claims_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  constraint reward_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table rewards (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  key text not null,
  title text not null,
  description text not null,
  amount_cents integer not null,
  provider text,
  product_ids text[] default '{}'::text[] not null,
  regions text[] default '{}'::text[] not null,
  translations jsonb default '{}'::jsonb not null,
  picture bytea,
  picture_hash text generated always as (encode(sha256(picture), 'hex'::text)) stored,
  status text not null,
  "position" integer not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint rewards_amount_check CHECK (((amount_cents >=
CASE kind
    WHEN 'gift_card'::text THEN 500
    ELSE 100
END) AND (amount_cents <=
CASE kind
    WHEN 'bus_ticket'::text THEN 500
    WHEN 'food_voucher'::text THEN 1000
    WHEN 'cash_credit'::text THEN 5000
    ELSE 2000
END))),
  constraint rewards_key_key UNIQUE (key),
  constraint rewards_kind_check CHECK ((kind = ANY (ARRAY['prepaid_card'::text, 'bus_ticket'::text, 'food_voucher'::text, 'gift_card'::text, 'cash_credit'::text]))),
  constraint rewards_picture_check CHECK (((octet_length(picture) >= 1) AND (octet_length(picture) <= 32768))),
  constraint rewards_pkey PRIMARY KEY (id),
  constraint rewards_provider_check CHECK ((provider ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
  constraint rewards_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'ended'::text]))),
  constraint rewards_tier_check CHECK (
CASE kind
    WHEN 'prepaid_card'::text THEN (((((key = '1USD'::text) AND (amount_cents = 100)) OR ((key = '5USD'::text) AND (amount_cents = 500))) OR ((key = '10USD'::text) AND (amount_cents = 1000))) OR ((key = '20USD'::text) AND (amount_cents = 2000)))
    ELSE (provider IS NOT NULL)
END),
  constraint rewards_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text))
);

create table risk_reviews (
  redemption_id uuid not null,
  user_id uuid not null,
  rules text[] not null,
  facts jsonb not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  escalated_at timestamp with time zone,
  owner_id uuid,
  question text,
  asked_at timestamp with time zone,
  asked_by uuid,
  answer text,
  answered_at timestamp with time zone,
  decision text,
  decided_at timestamp with time zone,
  decided_by uuid,
  note text,
  constraint risk_reviews_check CHECK (((question IS NULL) = (asked_at IS NULL))),
  constraint risk_reviews_check1 CHECK (((answer IS NULL) OR (question IS NOT NULL))),
  constraint risk_reviews_check2 CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint risk_reviews_decision_check CHECK ((decision = ANY (ARRAY['pay'::text, 'refund'::text]))),
  constraint risk_reviews_pkey PRIMARY KEY (redemption_id),
  constraint risk_reviews_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES card_redemptions(id)
);

create table risk_rules (
  id text not null,
  enabled boolean not null,
  parameters jsonb not null,
  updated_at timestamp with time zone default now() not null,
  updated_by uuid not null,
  constraint risk_rules_pkey PRIMARY KEY (id)
);

create table secret_mark (
  single boolean default true not null,
  mark text not null,
  constraint secret_mark_pkey PRIMARY KEY (single),
  constraint secret_mark_single_check CHECK (single)
);

create table sessions (
  id text not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  authenticated_at timestamp with time zone default now(),
  expires_at timestamp with time zone not null,
  ip text not null,
  user_agent text not null,
  second_factor_at timestamp with time zone,
  passkey_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table staff_notes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  author uuid,
  text text not null,
  created_at timestamp with time zone default now() not null,
  constraint staff_notes_author_fkey FOREIGN KEY (author) REFERENCES users(id) ON DELETE SET NULL,
  constraint staff_notes_pkey PRIMARY KEY (id),
  constraint staff_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table staff_spending (
  id bigint generated always as identity not null,
  admin_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  points integer not null,
  limit_points integer,
  created_at timestamp with time zone default now() not null,
  constraint staff_spending_kind_check CHECK ((kind = ANY (ARRAY['award'::text, 'adjustment'::text, 'claim'::text, 'mission'::text]))),
  constraint staff_spending_pkey PRIMARY KEY (id),
  constraint staff_spending_points_check CHECK ((points >= 0))
);

create table tasks (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  task_type text not null,
  points_earned integer not null,
  completed_at timestamp with time zone default now() not null,
  wall text,
  title text,
  reversed_at timestamp with time zone,
  held_until timestamp with time zone,
  constraint tasks_held_check CHECK (((held_until IS NULL) OR (reversed_at IS NULL))),
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_points_earned_check CHECK ((points_earned >= 0)),
  constraint tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table timetable (
  task text not null,
  slot timestamp with time zone not null,
  constraint timetable_pkey PRIMARY KEY (task)
);

create table trust_signals (
  id bigint generated always as identity not null,
  user_id uuid not null,
  signal text not null,
  details jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint trust_signals_pkey PRIMARY KEY (id),
  constraint trust_signals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id uuid default gen_random_uuid() not null,
  email text not null,
  password text not null,
  name text not null,
  email_verified boolean default false not null,
  points integer default 0 not null,
  cash_rewarded_cents integer default 0 not null,
  card_tier_last_chosen text,
  last_rewarded_at timestamp with time zone,
  stripe_customer_id text,
  created_at timestamp with time zone default now() not null,
  is_admin boolean default false not null,
  suspended_at timestamp with time zone,
  phone text,
  locale text default 'en'::text not null,
  email_notifications boolean default true not null,
  push_notifications boolean default true not null,
  data_alerts boolean default true not null,
  marketing_consent_at timestamp with time zone,
  private_profile boolean default false not null,
  totp_secret text,
  totp_enabled_at timestamp with time zone,
  totp_last_step bigint,
  passkey_factor_at timestamp with time zone,
  has_two_factor boolean generated always as (((totp_enabled_at IS NOT NULL) OR (passkey_factor_at IS NOT NULL))) stored not null,
  paused_at timestamp with time zone,
  paused_reason text,
  paused_text text,
  erased_at timestamp with time zone,
  staff_role text,
  staff_role_from text,
  approver_since timestamp with time zone,
  suspended_reason text,
  suspended_text text,
  left_mailboxes bytea[] default '{}'::bytea[] not null,
  constraint users_check CHECK ((((paused_at IS NULL) = (paused_reason IS NULL)) AND ((paused_at IS NULL) = (paused_text IS NULL)))),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_email_key UNIQUE (email),
  constraint users_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{1,14}$'::text)),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_staff_role_check CHECK ((staff_role = ANY (ARRAY['owner'::text, 'finance'::text, 'support'::text, 'read_only'::text]))),
  constraint users_staff_role_check1 CHECK ((is_admin = (staff_role IS NOT NULL))),
  constraint users_staff_role_from_check CHECK (((staff_role_from IS NULL) OR (staff_role IS NOT NULL)))
) with (fillfactor=85);

create table voucher_codes (
  id uuid default gen_random_uuid() not null,
  reward_id uuid not null,
  upload_id uuid not null,
  sealed text,
  fingerprint bytea not null,
  expires_at timestamp with time zone,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone default now() not null,
  redemption_id uuid,
  given_at timestamp with time zone,
  voided_at timestamp with time zone,
  constraint voucher_codes_check CHECK (((redemption_id IS NULL) = (given_at IS NULL))),
  constraint voucher_codes_check1 CHECK (((voided_at IS NULL) OR (redemption_id IS NULL))),
  constraint voucher_codes_pkey PRIMARY KEY (id),
  constraint voucher_codes_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES card_redemptions(id),
  constraint voucher_codes_redemption_id_key UNIQUE (redemption_id),
  constraint voucher_codes_reward_id_fingerprint_key UNIQUE (reward_id, fingerprint),
  constraint voucher_codes_reward_id_fkey FOREIGN KEY (reward_id) REFERENCES rewards(id)
);

create table wall_alarms (
  id bigint generated always as identity not null,
  wall text not null,
  kind text not null,
  day date not null,
  value bigint not null,
  usual bigint,
  threshold bigint not null,
  user_id uuid,
  raised_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone,
  seen_by uuid,
  seen_value bigint,
  note text,
  constraint wall_alarms_kind_check CHECK ((kind = ANY (ARRAY['points'::text, 'points_per_credit'::text, 'member'::text, 'unnamed'::text, 'flagged'::text, 'cost'::text, 'underpaid'::text, 'paid_twice'::text]))),
  constraint wall_alarms_pkey PRIMARY KEY (id),
  constraint wall_alarms_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint wall_alarms_wall_kind_day_key UNIQUE (wall, kind, day)
);

create table wall_days (
  wall text not null,
  day date not null,
  credits bigint not null,
  points bigint not null,
  named bigint not null,
  named_points bigint not null,
  usd_micros bigint not null,
  flagged bigint not null,
  reversed_points bigint not null,
  reversed_usd_micros bigint not null,
  top_points bigint default 0 not null,
  steps bigint default 0 not null,
  steps_paid_less bigint default 0 not null,
  constraint wall_days_pkey PRIMARY KEY (wall, day)
);

create table wall_member_days (
  wall text not null,
  day date not null,
  user_id uuid not null,
  points bigint not null,
  constraint wall_member_days_pkey PRIMARY KEY (wall, day, user_id),
  constraint wall_member_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table wall_members (
  wall text not null,
  code text not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  shared_fields text[],
  sharing_decided_at timestamp with time zone,
  constraint wall_members_check CHECK (((shared_fields IS NULL) = (sharing_decided_at IS NULL))),
  constraint wall_members_pkey PRIMARY KEY (wall, code),
  constraint wall_members_shared_fields_check CHECK ((shared_fields <@ '{email,name}'::text[])),
  constraint wall_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint wall_members_wall_user_id_key UNIQUE (wall, user_id)
);

create table wall_pauses (
  wall text not null,
  reason text not null,
  paused_by uuid not null,
  paused_at timestamp with time zone default now() not null,
  constraint wall_pauses_pkey PRIMARY KEY (wall)
);

create table wall_revenue_rollup (
  single boolean default true not null,
  rolled_to bigint default 0 not null,
  constraint wall_revenue_rollup_pkey PRIMARY KEY (single),
  constraint wall_revenue_rollup_single_check CHECK (single)
);

create table wall_revenue_slots (
  slot timestamp with time zone not null,
  wall text not null,
  kind text not null,
  transfers integer not null,
  usd_micros bigint not null,
  constraint wall_revenue_slots_pkey PRIMARY KEY (slot, wall, kind)
);

create table wall_watch_rollup (
  single boolean default true not null,
  rolled_to bigint not null,
  constraint wall_watch_rollup_pkey PRIMARY KEY (single),
  constraint wall_watch_rollup_single_check CHECK (single)
);

create table webhook_attempts (
  id bigint generated always as identity not null,
  delivery_id bigint not null,
  at timestamp with time zone default now() not null,
  status integer,
  failure text,
  answer text,
  latency_ms integer not null,
  constraint webhook_attempts_check CHECK (((status IS NULL) = (failure IS NOT NULL))),
  constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  constraint webhook_attempts_pkey PRIMARY KEY (id)
);

create table webhook_cursor (
  single boolean default true not null,
  read_to bigint default 0 not null,
  constraint webhook_cursor_pkey PRIMARY KEY (single),
  constraint webhook_cursor_single_check CHECK (single)
);

create table webhook_deliveries (
  id bigint generated always as identity not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  earlier_tries integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  leased_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint webhook_deliveries_event_id_endpoint_id_key UNIQUE (event_id, endpoint_id),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);

create table webhook_endpoints (
  id uuid default gen_random_uuid() not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  active_since timestamp with time zone,
  off_reason text,
  failing_since timestamp with time zone,
  constraint webhook_endpoints_check CHECK (((active_since IS NULL) = (off_reason IS NOT NULL))),
  constraint webhook_endpoints_check1 CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
  constraint webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint webhook_endpoints_event_types_check CHECK ((cardinality(event_types) > 0)),
  constraint webhook_endpoints_off_reason_check CHECK ((off_reason = ANY (ARRAY['staff'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoints_pkey PRIMARY KEY (id)
);

create table webhook_events (
  id uuid default gen_random_uuid() not null,
  type text not null,
  happened_at timestamp with time zone not null,
  member_id uuid,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  spread_at timestamp with time zone,
  constraint webhook_events_pkey PRIMARY KEY (id)
);

create table webhook_transactions (
  id uuid default gen_random_uuid() not null,
  transaction_id text not null,
  provider text not null,
  user_id uuid,
  status text not null,
  amount_mb integer not null,
  raw_payload text,
  source_ip text,
  latency_ms integer,
  processed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  reference text,
  reversed_by text,
  revenue_usd_micros bigint,
  held_until timestamp with time zone,
  click_id uuid,
  offer_id text,
  goal_id text,
  goal_name text,
  constraint webhook_transactions_amount_mb_check CHECK ((amount_mb >= 0)),
  constraint webhook_transactions_held_check CHECK (((status <> 'held'::text) OR (held_until IS NOT NULL))),
  constraint webhook_transactions_pkey PRIMARY KEY (id),
  constraint webhook_transactions_provider_transaction_id_key UNIQUE (provider, transaction_id),
  constraint webhook_transactions_revenue_usd_micros_check CHECK ((revenue_usd_micros >= 0)),
  constraint webhook_transactions_status_check CHECK ((status = ANY (ARRAY['held'::text, 'credited'::text, 'reversed'::text, 'reversed_early'::text]))),
  constraint webhook_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX api_keys_created_by ON public.api_keys USING btree (created_by);

CREATE INDEX appeals_open ON public.appeals USING btree (created_at) WHERE (decided_at IS NULL);

CREATE INDEX approvals_requested_at ON public.approvals USING btree (requested_at);

CREATE INDEX approvals_subject_id ON public.approvals USING btree (subject_id);

CREATE UNIQUE INDEX approvals_subject_id_once ON public.approvals USING btree (subject_id) WHERE (kind = ANY (ARRAY['award'::text, 'adjustment'::text]));

CREATE INDEX approvals_undecided ON public.approvals USING btree (expires_at) WHERE (decision IS NULL);

CREATE INDEX approvals_user_id ON public.approvals USING btree (user_id);

CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor, id DESC);

CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at);

CREATE INDEX audit_entries_beginning ON public.audit_entries USING btree (action text_pattern_ops, id DESC);

CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject_kind, subject_id, id DESC);

CREATE INDEX audit_texts_member_id ON public.audit_texts USING btree (member_id);

CREATE INDEX backup_codes_user_id ON public.backup_codes USING btree (user_id);

CREATE INDEX billing_addresses_payout_address ON public.billing_addresses USING btree (payout_address(line1, line2, postal_code, country));

CREATE INDEX captcha_grants_user_id ON public.captcha_grants USING btree (user_id, action) WHERE (used_at IS NULL);

CREATE INDEX captcha_solutions_expires_at ON public.captcha_solutions USING btree (expires_at);

CREATE INDEX card_redemptions_by_hand ON public.card_redemptions USING btree (promised_by) WHERE ((provider = ANY (ARRAY['manual'::text, 'stock'::text])) AND (status = ANY (ARRAY['pending'::text, 'processing'::text, 'review'::text])));

CREATE INDEX card_redemptions_expires_at ON public.card_redemptions USING btree (expires_at) WHERE (status = 'issued'::text);

CREATE INDEX card_redemptions_issued ON public.card_redemptions USING btree (provider, created_at) WHERE (status = 'issued'::text);

CREATE INDEX card_redemptions_open ON public.card_redemptions USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text, 'review'::text]));

CREATE UNIQUE INDEX card_redemptions_provider_ref ON public.card_redemptions USING btree (provider, provider_ref) WHERE (provider_ref IS NOT NULL);

CREATE INDEX card_redemptions_reward_id ON public.card_redemptions USING btree (reward_id, status);

CREATE INDEX card_redemptions_to_remind ON public.card_redemptions USING btree (expires_at) WHERE ((status = 'issued'::text) AND (reminded_at IS NULL));

CREATE INDEX card_redemptions_user_id ON public.card_redemptions USING btree (user_id, created_at DESC);

CREATE INDEX cash_rewards_created_at ON public.cash_rewards USING btree (created_at DESC, id);

CREATE INDEX cash_rewards_user_id ON public.cash_rewards USING btree (user_id, created_at DESC);

CREATE INDEX departures_mailboxes ON public.departures USING gin (mailboxes);

CREATE INDEX email_change_codes_user_id ON public.email_change_codes USING btree (user_id, created_at DESC);

CREATE INDEX email_verification_codes_email ON public.email_verification_codes USING btree (email, created_at DESC);

CREATE INDEX feed_offers_effort ON public.feed_offers USING btree (steps, ((- COALESCE(total_points, 0))), wall, offer_id) WHERE (left_at IS NULL);

CREATE INDEX feed_offers_icon ON public.feed_offers USING btree (icon_url) WHERE (icon_url IS NOT NULL);

CREATE INDEX feed_offers_newest ON public.feed_offers USING btree (first_seen_at DESC, wall DESC, offer_id DESC) WHERE (left_at IS NULL);

CREATE INDEX feed_offers_points ON public.feed_offers USING btree (featured DESC, COALESCE(total_points, 0) DESC, wall DESC, offer_id DESC) WHERE (left_at IS NULL);

CREATE INDEX feed_offers_popular ON public.feed_offers USING btree (credited DESC, COALESCE(total_points, 0) DESC, wall DESC, offer_id DESC) WHERE (left_at IS NULL);

CREATE INDEX former_earnings_mailboxes ON public.former_earnings USING gin (mailboxes);

CREATE INDEX former_earnings_met_by ON public.former_earnings USING gin (met_by);

CREATE UNIQUE INDEX fulfilments_fingerprint ON public.fulfilments USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);

CREATE INDEX identity_answers_expires_at ON public.identity_answers USING btree (expires_at);

CREATE INDEX known_devices_near ON public.known_devices USING btree (network, device, seen_at DESC, user_id);

CREATE INDEX ledger_balances_points ON public.ledger_balances USING btree (points, user_id);

CREATE INDEX ledger_slots_from ON public.ledger_slots USING btree (from_side, kind, slot);

CREATE INDEX ledger_transfers_member ON public.ledger_transfers USING btree (member_id, id DESC) WHERE (member_id IS NOT NULL);

CREATE INDEX ledger_transfers_member_other ON public.ledger_transfers USING btree (member_id, id DESC) WHERE ((member_id IS NOT NULL) AND (kind <> 'credit'::text));

CREATE INDEX ledger_transfers_reference ON public.ledger_transfers USING btree (reference) WHERE (kind <> 'credit'::text);

CREATE INDEX mission_attempts_completed ON public.mission_attempts USING btree (mission_id, completed_at);

CREATE INDEX mission_attempts_kept ON public.mission_attempts USING btree (mission_id, reserved_until) WHERE (completed_at IS NULL);

CREATE INDEX mission_attempts_user_id ON public.mission_attempts USING btree (user_id);

CREATE INDEX mission_postbacks_attempt_id ON public.mission_postbacks USING btree (attempt_id);

CREATE UNIQUE INDEX mission_postbacks_repeats ON public.mission_postbacks USING btree (advertiser, verdict, click_id) WHERE (verdict <> 'bad_signature'::text);

CREATE INDEX mission_terms_mission_id ON public.mission_terms USING btree (mission_id, id DESC);

CREATE INDEX notices_awaited_singly ON public.notices USING btree (created_at) WHERE ((delivered_at IS NULL) AND (kind <> ALL (ARRAY['marketing'::text, 'announcement'::text])));

CREATE INDEX notices_awaited_to_many ON public.notices USING btree (created_at) WHERE ((delivered_at IS NULL) AND (kind = ANY (ARRAY['marketing'::text, 'announcement'::text])));

CREATE INDEX notices_created_at ON public.notices USING btree (created_at);

CREATE INDEX notices_user_id ON public.notices USING btree (user_id, created_at DESC);

CREATE INDEX offer_clicks_kept_until ON public.offer_clicks USING btree (kept_until);

CREATE INDEX offer_clicks_member ON public.offer_clicks USING btree (user_id, id);

CREATE INDEX offer_clicks_offer ON public.offer_clicks USING btree (user_id, wall, offer_id, id);

CREATE INDEX offer_clicks_remind_at ON public.offer_clicks USING btree (remind_at) WHERE (remind_at IS NOT NULL);

CREATE INDEX offer_clicks_started_at ON public.offer_clicks USING btree (started_at);

CREATE INDEX offer_events_received_at ON public.offer_events USING btree (received_at);

CREATE INDEX offer_favourites_offer ON public.offer_favourites USING btree (wall, offer_id);

CREATE INDEX offer_picture_sources_hash ON public.offer_picture_sources USING btree (hash);

CREATE INDEX offer_picture_sources_next_at ON public.offer_picture_sources USING btree (next_at);

CREATE INDEX offer_results_missing ON public.offer_results USING btree (wall, ((promised - paid)) DESC, offer_id);

CREATE INDEX offer_results_started ON public.offer_results USING btree (wall, started DESC, offer_id);

CREATE INDEX passkey_challenges_expires_at ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_user_id ON public.passkeys USING btree (user_id);

CREATE INDEX password_reset_tokens_email ON public.password_reset_tokens USING btree (email, created_at DESC);

CREATE INDEX payout_webhooks_received_at ON public.payout_webhooks USING btree (received_at);

CREATE INDEX points_adjustments_taken ON public.points_adjustments USING btree (requested_by, created_at) WHERE (points < 0);

CREATE INDEX points_adjustments_user_id ON public.points_adjustments USING btree (user_id, created_at DESC);

CREATE INDEX postback_log_member_code ON public.postback_log USING btree (member_code) WHERE (member_code IS NOT NULL);

CREATE INDEX postback_log_parked ON public.postback_log USING btree (received_at) WHERE ((verdict = 'unknown_user'::text) AND (replayed_at IS NULL));

CREATE INDEX postback_log_received_at ON public.postback_log USING btree (received_at);

CREATE UNIQUE INDEX postback_log_repeats ON public.postback_log USING btree (wall, verdict, transaction_id, member_code, reversal) NULLS NOT DISTINCT WHERE ((verdict <> 'bad_signature'::text) AND (member_code IS NOT NULL));

CREATE INDEX postback_log_unproven ON public.postback_log USING btree (received_at, wall, id) WHERE (verdict = 'bad_signature'::text);

CREATE INDEX postback_log_wall ON public.postback_log USING btree (wall, received_at DESC);

CREATE UNIQUE INDEX push_subscriptions_session_id ON public.push_subscriptions USING btree (session_id) WHERE (session_id IS NOT NULL);

CREATE INDEX push_subscriptions_user_id ON public.push_subscriptions USING btree (user_id);

CREATE INDEX rate_limits_expire ON public.rate_limits USING btree (expire);

CREATE INDEX reward_claims_click_id ON public.reward_claims USING btree (click_id) WHERE (click_id IS NOT NULL);

CREATE INDEX reward_claims_granted_task_id ON public.reward_claims USING btree (granted_task_id) WHERE (granted_task_id IS NOT NULL);

CREATE INDEX reward_claims_open ON public.reward_claims USING btree (created_at) WHERE (decided_at IS NULL);

CREATE INDEX reward_claims_task_id ON public.reward_claims USING btree (task_id) WHERE (task_id IS NOT NULL);

CREATE INDEX reward_claims_user_id ON public.reward_claims USING btree (user_id, created_at DESC);

CREATE INDEX rewards_picture_hash ON public.rewards USING btree (picture_hash);

CREATE INDEX risk_reviews_decided ON public.risk_reviews USING btree (decided_at DESC) WHERE (decision IS NOT NULL);

CREATE INDEX risk_reviews_open ON public.risk_reviews USING btree (due_at) WHERE (decision IS NULL);

CREATE INDEX risk_reviews_user_id ON public.risk_reviews USING btree (user_id);

CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);

CREATE INDEX staff_notes_user_id ON public.staff_notes USING btree (user_id, created_at DESC);

CREATE INDEX staff_spending_admin_id ON public.staff_spending USING btree (admin_id, created_at);

CREATE INDEX staff_spending_subject_id ON public.staff_spending USING btree (subject_id);

CREATE INDEX tasks_completed_at ON public.tasks USING brin (completed_at) WITH (autosummarize='on');

CREATE INDEX tasks_held ON public.tasks USING btree (user_id) WHERE (held_until IS NOT NULL);

CREATE INDEX tasks_reversed_at ON public.tasks USING btree (reversed_at) INCLUDE (user_id, completed_at) WHERE (reversed_at IS NOT NULL);

CREATE INDEX tasks_user_id ON public.tasks USING btree (user_id, completed_at DESC);

CREATE INDEX trust_signals_user_id ON public.trust_signals USING btree (user_id, created_at DESC);

CREATE INDEX users_left ON public.users USING btree (id) WHERE (erased_at IS NOT NULL);

CREATE INDEX users_left_mailboxes ON public.users USING gin (left_mailboxes) WHERE (left_mailboxes <> '{}'::bytea[]);

CREATE INDEX users_listed_admin ON public.users USING btree (id) WHERE ((erased_at IS NULL) AND is_admin);

CREATE INDEX users_listed_cash ON public.users USING btree (cash_rewarded_cents, id) WHERE (erased_at IS NULL);

CREATE INDEX users_listed_created ON public.users USING btree (created_at, id) WHERE (erased_at IS NULL);

CREATE INDEX users_listed_email ON public.users USING btree (email text_pattern_ops) WHERE (erased_at IS NULL);

CREATE INDEX users_listed_name ON public.users USING btree (lower(name), id) WHERE (erased_at IS NULL);

CREATE INDEX users_listed_paused ON public.users USING btree (id) WHERE ((erased_at IS NULL) AND (paused_at IS NOT NULL));

CREATE INDEX users_listed_rewarded ON public.users USING btree (COALESCE(last_rewarded_at, '-infinity'::timestamp with time zone), id) WHERE (erased_at IS NULL);

CREATE INDEX users_listed_suspended ON public.users USING btree (id) WHERE ((erased_at IS NULL) AND (suspended_at IS NOT NULL));

CREATE INDEX users_listed_unconfirmed ON public.users USING btree (id) WHERE ((erased_at IS NULL) AND (NOT email_verified));

CREATE INDEX users_listed_words ON public.users USING gin (to_tsvector('simple'::regconfig, name)) WHERE (erased_at IS NULL);

CREATE INDEX users_payout_mailbox ON public.users USING btree (payout_mailbox(email));

CREATE INDEX voucher_codes_free ON public.voucher_codes USING btree (reward_id, expires_at, uploaded_at, id) WHERE ((redemption_id IS NULL) AND (voided_at IS NULL));

CREATE INDEX wall_alarms_open ON public.wall_alarms USING btree (raised_at) WHERE (seen_at IS NULL);

CREATE INDEX wall_alarms_user_id ON public.wall_alarms USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX wall_member_days_user_id ON public.wall_member_days USING btree (user_id);

CREATE INDEX wall_members_code ON public.wall_members USING btree (code);

CREATE INDEX webhook_attempts_delivery_id ON public.webhook_attempts USING btree (delivery_id, id DESC);

CREATE INDEX webhook_deliveries_by_state ON public.webhook_deliveries USING btree (endpoint_id, state, id DESC);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_at) WHERE (state = 'waiting'::text);

CREATE INDEX webhook_deliveries_leased ON public.webhook_deliveries USING btree (endpoint_id) WHERE (leased_until IS NOT NULL);

CREATE INDEX webhook_deliveries_listed ON public.webhook_deliveries USING btree (endpoint_id, id DESC);

CREATE INDEX webhook_events_created_at ON public.webhook_events USING btree (created_at);

CREATE INDEX webhook_events_member_id ON public.webhook_events USING btree (member_id) WHERE (member_id IS NOT NULL);

CREATE INDEX webhook_events_unspread ON public.webhook_events USING btree (created_at) WHERE (spread_at IS NULL);

CREATE INDEX webhook_transactions_click ON public.webhook_transactions USING btree (click_id) WHERE (click_id IS NOT NULL);

CREATE INDEX webhook_transactions_early ON public.webhook_transactions USING btree (user_id) WHERE (status = 'reversed_early'::text);

CREATE INDEX webhook_transactions_held ON public.webhook_transactions USING btree (held_until, id) WHERE (status = 'held'::text);

CREATE INDEX webhook_transactions_reference ON public.webhook_transactions USING btree (provider, reference) WHERE (reference IS NOT NULL);

CREATE INDEX webhook_transactions_reversed_by ON public.webhook_transactions USING btree (provider, reversed_by) WHERE (reversed_by IS NOT NULL);

CREATE INDEX webhook_transactions_usage ON public.webhook_transactions USING btree (created_at) WHERE ((raw_payload IS NOT NULL) OR (source_ip IS NOT NULL));

CREATE OR REPLACE FUNCTION public.audit_append(actor text, actor_role text, ip text, action text, subject_kind text, subject_id text, before jsonb, after jsonb, reason text, about uuid, words text, salt bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  last audit_entries;
  entry audit_entries;
begin
  perform pg_advisory_xact_lock(hashtext('audit_entries'));
  select * into last from audit_entries a order by a.id desc limit 1;
  entry := (coalesce(last.id, 0) + 1, clock_timestamp(), actor, actor_role, ip, action, subject_kind, subject_id,
    before, after, reason, coalesce(last.hash, ''::bytea), null, audit_text_hash(salt, words));
  entry.hash := audit_hash(entry);
  insert into audit_entries values (entry.*);
  if words is not null then
    insert into audit_texts (entry_id, member_id, salt, text) values (entry.id, about, salt, words);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_hash(entry audit_entries)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to((jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.actor_role,
    entry.ip, entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason,
    encode(entry.previous_hash, 'hex')) || case when entry.text_hash is null then '[]'
      else jsonb_build_array(encode(entry.text_hash, 'hex')) end)::text, 'UTF8'))
$function$
;

CREATE OR REPLACE FUNCTION public.audit_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit_entries is append-only' using errcode = 'PF002';
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_text_hash(salt bytea, text text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(salt || convert_to(text, 'UTF8'))
$function$
;

CREATE OR REPLACE FUNCTION public.audit_text_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.text is null and new.salt is null
    and new.entry_id = old.entry_id and new.member_id is not distinct from old.member_id then
    return new;
  end if;
  raise exception 'audit_texts can only be emptied' using errcode = 'PF002';
end $function$
;

CREATE OR REPLACE FUNCTION public.award_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update cash_rewards set status = new.status, stripe_card_id = new.stripe_card_id where id = new.award_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into member_counts (members)
  select case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_mission_place(mission uuid, completion timestamp with time zone, place_until timestamp with time zone, step integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  update mission_places set
    started = started + step,
    completed = completed + case when completion is null then 0 else step end,
    last_day = greatest(last_day, (completion at time zone 'UTC')::date),
    last_day_completed = case
      when (completion at time zone 'UTC')::date > last_day then step
      when (completion at time zone 'UTC')::date = last_day then last_day_completed + step
      else last_day_completed
    end,
    kept = kept + case when completion is null and place_until > kept_at then step else 0 end
  where mission_id = mission;
$function$
;

CREATE OR REPLACE FUNCTION public.count_mission_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform count_mission_place(old.mission_id, old.completed_at, old.reserved_until, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_mission_place(new.mission_id, new.completed_at, new.reserved_until, 1);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.credit_postbacks(ids uuid[], providers text[], transaction_ids text[], codes text[], amounts integer[], revenues bigint[], task_types text[], titles text[], raws text[], source_ips text[], latencies integer[], click_ids uuid[], offer_ids text[], goal_ids text[], goal_names text[], threshold integer, OUT credited integer[], OUT credited_members uuid[], OUT duplicates integer[], OUT jobs integer)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  -- The calls of known members, in the order of the keys of their transactions.
  known integer[];
  members uuid[];
  inserted_ids uuid[];
  tells bigint[];
begin
  credited := '{}';
  credited_members := '{}';
  duplicates := '{}';
  jobs := 0;

  select * into known, members from lock_called_members(providers, transaction_ids, codes);

  with inserted as (
    insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, revenue_usd_micros,
      raw_payload, source_ip, latency_ms, processed_at, click_id, offer_id, goal_id, goal_name)
    select ids[k.place], transaction_ids[k.place], providers[k.place], k.member, 'credited', amounts[k.place],
      revenues[k.place], raws[k.place], source_ips[k.place], latencies[k.place], now(), click_ids[k.place],
      offer_ids[k.place], goal_ids[k.place], goal_names[k.place]
    from unnest(known, members) as k (place, member)
    on conflict (provider, transaction_id) do nothing
    returning id
  )
  select array_agg(id) into inserted_ids from inserted;

  with fresh as (
    select k.place, k.member from unnest(known, members) as k (place, member) where ids[k.place] = any (inserted_ids)
  ),
  done as (
    insert into tasks (id, user_id, task_type, points_earned, wall, title)
    select ids[c.place], c.member, task_types[c.place], amounts[c.place], providers[c.place], titles[c.place]
    from fresh c
  ),
  posting as (
    select array_agg('credit:' || ids[c.place]) as keys,
      array_agg('wall:' || providers[c.place]) as accounts, array_agg(c.member) as members,
      array_agg(amounts[c.place]) as amounts, array_agg(ids[c.place]::text) as reference_ids
    from fresh c having count(*) > 0
  ),
  transfers as materialized (
    select t.*
    from posting p, ledger_post_credits(p.keys, p.accounts, p.members, p.amounts, p.reference_ids) t
  )
  select coalesce(array_agg(c.place), '{}'), coalesce(array_agg(c.member), '{}'),
    -- The few that tell_credits can have something to say about.
    (select array_agg(t.id) from transfers t
      where t.balance_after >= threshold and t.balance_after - t.amount < threshold
        or exists (select from push_subscriptions s where s.user_id = t.member_id))
  into credited, credited_members, tells
  from fresh c;

  if tells is not null then
    jobs := tell_credits(tells, threshold);
  end if;
  if cardinality(credited) = cardinality(known) then
    return;
  end if;

  with copies as (
    select k.place
    from unnest(known, members) as k (place, member)
    cross join lateral (
      select from webhook_transactions w
      where w.provider = providers[k.place] and w.transaction_id = transaction_ids[k.place]
        and w.user_id = k.member and w.amount_mb = amounts[k.place] and w.status in ('credited', 'reversed')
      offset 0
    ) w
    where k.place <> all (credited)
  ),
  logged as (
    insert into postback_log as l (wall, verdict, transaction_id, member_code, source_ip, latency_ms, raw, times)
    select providers[c.first], 'duplicate', transaction_ids[c.first], codes[c.first], source_ips[c.first],
      latencies[c.first], raws[c.first], c.times
    from (
      select min(k.place) as first, count(*) as times from copies k
      group by providers[k.place], transaction_ids[k.place], codes[k.place]
      order by providers[k.place], transaction_ids[k.place], codes[k.place]
    ) c
    on conflict (wall, verdict, transaction_id, member_code, reversal)
      where verdict <> 'bad_signature' and member_code is not null
    do update set times = l.times + excluded.times, last_received_at = now()
  )
  select coalesce(array_agg(c.place), '{}') into duplicates from copies c;
end $function$
;

CREATE OR REPLACE FUNCTION public.finished_offers(members uuid[], until timestamp with time zone)
 RETURNS TABLE(user_id uuid, provider text, offer_id text, completed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  select m.id, w.provider, w.offer_id, t.completed_at
  from unnest(members) as m (id)
    cross join lateral (
      select id, completed_at from tasks
      where tasks.user_id = m.id and tasks.completed_at <= until and tasks.completed_at > until - interval '7 days'
      order by tasks.completed_at desc limit 50
    ) t
    join webhook_transactions w on w.id = t.id
  where w.offer_id is not null
$function$
;

CREATE OR REPLACE FUNCTION public.keep_former_wall_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_wall_codes (code_hash) values (sha256(convert_to(old.code, 'UTF8'))) on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_open_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_balances (user_id, points) select id, points from opened;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_post(transfers jsonb)
 RETURNS TABLE(id bigint, key text, member_id uuid, balance_after integer)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  t record;
  known record;
  signed integer;
begin
  if jsonb_array_length(transfers) > 1 and exists (
    select from jsonb_to_recordset(transfers) as t (key text) group by t.key having count(*) > 1
  ) then
    raise exception 'a transfer key appears twice in one posting' using errcode = 'PF003';
  end if;

  perform from users u
    where u.id in (
      select substr(side, 8)::uuid
      from jsonb_to_recordset(transfers) as t ("from" text, "to" text), unnest(array[t."from", t."to"]) side
      where side like 'member:%'
    )
    order by u.id for no key update;

  for t in
    select * from jsonb_to_recordset(transfers) as t (key text, unit text, "from" text, "to" text, amount integer,
      kind text, reference text, reason text, reverses bigint, actor text, "mayOverdraw" boolean)
  loop
    -- A new statement, so that it sees everything that an earlier holder of the locks has committed.
    select l.unit, l.from_account, l.to_account, l.amount, l.kind, l.reference into known
    from ledger_transfers l where l.key = t.key;
    if found then
      if known is distinct from (t.unit, t."from", t."to", t.amount, t.kind, t.reference) then
        raise exception 'a transfer key was used before with other content' using errcode = 'PF003';
      end if;
      continue;
    end if;

    member_id := case when t."from" like 'member:%' then substr(t."from", 8)
      when t."to" like 'member:%' then substr(t."to", 8) end;
    balance_after := null;
    if member_id is not null then
      signed := case when t."from" like 'member:%' then -t.amount else t.amount end;
      if t.unit = 'points' then
        update users u set points = u.points + signed where u.id = ledger_post.member_id returning u.points into balance_after;
      else
        update users u set cash_rewarded_cents = u.cash_rewarded_cents + signed where u.id = ledger_post.member_id
        returning u.cash_rewarded_cents into balance_after;
      end if;
      if balance_after is null then
        raise exception 'member % does not exist', member_id using errcode = 'PF004';
      end if;
      if signed < 0 and balance_after < 0 and t."mayOverdraw" is not true then
        raise exception 'insufficient balance' using errcode = 'PF001';
      end if;
    end if;

    insert into ledger_transfers
      (key, unit, from_account, to_account, amount, kind, reference, reason, reverses, actor, balance_after)
    values (t.key, t.unit, t."from", t."to", t.amount, t.kind, t.reference, t.reason, t.reverses, t.actor,
      ledger_post.balance_after)
    returning ledger_transfers.id into id;
    key := t.key;
    return next;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_post_credits(keys text[], accounts text[], members uuid[], amounts integer[], reference_ids text[])
 RETURNS TABLE(id bigint, member_id uuid, amount integer, balance_after integer)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with fresh as (
    select t.*, sum(t.amount) over (partition by t.member order by t.position) as running
    from unnest(keys, accounts, members, amounts, reference_ids) with ordinality
      as t (key, account, member, amount, reference, position)
  ),
  posted as (
    insert into ledger_transfers (key, unit, from_account, to_account, amount, kind, reference, actor, balance_after)
    select f.key, 'points', f.account, 'member:' || f.member, f.amount, 'credit', f.reference, f.account,
      u.points + f.running::integer
    from fresh f join users u on u.id = f.member
    order by f.position
    returning ledger_transfers.id, ledger_transfers.member_id, ledger_transfers.amount, ledger_transfers.balance_after
  ),
  moved as (
    update users u set points = u.points + change.points
    from (select f.member, sum(f.amount)::integer as points from fresh f group by f.member) change
    where u.id = change.member
  )
  select posted.id, posted.member_id, posted.amount, posted.balance_after from posted;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ledger_transfers is append-only: post a correcting transfer instead' using errcode = 'PF002';
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_called_members(providers text[], transaction_ids text[], codes text[], OUT known integer[], OUT members uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with found as materialized (
    select c.place, w.user_id
    from unnest(providers, codes) with ordinality as c (provider, code, place)
    join wall_members w on w.wall = c.provider and w.code = c.code
  ),
  locked as (
    select u.id from users u where u.id in (select user_id from found) and u.erased_at is null
    order by u.id for no key update skip locked
  )
  select array_agg(c.place order by providers[c.place], transaction_ids[c.place]),
    array_agg(c.user_id order by providers[c.place], transaction_ids[c.place])
  into known, members
  from found c join locked on locked.id = c.user_id;
end $function$
;

CREATE OR REPLACE FUNCTION public.mission_digest(points integer, daily_cap integer, total_cap integer, content jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select encode(sha256(convert_to(jsonb_build_array(points, daily_cap, total_cap, content)::text, 'utf8')), 'hex')
$function$
;

CREATE OR REPLACE FUNCTION public.open_mission_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into mission_places (mission_id) select id from opened;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.payout_address(line1 text, line2 text, postal_code text, country text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select regexp_replace(lower(line1 || line2 || postal_code || country), '[[:space:][:punct:]]', '', 'g')
$function$
;

CREATE OR REPLACE FUNCTION public.payout_mailbox(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end
$function$
;

CREATE OR REPLACE FUNCTION public.queue_job(task text, payload json, job_key text, run_at timestamp with time zone, attempts_max integer, priority integer, keeps_run_at boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into graphile_worker._private_tasks (identifier)
  select task where not exists (select from graphile_worker._private_tasks t where t.identifier = task)
  on conflict do nothing;

  -- Again if a worker takes the job of the key between the two statements.
  for tried in 1 .. 5 loop
    -- A job that runs now does not know what this one is for: it loses its key and is not tried again.
    update graphile_worker._private_jobs j set key = null, attempts = j.max_attempts, updated_at = now()
    where j.key = job_key and j.is_available is not true;

    insert into graphile_worker._private_jobs as j (task_id, payload, run_at, max_attempts, key, priority)
    select t.id, queue_job.payload, coalesce(queue_job.run_at, now()), coalesce(attempts_max, 25), job_key,
      queue_job.priority
    from graphile_worker._private_tasks t where t.identifier = task
    on conflict (key) do update set
      task_id = excluded.task_id, payload = excluded.payload, max_attempts = excluded.max_attempts,
      run_at = case when keeps_run_at and j.attempts = 0 then j.run_at else excluded.run_at end,
      priority = excluded.priority, revision = j.revision + 1, attempts = 0, last_error = null, updated_at = now()
    where j.locked_at is null;
    if found then
      return;
    end if;
  end loop;
  raise exception 'the job % is taken again and again', job_key;
end $function$
;

CREATE OR REPLACE FUNCTION public.redemption_standings(members uuid[], requests text[], waits boolean)
 RETURNS TABLE(place integer, earlier uuid, captcha_grant uuid, points integer, suspended boolean, paused boolean, first_redemption boolean, billing_country text, facts jsonb, rules jsonb)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  locked uuid[];
begin
  if waits then
    with held as (select u.id from users u where u.id = any (members) order by u.id for no key update)
    select array_agg(id) into locked from held;
  else
    with held as (select u.id from users u where u.id = any (members) order by u.id for no key update skip locked)
    select array_agg(id) into locked from held;
  end if;
  -- A new statement, so that it sees everything that earlier holders of the locks have committed.
  return query
  with asked as materialized (
    select m.place::integer, u.id, m.request, u.points, u.suspended_at is not null as suspended,
      u.paused_at is not null as paused
    from unnest(members, requests) with ordinality as m (member, request, place)
    join users u on u.id = m.member
    where u.id = any (locked)
  )
  select a.place,
    (select r.id from card_redemptions r where r.user_id = a.id and r.request_id = a.request),
    (select g.id from captcha_grants g
      where g.user_id = a.id and g.action = 'redemption' and g.used_at is null and g.expires_at > now()
      order by g.expires_at limit 1),
    a.points, a.suspended, a.paused,
    not exists (select from card_redemptions r where r.user_id = a.id and r.status <> 'failed' and r.award_id is null),
    (select b.country from billing_addresses b where b.user_id = a.id),
    f.facts,
    (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'enabled', k.enabled, 'parameters', k.parameters)), '[]')
      from risk_rules k)
  from asked a
  join risk_facts((
    select jsonb_agg(jsonb_build_object('id', id, 'userId', id, 'at', now(), 'balance', points)) from asked
  )) f on f.id = a.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.reverse_postbacks(providers text[], transaction_ids text[], codes text[], amounts integer[], reversal_ids text[], raws text[], source_ips text[], latencies integer[], OUT reversed integer[], OUT reversed_members uuid[], OUT reversed_points integer[], OUT jobs integer)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  known integer[];
  members uuid[];
  ids uuid[];
  titles text[];
  balances integer[];
  notice uuid;
begin
  jobs := 0;
  select * into known, members from lock_called_members(providers, transaction_ids, codes);

  with taken as (
    update webhook_transactions w set status = 'reversed', reversed_at = now(), reversed_by = reversal_ids[k.place]
    from (
      select distinct on (providers[place], transaction_ids[place]) place, member
      from unnest(known, members) as k (place, member)
      order by providers[place], transaction_ids[place], place
    ) k
    where w.provider = providers[k.place] and w.transaction_id = transaction_ids[k.place] and w.user_id = k.member
      and w.status = 'credited'
    returning k.place, k.member, w.id, w.amount_mb
  ),
  titled as (
    update tasks t set reversed_at = now() from taken where t.id = taken.id returning t.id, t.title
  )
  select coalesce(array_agg(taken.place), '{}'), coalesce(array_agg(taken.member), '{}'),
    coalesce(array_agg(taken.amount_mb), '{}'), array_agg(taken.id), array_agg(coalesce(titled.title, providers[taken.place]))
  into reversed, reversed_members, reversed_points, ids, titles
  from taken left join titled on titled.id = taken.id;
  if ids is null then
    return;
  end if;

  select array_agg(p.balance_after) into balances
  from ledger_post((
    select jsonb_agg(jsonb_build_object('key', 'reversal:' || r.id, 'unit', 'points', 'from', 'member:' || r.member,
      'to', 'wall:' || providers[r.place], 'amount', r.points, 'kind', 'reversal', 'reference', r.id, 'reverses', l.id,
      'actor', 'wall:' || providers[r.place], 'mayOverdraw', true) order by r.n)
    from unnest(reversed, reversed_members, reversed_points, ids) with ordinality as r (place, member, points, id, n)
    join ledger_transfers l on l.key = 'credit:' || r.id
  )) p;
  -- One too few if the ledger has the reversal already, or not the credit.
  if cardinality(balances) is distinct from cardinality(ids) then
    raise exception 'the ledger and the provider transactions disagree' using errcode = 'PF003';
  end if;

  for notice in
    insert into notices (key, user_id, kind, data)
    select 'reversal:' || r.id, r.member, 'points_reversed',
      jsonb_build_object('points', r.points, 'balance', r.balance, 'what', r.title)
    from unnest(ids, reversed_members, reversed_points, balances, titles) as r (id, member, points, balance, title)
    on conflict (key) do nothing
    returning id
  loop
    -- As in tell_credits.
    perform queue_job('deliver_notice', json_build_object('noticeId', notice), 'deliver_notice:' || notice, null, 21, 0, true);
    jobs := jobs + 1;
  end loop;

  insert into postback_log as l (wall, verdict, reason, transaction_id, member_code, source_ip, latency_ms, raw, reversal)
  select providers[r.place], 'reversed',
    case when amounts[r.place] not in (0, r.points) then
      format('took back the %s points credited; the call says %s', r.points, amounts[r.place]) end,
    transaction_ids[r.place], codes[r.place], source_ips[r.place], latencies[r.place], raws[r.place], true
  from unnest(reversed, reversed_points) as r (place, points)
  on conflict (wall, verdict, transaction_id, member_code, reversal)
    where verdict <> 'bad_signature' and member_code is not null
  do update set times = l.times + 1, last_received_at = now();
end $function$
;

CREATE OR REPLACE FUNCTION public.risk_facts(subjects jsonb)
 RETURNS TABLE(id uuid, facts jsonb)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  -- These tell nothing about their members: behind an undeclared proxy all addresses are the same.
  private_networks constant inet[] := '{10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, 127.0.0.0/8,
    ::/64, fc00::/7, fe80::/10}';
begin
  return query
  select s.id, jsonb_build_object(
    'balance', s.balance,
    'accountHours', floor(extract(epoch from s.at - u.created_at) / 3600)::integer,
    'mailboxMembers', (select count(*) from users o
      where payout_mailbox(o.email) = payout_mailbox(u.email) and o.id <> u.id and o.created_at <= s.at)
      + (select count(*) from former_earnings e where e.met_by @> array[u.id] and e.left_at <= s.at),
    'addressMembers', (select count(distinct o.user_id)
      from billing_addresses m join billing_addresses o
        on payout_address(o.line1, o.line2, o.postal_code, o.country) =
          payout_address(m.line1, m.line2, m.postal_code, m.country) and o.user_id <> m.user_id
      where m.user_id = s.user_id),
    'deviceMembers', near.many,
    'offerMembers', same_offer.members,
    'tasks', recent.tasks, 'reversals', recent.reversals,
    'busiestHourPoints', speed.busiest_hour_points, 'usualHourPoints', speed.usual_hour_points)
  from (
    select id, "userId" as user_id, at, balance
    from jsonb_to_recordset(subjects) as given (id uuid, "userId" uuid, at timestamptz, balance integer)
  ) s
  cross join lateral (select * from users where users.id = s.user_id offset 0) u
  -- Others with the same kind of device in the same network. No rule asks for more than 1,000, and a mobile carrier's network has
  -- tens of thousands: the rest is not read.
  cross join lateral (
    select array_agg(n.user_id) as members, count(*) as many
    from (
      select distinct found.user_id
      from (
        select o.user_id
        from known_devices m join known_devices o
          on o.network = m.network and o.device = m.device and o.user_id <> m.user_id
        where m.user_id = s.user_id and m.network <> '' and not m.network::inet <<= any (private_networks)
          and o.seen_at > s.at - interval '30 days'
        limit 2000
      ) found
    ) n
  ) near
  cross join lateral (
    -- Of more than 30 it tells nothing that they do the same.
    select coalesce(max(same.members), 0) as members
    from (
      select count(distinct theirs.user_id) as members
      from finished_offers(array[s.user_id], s.at) mine join finished_offers(near.members[:30], s.at) theirs
        on theirs.provider = mine.provider and theirs.offer_id = mine.offer_id
          and theirs.completed_at between mine.completed_at - interval '1 day' and mine.completed_at + interval '1 day'
      where near.many between 1 and 30
      group by mine.provider, mine.offer_id
    ) same
  ) same_offer
  cross join lateral (
    select count(*) as tasks, count(*) filter (where t.reversed_at <= s.at) as reversals
    from tasks t where t.user_id = s.user_id and t.completed_at <= s.at and t.completed_at > s.at - interval '30 days'
  ) recent
  cross join lateral (
    select coalesce(max(hour.points) filter (where hour.late), 0) as busiest_hour_points,
      round(avg(hour.points) filter (where not hour.late))::integer as usual_hour_points
    from (
      select sum(t.points_earned) as points, date_trunc('hour', t.completed_at) > s.at - interval '7 days' as late
      from tasks t where t.user_id = s.user_id and t.completed_at <= s.at and t.completed_at > s.at - interval '37 days'
      group by date_trunc('hour', t.completed_at)
    ) hour
  ) speed;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changes', tg_table_name);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_credits(transfers bigint[], threshold integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  notice uuid;
  kind_told text;
  notices integer := 0;
begin
  for notice, kind_told in
    with credited as (
      select l.id as transfer_id, l.reference, l.member_id, l.amount, l.balance_after,
        coalesce(t.title, m.translations -> u.locale ->> m.title, m.title, c.title, w.provider, '') as what,
        u.data_alerts and u.paused_at is null and u.suspended_at is null
          and l.balance_after >= threshold and l.balance_after - l.amount < threshold as crosses,
        u.push_notifications and exists (select from push_subscriptions s where s.user_id = u.id) as pushes
      from unnest(transfers) as given (id)
      join ledger_transfers l on l.id = given.id
      join users u on u.id = l.member_id
      left join webhook_transactions w on w.id = l.reference::uuid
      left join tasks t on t.id = l.reference::uuid
      left join mission_attempts a on a.id = l.reference::uuid
      left join missions m on m.id = a.mission_id
      left join reward_claims c on c.id = l.reference::uuid
    )
    insert into notices as told (key, user_id, kind, data, transfer_id)
    select 'credit:' || reference, member_id, 'points_credited',
      jsonb_build_object('points', amount, 'balance', balance_after, 'what', what),
      transfer_id
    from credited where pushes
    union all
    select format('threshold:%s:%s', member_id, (select count(*) from card_redemptions r where r.user_id = member_id)),
      member_id, 'threshold_reached', jsonb_build_object('balance', balance_after), null
    from credited where crosses
    on conflict (key) do nothing
    returning told.id, told.kind
  loop
    -- The job, its key, its tries and its place are those of server/domain/notices/notify.ts.
    perform queue_job('deliver_notice', json_build_object('noticeId', notice), 'deliver_notice:' || notice, null, 21,
      case kind_told when 'points_credited' then 1 else 0 end, true);
    notices := notices + 1;
  end loop;
  return notices;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_news(members uuid[], changes integer[], are_credits boolean[], events text[], jobs integer, missed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if cardinality(members) > 0 then
    perform pg_advisory_xact_lock(hashtext('tell_news'));
    -- A statement of its own, so that it sees what was committed before the lock was taken.
    perform pg_notify('live', format('{"%s":[%s]}', case when is_credit then 'credits' else 'balances' end, balances))
    from (
      select m.is_credit, string_agg(format('["%s",%s,%s]', u.id, u.points, m.change), ',' order by m.place) as balances
      from unnest(members, changes, are_credits) with ordinality as m (member, change, is_credit, place)
      join users u on u.id = m.member
      group by m.is_credit, (m.place - 1) / 100
    ) message;
  end if;
  perform pg_notify('live', event) from unnest(events) as event;
  if missed then
    perform pg_notify('live', '{"missed":true}');
  end if;
  if jobs > 0 then
    -- The queue's own message: so many of its workers look for a job at once.
    perform pg_notify('jobs:insert', json_build_object('count', jobs)::text);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_note(event_type text, member uuid, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if webhook_wanted(event_type) then
    insert into webhook_events (type, happened_at, member_id, data)
    values (event_type, now(), member, jsonb_build_object('memberId', member) || details);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_note_member_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.erased_at is not null then
    perform webhook_note('member.deleted', new.id, '{}');
  elsif new.paused_at is null then
    perform webhook_note('member.resumed', new.id, '{}');
  else
    perform webhook_note('member.paused', new.id, jsonb_build_object('reason', new.paused_reason));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_note_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if webhook_wanted('member.created') then
    insert into webhook_events (type, happened_at, member_id, data)
    select 'member.created', now(), id, jsonb_build_object('memberId', id) from opened;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_note_redemption()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject text := case when new.award_id is null then 'redemption' else 'award' end;
  details jsonb := jsonb_build_object('redemptionId', new.id, 'amountCents', new.amount_cents)
    || case when new.award_id is null
         then jsonb_build_object('rewardId', new.reward_id, 'rewardKind', new.reward_kind, 'points', new.points_used)
         else jsonb_build_object('awardId', new.award_id) end;
begin
  if tg_op = 'INSERT' then
    perform webhook_note('redemption.requested', new.user_id, details);
  elsif new.status = 'issued' then
    perform webhook_note(subject || '.issued', new.user_id, details);
  else
    details := details || jsonb_build_object('reason', coalesce(new.exact_reason, new.reason));
    if new.award_id is null then
      -- Of a reward that was taken back only where nobody has used it.
      details := details || jsonb_build_object('pointsReturned',
        case when new.status = 'failed' or new.reason = 'withdrawn_unused' then new.points_used else 0 end);
    end if;
    perform webhook_note(subject || '.' || new.status, new.user_id, details);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_transaction_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a provider transaction keeps its row and its names' using errcode = 'PF002';
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_wanted(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from webhook_endpoints where active_since is not null and wanted = any (event_types))
$function$
;

CREATE TRIGGER audit_entries_immutable BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();

CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();

CREATE TRIGGER audit_texts_immutable BEFORE DELETE OR UPDATE ON public.audit_texts FOR EACH ROW EXECUTE FUNCTION audit_text_refuse_change();

CREATE TRIGGER audit_texts_no_truncate BEFORE TRUNCATE ON public.audit_texts FOR EACH STATEMENT EXECUTE FUNCTION audit_text_refuse_change();

CREATE TRIGGER card_redemptions_award AFTER INSERT OR UPDATE OF status, stripe_card_id ON public.card_redemptions FOR EACH ROW WHEN ((new.award_id IS NOT NULL)) EXECUTE FUNCTION award_follow();

CREATE TRIGGER card_redemptions_webhooks_requested AFTER INSERT ON public.card_redemptions FOR EACH ROW WHEN ((new.award_id IS NULL)) EXECUTE FUNCTION webhook_note_redemption();

CREATE TRIGGER card_redemptions_webhooks_settled AFTER UPDATE OF status ON public.card_redemptions FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['issued'::text, 'failed'::text, 'reversed'::text])))) EXECUTE FUNCTION webhook_note_redemption();

CREATE TRIGGER keep_former_wall_code AFTER DELETE ON public.wall_members FOR EACH ROW EXECUTE FUNCTION keep_former_wall_code();

CREATE TRIGGER ledger_transfers_immutable BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TRIGGER ledger_transfers_no_truncate BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TRIGGER mission_attempts_count_places AFTER INSERT OR DELETE OR UPDATE OF mission_id, completed_at, reserved_until ON public.mission_attempts FOR EACH ROW EXECUTE FUNCTION count_mission_places();

CREATE TRIGGER missions_open_places AFTER INSERT ON public.missions REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION open_mission_places();

CREATE TRIGGER rewards_tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.rewards FOR EACH STATEMENT EXECUTE FUNCTION tell_change();

CREATE TRIGGER users_count_added AFTER INSERT ON public.users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_members();

CREATE TRIGGER users_count_removed AFTER DELETE ON public.users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_members();

CREATE TRIGGER users_open_balances AFTER INSERT ON public.users REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION ledger_open_balances();

CREATE TRIGGER users_webhooks_changed AFTER UPDATE OF erased_at, paused_at ON public.users FOR EACH ROW WHEN (((old.erased_at IS NULL) AND ((new.erased_at IS NOT NULL) OR (old.paused_at IS DISTINCT FROM new.paused_at)))) EXECUTE FUNCTION webhook_note_member_change();

CREATE TRIGGER users_webhooks_created AFTER INSERT ON public.users REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION webhook_note_members();

CREATE TRIGGER wall_pauses_tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.wall_pauses FOR EACH STATEMENT EXECUTE FUNCTION tell_change();

CREATE TRIGGER webhook_transactions_keep_names BEFORE UPDATE OF id, provider, transaction_id ON public.webhook_transactions FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.provider IS DISTINCT FROM new.provider)) OR (old.transaction_id IS DISTINCT FROM new.transaction_id))) EXECUTE FUNCTION webhook_transaction_refuse_change();

CREATE TRIGGER webhook_transactions_no_truncate BEFORE TRUNCATE ON public.webhook_transactions FOR EACH STATEMENT EXECUTE FUNCTION webhook_transaction_refuse_change();

CREATE TRIGGER webhook_transactions_stay BEFORE DELETE ON public.webhook_transactions FOR EACH ROW WHEN ((old.status <> 'reversed_early'::text)) EXECUTE FUNCTION webhook_transaction_refuse_change();
