-- Up Migration

-- ---------------------------------------------------------------- members

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  password text not null,
  name text not null,
  email_verified boolean not null default false,
  -- Caches of the ledger, written in the statement that posts the transfer and nowhere else.
  points integer not null default 0,
  cash_rewarded_cents integer not null default 0,
  card_tier_last_chosen text,
  last_rewarded_at timestamptz,
  stripe_customer_id text,
  created_at timestamptz not null default now(),
  is_admin boolean not null default false,
  suspended_at timestamptz
);

create table sessions (
  -- SHA-256 (hex) of the token; the token itself is only ever in the member's cookie.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

create table email_verification_codes (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- HMAC-SHA-256 of address and code under a key of the server.
  code text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  used boolean not null default false,
  attempts integer not null default 0
);
create index email_verification_codes_email on email_verification_codes (email, created_at desc);

create table password_reset_tokens (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- SHA-256 (hex) of the token.
  token text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  used boolean not null default false
);
create index password_reset_tokens_email on password_reset_tokens (email, created_at desc);

-- The three columns of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- ---------------------------------------------------------------- ledger

-- A transfer moves whole points or whole US cents from one account to another. Accounts are names:
-- member:<id>, wall:<id>, missions, payouts:held, payouts:paid, awards.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  key text not null unique,
  unit text not null check (unit in ('points', 'cents')),
  from_account text not null,
  to_account text not null,
  amount integer not null check (amount > 0),
  kind text not null,
  -- What it is about: the id of a provider transaction, a redemption, an award.
  reference text not null,
  reason text,
  -- The transfer that this one takes back.
  reverses bigint references ledger_transfers,
  actor text not null,
  -- The member on one side of it, and that member's balance in this unit after it.
  member_id uuid generated always as (
    case
      when from_account like 'member:%' then substr(from_account, 8)::uuid
      when to_account like 'member:%' then substr(to_account, 8)::uuid
    end
  ) stored,
  balance_after integer,
  created_at timestamptz not null default now(),
  check (from_account <> to_account),
  check (not (from_account like 'member:%' and to_account like 'member:%')),
  check ((member_id is null) = (balance_after is null))
);
create index ledger_transfers_member on ledger_transfers (member_id, id desc) where member_id is not null;
-- A credit is found by its key. Most transfers are credits, and an index that none of them is in costs them nothing.
create index ledger_transfers_reference on ledger_transfers (reference) where kind <> 'credit';

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_transfers is append-only: post a correcting transfer instead' using errcode = 'PF002';
end $$;
create trigger ledger_transfers_immutable before update or delete on ledger_transfers
  for each row execute function ledger_refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function ledger_refuse_change();

