-- Up Migration

-- What admins changed about the rules of RISK_RULES; a rule without a row is as written there.
create table risk_rules (
  id text primary key,
  enabled boolean not null,
  parameters jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid not null
);

-- A redemption that a person looks at before the provider is asked.
create table risk_reviews (
  redemption_id uuid primary key references card_redemptions,
  user_id uuid not null,
  -- Ids of the rules that asked for it, and what they saw.
  rules text[] not null,
  facts jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- Owners were told that half of the time has gone.
  escalated_at timestamptz,
  -- The admin who works on it.
  owner_id uuid,
  question text,
  asked_at timestamptz,
  asked_by uuid,
  answer text,
  answered_at timestamptz,
  decision text check (decision in ('pay', 'refund')),
  decided_at timestamptz,
  -- Null with a decision: its time was over.
  decided_by uuid,
  -- Read by the member.
  note text,
  check ((question is null) = (asked_at is null)),
  check (answer is null or question is not null),
  check ((decision is null) = (decided_at is null))
);
create index risk_reviews_open on risk_reviews (due_at) where decision is null;
create index risk_reviews_user_id on risk_reviews (user_id);

-- One mailbox has many spellings: what follows a plus sign, and at Google's mail dots, change nothing.
create function payout_mailbox(email text) returns text language sql immutable parallel safe as $$
  select case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end
$$;
create index users_payout_mailbox on users (payout_mailbox(email));

-- A postal address without case, spaces and punctuation.
create function payout_address(line1 text, line2 text, postal_code text, country text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(lower(line1 || line2 || postal_code || country), '[[:space:][:punct:]]', '', 'g')
$$;
create index billing_addresses_payout_address
  on billing_addresses (payout_address(line1, line2, postal_code, country));

-- Down Migration

drop index billing_addresses_payout_address, users_payout_mailbox;
drop function payout_address, payout_mailbox;
drop table risk_reviews, risk_rules;
