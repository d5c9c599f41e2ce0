-- Up Migration

alter table card_redemptions
  -- Nobody works on it until leased_until: news of it may end the pause.
  add column resting boolean not null default false,
  -- News came while a worker had it, who may have looked before: the next run comes at once.
  add column woken boolean not null default false,
  -- The provider's name of the member, kept here too: the reward is found by it after the member has left.
  add column provider_customer text,
  -- How its owner gets to see it once it is issued.
  add column reveal text check (reveal in ('details', 'link', 'elements'));

update card_redemptions set reveal = 'details' where provider = 'sandbox' and issued_at is not null;

-- What card issuers ask of a cardholder.
create table billing_addresses (
  user_id uuid primary key references users on delete cascade,
  line1 text not null,
  -- Empty where there is none.
  line2 text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  -- ISO 3166-1 alpha-2.
  country text not null check (country ~ '^[A-Z]{2}$'),
  updated_at timestamptz not null default now()
);

-- Messages of payout providers that were taken: each counts once.
create table payout_webhooks (
  provider text not null,
  event_id text not null,
  kind text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index payout_webhooks_received_at on payout_webhooks (received_at);

-- When each provider may be called next, by whichever process. Lost in a crash of the database, and no loss.
create unlogged table payout_turns (
  provider text primary key,
  next_at timestamptz not null
);

-- Down Migration

drop table payout_turns;
drop table payout_webhooks, billing_addresses;
alter table card_redemptions drop column resting, drop column woken,
  drop column provider_customer, drop column reveal;
