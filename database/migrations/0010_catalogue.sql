-- Up Migration

-- What points can be turned into. A row is never deleted: it ends.
create table rewards (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('prepaid_card', 'bus_ticket', 'food_voucher', 'gift_card', 'cash_credit')),
  -- Of a prepaid card its tier.
  key text not null unique,
  title text not null,
  description text not null,
  -- Whole US cents. The price is the same number of points.
  amount_cents integer not null,
  -- Null: the one that the setting PAYOUT_PROVIDER names for the tier.
  provider text check (provider in ('sandbox', 'manual', 'stock', 'tremendous', 'stripe')),
  -- The provider's names of what the member may choose from.
  product_ids text[] not null default '{}',
  -- ISO 3166-1 alpha-2; empty for everywhere.
  regions text[] not null default '{}',
  status text not null check (status in ('draft', 'active', 'paused', 'ended')),
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rewards_tier_check check (
    case kind when 'prepaid_card'
      then (key, amount_cents) in (('1USD', 100), ('5USD', 500), ('10USD', 1000), ('20USD', 2000))
      else provider is not null end),
  constraint rewards_amount_check check (amount_cents between
    case kind when 'gift_card' then 500 else 100 end and
    case kind when 'bus_ticket' then 500 when 'food_voucher' then 1000 when 'cash_credit' then 5000 else 2000 end)
);

insert into rewards (kind, key, title, description, amount_cents, status, position) values
  ('prepaid_card', '1USD', 'Prepaid card', '', 100, 'active', 0),
  ('prepaid_card', '5USD', 'Prepaid card', '', 500, 'active', 1),
  ('prepaid_card', '10USD', 'Prepaid card', '', 1000, 'active', 2),
  ('prepaid_card', '20USD', 'Prepaid card', '', 2000, 'active', 3);

alter table card_redemptions
  add column reward_id uuid references rewards,
  add column reward_kind text,
  -- As it was called when it was chosen.
  add column reward_title text,
  -- What the member could choose from then.
  add column product_ids text[] not null default '{}',
  -- Only prepaid cards have a tier.
  alter column card_tier drop not null,
  drop constraint card_redemptions_reveal_check,
  add constraint card_redemptions_reveal_check check (reveal in ('details', 'link', 'elements', 'code'));
update card_redemptions r set reward_id = w.id, reward_kind = w.kind, reward_title = w.title
  from rewards w where w.key = r.card_tier;
alter table card_redemptions
  alter column reward_id set not null,
  alter column reward_kind set not null,
  alter column reward_title set not null,
  add constraint card_redemptions_card_tier_check check ((card_tier is not null) = (reward_kind = 'prepaid_card'));
create index card_redemptions_reward_id on card_redemptions (reward_id, status);
-- What waits for a person or for codes, by its promise.
create index card_redemptions_by_hand on card_redemptions (promised_by)
  where provider in ('manual', 'stock') and status in ('pending', 'processing', 'review');

-- Codes that were uploaded, each for one redemption. Sealed with AES-256-GCM under a key of the site's secret.
create table voucher_codes (
  id uuid primary key default gen_random_uuid(),
  reward_id uuid not null references rewards,
  upload_id uuid not null,
  -- Code and pin; null once its owner has left.
  sealed text,
  -- HMAC-SHA-256 of the code: tells that the reward has had it.
  fingerprint bytea not null,
  expires_at timestamptz,
  uploaded_by uuid not null,
  uploaded_at timestamptz not null default now(),
  redemption_id uuid unique references card_redemptions,
  given_at timestamptz,
  voided_at timestamptz,
  unique (reward_id, fingerprint),
  check ((redemption_id is null) = (given_at is null)),
  check (voided_at is null or redemption_id is null)
);
-- In the order in which they are given: what expires first, first.
create index voucher_codes_free on voucher_codes (reward_id, expires_at, uploaded_at, id)
  where redemption_id is null and voided_at is null;

-- A redemption in the hands of a person.
create table fulfilments (
  redemption_id uuid primary key references card_redemptions,
  -- Who has it, until when.
  owner_id uuid,
  owned_until timestamptz,
  decision text check (decision in ('fulfilled', 'refused')),
  -- Null where the machine ended it.
  decided_by uuid,
  decided_at timestamptz,
  reveal text check (reveal in ('code', 'link')),
  -- The code with its pin, or the link; null once its owner has left.
  sealed text,
  expires_at timestamptz,
  -- Read by the member.
  message text,
  check ((owner_id is null) = (owned_until is null)),
  check ((decision is null) = (decided_at is null)),
  check ((reveal is not null) = (decision is not null and decision = 'fulfilled')),
  check (sealed is null or reveal is not null)
);

-- Down Migration

drop table fulfilments, voucher_codes;
delete from card_redemptions where card_tier is null;
update card_redemptions set reveal = null where reveal = 'code';
drop index card_redemptions_by_hand, card_redemptions_reward_id;
alter table card_redemptions drop constraint card_redemptions_reveal_check, drop constraint card_redemptions_card_tier_check,
  drop column reward_id, drop column reward_kind, drop column reward_title, drop column product_ids,
  alter column card_tier set not null;
alter table card_redemptions add constraint card_redemptions_reveal_check check (reveal in ('details', 'link', 'elements'));
drop table rewards;