-- Posts transfers in their order and moves the cached balances with them. Input: a JSON array of
-- {key, unit, from, to, amount, kind, reference, reason, reverses, actor, mayOverdraw}.
-- A key that exists with the same content is skipped; with other content it raises PF003. A member's
-- balance that would fall below zero raises PF001 unless mayOverdraw. Members are locked in id order.
-- Answers one row per transfer that it posted. Transfers are looked up one by one through their key: a join could be
-- planned as a reading of the whole table, from statistics of a time when it was small.
create function ledger_post(transfers jsonb)
returns table (id bigint, key text, member_id uuid, balance_after integer) language plpgsql as $$
#variable_conflict use_column
begin
  if exists (
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

  -- A new statement, so that it sees everything that an earlier holder of the locks has committed.
  if exists (
    select from jsonb_to_recordset(transfers)
      as t (key text, unit text, "from" text, "to" text, amount integer, kind text, reference text)
    cross join lateral (select * from ledger_transfers l where l.key = t.key offset 0) l
    where (l.unit, l.from_account, l.to_account, l.amount, l.kind, l.reference)
      is distinct from (t.unit, t."from", t."to", t.amount, t.kind, t.reference)
  ) then
    raise exception 'a transfer key was used before with other content' using errcode = 'PF003';
  end if;

  return query
  with fresh as (
    select t.*, side.member_id, side.signed,
      sum(side.signed) over (partition by side.member_id, t.unit order by t.position) as running
    from rows from (
        jsonb_to_recordset(transfers) as (key text, unit text, "from" text, "to" text, amount integer,
          kind text, reference text, reason text, reverses bigint, actor text, "mayOverdraw" boolean)
      ) with ordinality as t (key, unit, "from", "to", amount, kind, reference, reason, reverses, actor, "mayOverdraw", position)
    cross join lateral (
      select
        case when t."from" like 'member:%' then substr(t."from", 8)::uuid
             when t."to" like 'member:%' then substr(t."to", 8)::uuid end as member_id,
        case when t."from" like 'member:%' then -t.amount else t.amount end as signed
    ) side
    where (select l.id from ledger_transfers l where l.key = t.key) is null
  ),
  posted as (
    insert into ledger_transfers
      (key, unit, from_account, to_account, amount, kind, reference, reason, reverses, actor, balance_after)
    select f.key, f.unit, f."from", f."to", f.amount, f.kind, f.reference, f.reason, f.reverses, f.actor,
      case when f.member_id is null then null
           else ledger_check_balance(
             (case f.unit when 'points' then u.points else u.cash_rewarded_cents end) + f.running::integer,
             f.signed < 0 and f."mayOverdraw" is not true, f.member_id) end
    from fresh f left join users u on u.id = f.member_id
    order by f.position
    returning ledger_transfers.id, ledger_transfers.key, ledger_transfers.member_id, ledger_transfers.balance_after
  ),
  moved as (
    update users u set
      points = u.points + change.points,
      cash_rewarded_cents = u.cash_rewarded_cents + change.cents
    from (
      select f.member_id,
        coalesce(sum(f.signed) filter (where f.unit = 'points'), 0)::integer as points,
        coalesce(sum(f.signed) filter (where f.unit = 'cents'), 0)::integer as cents
      from fresh f where f.member_id is not null group by f.member_id
    ) change
    where u.id = change.member_id
    returning u.id
  )
  select posted.id, posted.key, posted.member_id, posted.balance_after from posted;
end $$;

create function ledger_check_balance(balance integer, must_cover boolean, member uuid) returns integer
language plpgsql as $$
begin
  if balance is null then
    raise exception 'member % does not exist', member using errcode = 'PF004';
  end if;
  if must_cover and balance < 0 then
    raise exception 'insufficient balance' using errcode = 'PF001';
  end if;
  return balance;
end $$;

-- The short way of ledger_post for credits of points, many at once: element i of each array is one transfer from
-- `accounts` to `members`. The caller holds the members locked, and no key may exist: one that does is a unique violation.
-- Answers one row per transfer, in their order.
create function ledger_post_credits(keys text[], accounts text[], members uuid[], amounts integer[], reference_ids text[])
returns table (id bigint, member_id uuid, amount integer, balance_after integer) language plpgsql as $$
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
end $$;

-- ---------------------------------------------------------------- earning

-- The pseudonymous code by which a wall knows a member.
create table wall_members (
  wall text not null,
  code text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (wall, code),
  unique (wall, user_id)
);

-- One row per provider transaction. A reversal moves its status; it never adds a second row.
create table webhook_transactions (
  id uuid primary key default gen_random_uuid(),
  transaction_id text not null,
  provider text not null,
  user_id uuid references users on delete set null,
  -- reversed_early: the reversal came first; the credit that follows nets to zero.
  status text not null check (status in ('credited', 'reversed', 'reversed_early')),
  -- Points; the column's name is a leftover of the data product and part of the specification.
  amount_mb integer not null check (amount_mb >= 0),
  -- The call as received, secrets redacted.
  raw_payload text,
  source_ip text,
  latency_ms integer,
  processed_at timestamptz,
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  -- What a wall gives to a credit and to the reversal of it, where the reversal has an id of its own; other credits may
  -- have it too. `reversed_by` is that id.
  reference text,
  reversed_by text,
  unique (provider, transaction_id)
);
create index webhook_transactions_reference on webhook_transactions (provider, reference) where reference is not null;
create index webhook_transactions_user_id on webhook_transactions (user_id, created_at desc);

create table tasks (
  -- A task of a wall has the id of its provider transaction.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  task_type text not null,
  points_earned integer not null check (points_earned >= 0),
  completed_at timestamptz not null default now(),
  wall text,
  title text,
  reversed_at timestamptz
);
create index tasks_user_id on tasks (user_id, completed_at desc);

-- Every call that is not a plain first credit, with its verdict.
create table postback_log (
  id bigint generated always as identity primary key,
  wall text not null,
  verdict text not null,
  reason text,
  transaction_id text,
  member_code text,
  source_ip text not null,
  latency_ms integer not null,
  -- Method, path and query, and body as received, secrets redacted.
  raw text not null,
  replayed_at timestamptz,
  received_at timestamptz not null default now()
);
create index postback_log_wall on postback_log (wall, received_at desc);
create index postback_log_parked on postback_log (received_at) where verdict = 'unknown_user' and replayed_at is null;

-- ---------------------------------------------------------------- redemption

create table card_redemptions (
  id uuid primary key default gen_random_uuid(),
  -- Stays after an account is erased: the evidence keeps its random id.
  user_id uuid not null,
  card_tier text not null,
  -- Whole US cents.
  amount_cents integer not null check (amount_cents > 0),
  points_used integer not null check (points_used > 0),
  stripe_card_id text,
  apple_wallet_url text,
  google_wallet_url text,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'review', 'issued', 'failed', 'expired', 'reversed')),
  created_at timestamptz not null default now(),
  issued_at timestamptz,
  expires_at timestamptz,
  request_id text not null,
  provider text not null,
  provider_ref text,
  reason text,
  attempts integer not null default 0,
  leased_until timestamptz,
  promised_by timestamptz not null,
  unique (user_id, request_id)
);
create index card_redemptions_user_id on card_redemptions (user_id, created_at desc);
create index card_redemptions_open on card_redemptions (created_at) where status in ('pending', 'processing', 'review');

create table cash_rewards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  card_tier text not null,
  stripe_card_id text,
  status text not null default 'pending',
  created_at timestamptz not null default now()
);
create index cash_rewards_user_id on cash_rewards (user_id, created_at desc);

-- ---------------------------------------------------------------- captcha

-- Solved challenges that were accepted: each is worth one grant.
create table captcha_solutions (
  id text primary key,
  expires_at timestamptz not null
);
create index captcha_solutions_expires_at on captcha_solutions (expires_at);

create table captcha_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  action text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index captcha_grants_user_id on captcha_grants (user_id, action) where used_at is null;

-- Down Migration

drop table captcha_grants, captcha_solutions, cash_rewards, card_redemptions, postback_log, tasks,
  webhook_transactions, wall_members, ledger_transfers, rate_limits, password_reset_tokens,
  email_verification_codes, sessions, users;
drop function ledger_post, ledger_post_credits, ledger_check_balance, ledger_refuse_change;
