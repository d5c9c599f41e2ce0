-- The schema of release 0.1.0, by area. The table `migrations` and the schema `graphile_worker` (the queue of jobs) are
-- made by database/migrate.ts.

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
  suspended_at timestamptz,
  -- E.164.
  phone text check (phone ~ '^\+[1-9][0-9]{1,14}$'),
  locale text not null default 'en',
  email_notifications boolean not null default true,
  push_notifications boolean not null default true,
  data_alerts boolean not null default true,
  -- When the member agreed to marketing mail; null without consent.
  marketing_consent_at timestamptz,
  private_profile boolean not null default false,
  -- AES-256-GCM: nonce, ciphertext and tag in base64url, under a key derived from APP_SECRET.
  totp_secret text,
  totp_enabled_at timestamptz,
  -- The last time step that was used: a code works once.
  totp_last_step bigint,
  -- When the member chose that the password alone no longer signs in, with a passkey in the place of an app.
  passkey_factor_at timestamptz,
  has_two_factor boolean not null generated always as
    (totp_enabled_at is not null or passkey_factor_at is not null) stored,
  paused_at timestamptz,
  paused_reason text,
  -- Read by the member.
  paused_text text,
  -- When the member left: every personal field is erased, the row keeps its random id.
  erased_at timestamptz,
  -- What an admin may do, see ROLE_PERMISSIONS.
  staff_role text check (staff_role in ('owner', 'finance', 'support', 'read_only')),
  -- The site elsewhere (its id in the settings) that gave the role and may change it; null for one that was given here.
  staff_role_from text,
  -- Since when somebody's role, password and address are what they are, as far as that counts for approvals: for some time
  -- after it they are none of the two people. Null: no such time, as for who was made staff at the command line.
  approver_since timestamptz,
  -- Suspensions have a reason and a text that the member reads, as pauses have.
  suspended_reason text,
  suspended_text text,
  -- Mailboxes that the member moved away from while paused or in debt, under HMAC: see departures.
  left_mailboxes bytea[] not null default '{}',
  check ((paused_at is null) = (paused_reason is null) and (paused_at is null) = (paused_text is null)),
  constraint users_staff_role_check1 check (is_admin = (staff_role is not null)),
  constraint users_staff_role_from_check check (staff_role_from is null or staff_role is not null)
)
-- Room on each page for the next version of a row: a credit moves a balance, and where the new version fits beside the old
-- one, none of the many indexes is written.
with (fillfactor = 85);

-- One mailbox has many spellings: what follows a plus sign, and at Google's mail dots, change nothing.
create function payout_mailbox(email text) returns text language sql immutable parallel safe as $$
  select case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end
$$;

create index users_payout_mailbox on users (payout_mailbox(email));

create index users_left_mailboxes on users using gin (left_mailboxes) where left_mailboxes <> '{}';

-- Orders of the list of members who have not left. None of these columns changes when points are credited, so that the
-- row of a member is still rewritten in place; the order by points has a table of its own, ledger_balances.
create index users_listed_created on users (created_at, id) where erased_at is null;
create index users_listed_cash on users (cash_rewarded_cents, id) where erased_at is null;
create index users_listed_rewarded on users (coalesce(last_rewarded_at, '-infinity'), id) where erased_at is null;
create index users_listed_name on users (lower(name), id) where erased_at is null;
-- The few of each kind.
create index users_listed_paused on users (id) where erased_at is null and paused_at is not null;
create index users_listed_suspended on users (id) where erased_at is null and suspended_at is not null;
create index users_listed_admin on users (id) where erased_at is null and is_admin;
create index users_listed_unconfirmed on users (id) where erased_at is null and not email_verified;

-- What a member is found by: the words of the name, and the address by its beginning.
create index users_listed_words on users using gin (to_tsvector('pg_catalog.simple'::regconfig, name))
  where erased_at is null;
create index users_listed_email on users (email text_pattern_ops) where erased_at is null;

-- Their sum is how many rows `users` has. Every statement that adds members adds a row here, so that no sign-up waits for
-- another; a job makes one row of all.
create table member_counts (
  id bigint generated always as identity primary key,
  members integer not null
);
create function count_members() returns trigger language plpgsql as $$
begin
  insert into member_counts (members)
  select case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
  return null;
end $$;
create trigger users_count_added after insert on users referencing new table as changed
  for each statement execute function count_members();
create trigger users_count_removed after delete on users referencing old table as changed
  for each statement execute function count_members();

create table sessions (
  -- SHA-256 (hex) of the token; the token itself is only ever in the member's cookie.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When its member last proved who they are; null: another site signed them in and did not say when it asked.
  authenticated_at timestamptz default now(),
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  -- When the second factor was last proven in this session; null: never. A member with two-factor sign-in is fresh only
  -- while both this and authenticated_at, the time of the password, are of the last minutes.
  second_factor_at timestamptz,
  -- When a passkey was last used in this session; null: never.
  passkey_at timestamptz
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

create table email_change_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  -- HMAC-SHA-256 of member, address and code under a key of the server.
  code text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  used boolean not null default false,
  attempts integer not null default 0
);
create index email_change_codes_user_id on email_change_codes (user_id, created_at desc);

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

create table backup_codes (
  -- SHA-256 (hex) of a code of 120 random bits.
  code text primary key,
  user_id uuid not null references users on delete cascade,
  used_at timestamptz
);
create index backup_codes_user_id on backup_codes (user_id);

create table passkeys (
  -- The credential's id as its authenticator made it, in base64url: up to 1,023 bytes.
  id text primary key check (length(id) <= 1364),
  user_id uuid not null references users on delete cascade,
  -- COSE key (RFC 9052).
  public_key bytea not null,
  -- The authenticator's count of signatures; 0 for those that do not count.
  counter bigint not null check (counter >= 0),
  -- How a browser reaches the authenticator: `internal`, `hybrid`, `usb` and others.
  transports text[] not null,
  -- Kept by an account of its vendor and so on several devices.
  synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

-- Accounts at other sites by which members sign in.
create table identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The other site's id in the settings.
  provider text not null,
  -- What names the person for ever (OpenID Connect Core, 2).
  issuer text not null,
  subject text not null,
  -- The address there when it was linked, if the other site had confirmed it.
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject),
  unique (user_id, provider)
);

-- Visits to other sites that were finished, and what came of them: each is worth one use.
create table identity_answers (
  -- SHA-256 of its id.
  id bytea primary key,
  expires_at timestamptz not null
);
create index identity_answers_expires_at on identity_answers (expires_at);

-- Challenges that were answered: each is worth one answer.
create table passkey_challenges (
  id bytea primary key,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- ---------------------------------------------------------------- trust

-- The three columns of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

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

-- Where a member has signed in from, so that only a new device is worth a mail. Forgotten when unused.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  -- Browser and system in words, without versions.
  device text not null,
  -- The network of the address: its /24, for IPv6 its /64.
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, device, network)
);
create index known_devices_network on known_devices (network);

-- What looked unusual about a member, with named facts: never a verdict.
create table trust_signals (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  signal text not null,
  details jsonb not null,
  created_at timestamptz not null default now()
);
create index trust_signals_user_id on trust_signals (user_id, created_at desc);

create table appeals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The pause or suspension that it answers.
  paused_at timestamptz not null,
  reason text not null,
  text text not null,
  created_at timestamptz not null default now(),
  decision text check (decision in ('granted', 'kept')),
  answer text,
  decided_at timestamptz,
  decided_by uuid,
  -- Who works on it, for a quarter of an hour at a time.
  owner_id uuid,
  owned_until timestamptz,
  kind text not null default 'pause' check (kind in ('pause', 'suspension')),
  unique (user_id, paused_at)
);
create index appeals_open on appeals (created_at) where decided_at is null;

-- Who left while paused, suspended or in debt, by nothing but their mailboxes under HMAC: a new account there meets it again.
create table departures (
  id uuid primary key default gen_random_uuid(),
  mailboxes bytea[] not null,
  left_at timestamptz not null default now(),
  paused_reason text,
  suspended_reason text,
  points_owed integer not null default 0 check (points_owed >= 0)
);
create index departures_mailboxes on departures using gin (mailboxes);

-- What admins changed about the rules of RISK_RULES; a rule without a row is as written there.
create table risk_rules (
  id text primary key,
  enabled boolean not null,
  parameters jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid not null
);

-- ---------------------------------------------------------------- ledger

-- A transfer moves whole points or whole US cents from one account to another. Accounts are names:
-- member:<id>, wall:<id>, missions, credits:held, payouts:held, payouts:paid, awards,
-- adjustments.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  -- Ordered by its bytes, as ids are: a range of ids is a range of keys.
  key text collate "C" not null unique,
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
-- The rest of a member's transfers: what the balance is made of is summed from them, and credits are summed by the roll-up.
create index ledger_transfers_member_other on ledger_transfers (member_id, id desc)
  where member_id is not null and kind <> 'credit';
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

-- ledger_post, ledger_post_credits, credit_postbacks and tell_credits look up a few rows by their keys in tables that grow
-- fast. A plan that was made while a table was small must not read all of it, and planning each of their statements anew
-- would take longer than running it: hence their settings.

-- Posts transfers in their order and moves the cached balances with them. Input: a JSON array of
-- {key, unit, from, to, amount, kind, reference, reason, reverses, actor, mayOverdraw}.
-- A key that exists with the same content is skipped; with other content it raises PF003. A member's
-- balance that would fall below zero raises PF001 unless mayOverdraw; an unknown member raises PF004. Members are locked in
-- id order. Answers one row per transfer that it posted.
-- One transfer after the other, as there are rarely more than two: sets of them cost twice as much.
create function ledger_post(transfers jsonb)
returns table (id bigint, key text, member_id uuid, balance_after integer)
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- The short way of ledger_post for credits of points, many at once: element i of each array is one transfer from
-- `accounts` to `members`. The caller holds the members locked, and no key may exist: one that does is a unique violation.
-- Answers one row per transfer, in their order.
create function ledger_post_credits(keys text[], accounts text[], members uuid[], amounts integer[], reference_ids text[])
returns table (id bigint, member_id uuid, amount integer, balance_after integer)
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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

-- Sums of transfers by quarter of an hour (every time zone differs from UTC by whole quarters) and by what they moved
-- between, members taken together. A job adds what is new, see server/domain/ledger/roll-up.ts.
create table ledger_slots (
  slot timestamptz not null,
  unit text not null,
  kind text not null,
  -- `member`, or the account as ledger_transfers names it.
  from_side text not null,
  to_side text not null,
  transfers integer not null,
  amount bigint not null,
  primary key (slot, unit, kind, from_side, to_side)
);
-- When something last came from an account.
create index ledger_slots_from on ledger_slots (from_side, kind, slot);

-- The sums of all slots, however many there are.
create table ledger_totals (
  unit text not null,
  kind text not null,
  from_side text not null,
  to_side text not null,
  transfers bigint not null,
  amount bigint not null,
  primary key (unit, kind, from_side, to_side)
);

-- Points of each member as of the last roll-up. An index on users.points would make every credit rewrite all indexes
-- of users.
create table ledger_balances (
  user_id uuid primary key references users on delete cascade,
  points integer not null,
  -- Credits up to the mark of the roll-up and their points, without those that were reversed.
  credits integer not null default 0,
  credited_points bigint not null default 0
);
create index ledger_balances_points on ledger_balances (points, user_id);

create function ledger_open_balances() returns trigger language plpgsql as $$
begin
  insert into ledger_balances (user_id, points) select id, points from opened;
  return null;
end $$;
create trigger users_open_balances after insert on users referencing new table as opened
  for each statement execute function ledger_open_balances();

-- How far the roll-up has come. Transfers get their ids before they are committed, so an id below may still appear: ids
-- up to `pending_to` are settled once the transactions that were writing at that time, `pending_writers`, have ended.
create table ledger_rollup (
  single boolean primary key default true check (single),
  rolled_to bigint not null default 0,
  pending_to bigint not null default 0,
  pending_writers text[] not null default '{}'
);
insert into ledger_rollup default values;

-- ---------------------------------------------------------------- earning: walls and their postbacks

-- The pseudonymous code by which a wall knows a member.
create table wall_members (
  wall text not null,
  code text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  -- What this wall may be told besides the code: empty if the member refused, null if they were not asked yet.
  shared_fields text[] check (shared_fields <@ '{email,name}'),
  sharing_decided_at timestamptz check ((shared_fields is null) = (sharing_decided_at is null)),
  primary key (wall, code),
  unique (wall, user_id)
);
-- A transaction id that is a member's code at any wall is refused, as are the codes of members who have left: they know
-- them still. Of those a hash is kept: a code is random and says nothing of whose it was.
create index wall_members_code on wall_members (code);

-- A transaction id that is a member's code at any wall is refused, as are the codes of members who have left: they know
-- them still. Of those a hash is kept: a code is random and says nothing of whose it was.
create table former_wall_codes (code_hash bytea primary key);
create function keep_former_wall_code() returns trigger language plpgsql as $$
begin
  insert into former_wall_codes (code_hash) values (sha256(convert_to(old.code, 'UTF8'))) on conflict do nothing;
  return null;
end $$;
create trigger keep_former_wall_code after delete on wall_members for each row execute function keep_former_wall_code();

-- One row per provider transaction. A reversal moves its status; it never adds a second row. The ledger's keys name a
-- transaction by its id here, so that they grow with time: that a wall's id of it is credited once rests on this table.
create table webhook_transactions (
  id uuid primary key default gen_random_uuid(),
  transaction_id text not null,
  provider text not null,
  user_id uuid references users on delete set null,
  -- held: the wall's entry asks for a time in which it can take a credit back before it counts. Its points wait on the
  -- account `credits:held`; a job gives them to the member when `held_until` is over.
  -- reversed_early: the reversal came first; the credit that follows nets to zero.
  status text not null check (status in ('held', 'credited', 'reversed', 'reversed_early')),
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
  -- What the call says that the wall pays the site for the credit, in whole millionths of a dollar; null where it does not say.
  revenue_usd_micros bigint check (revenue_usd_micros >= 0),
  -- It stays as it was when the points have counted.
  held_until timestamptz,
  -- What the call says it is about. It decides no money: most proofs do not cover it. `click_id` may be the click of another
  -- member, and names one only together with `user_id`.
  click_id uuid,
  offer_id text,
  goal_id text,
  goal_name text,
  unique (provider, transaction_id),
  constraint webhook_transactions_held_check check (status <> 'held' or held_until is not null)
);
create index webhook_transactions_reference on webhook_transactions (provider, reference) where reference is not null;
create index webhook_transactions_reversed_by on webhook_transactions (provider, reversed_by)
  where reversed_by is not null;
create index webhook_transactions_click on webhook_transactions (click_id) where click_id is not null;
-- Those of a member are found by their tasks, which have the same ids; one that waits for its credit has no task.
create index webhook_transactions_early on webhook_transactions (user_id) where status = 'reversed_early';
-- In the order in which their usage data are forgotten.
create index webhook_transactions_usage on webhook_transactions (created_at)
  where raw_payload is not null or source_ip is not null;
create index webhook_transactions_held on webhook_transactions (held_until, id) where status = 'held';

-- A transaction that was credited once could be credited again under another row: it stays, with what names it. A reversal
-- that waits for its credit has moved nothing.
create function webhook_transaction_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a provider transaction keeps its row and its names' using errcode = 'PF002';
end $$;
create trigger webhook_transactions_stay before delete on webhook_transactions
  for each row when (old.status <> 'reversed_early') execute function webhook_transaction_refuse_change();
create trigger webhook_transactions_keep_names before update of id, provider, transaction_id on webhook_transactions
  for each row when ((old.id, old.provider, old.transaction_id) is distinct from (new.id, new.provider, new.transaction_id))
  execute function webhook_transaction_refuse_change();
create trigger webhook_transactions_no_truncate before truncate on webhook_transactions
  for each statement execute function webhook_transaction_refuse_change();

create table tasks (
  -- A task of a wall has the id of its provider transaction.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  task_type text not null,
  points_earned integer not null check (points_earned >= 0),
  completed_at timestamptz not null default now(),
  wall text,
  title text,
  reversed_at timestamptz,
  -- The points are pending until then; null once they count or were taken back.
  held_until timestamptz,
  constraint tasks_held_check check (held_until is null or reversed_at is null)
);
create index tasks_user_id on tasks (user_id, completed_at desc);
-- A credit that counts at once is not in it.
create index tasks_held on tasks (user_id) where held_until is not null;
-- What was completed lately stands at the end of the table. Per part of the table and not per row, so that a credit does not
-- write it.
create index tasks_completed_at on tasks using brin (completed_at) with (autosummarize = on);

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
  received_at timestamptz not null default now(),
  -- A call that says the same of the same transaction again is counted here and not kept again: whoever has captured
  -- one can send it without end. Forged calls have a cap of their own (server/domain/earning/intake/forged-cap.ts).
  times integer not null default 1,
  last_received_at timestamptz not null default now(),
  -- A credit and its reversal never say the same: both may be unmatched, and both have to be replayed.
  reversal boolean not null default false
);
create index postback_log_wall on postback_log (wall, received_at desc);
create index postback_log_received_at on postback_log (received_at);
create index postback_log_parked on postback_log (received_at) where verdict = 'unknown_user' and replayed_at is null;
-- What is logged of a member is erased and exported with them.
create index postback_log_member_code on postback_log (member_code) where member_code is not null;
-- How many calls without proof are in the log of today. No other call is written to it.
create index postback_log_unproven on postback_log (received_at, wall, id) where verdict = 'bad_signature';
create unique index postback_log_repeats on postback_log (wall, verdict, transaction_id, member_code, reversal)
  nulls not distinct where verdict <> 'bad_signature' and member_code is not null;

-- A proof of a wall whose signed parts stand side by side would fit other values too, cut at another place. It proves the
-- values that it was seen with first (server/domain/earning/intake/bind-proofs.ts). Digests of 16 bytes.
create table postback_proofs (
  wall text not null,
  proof bytea not null,
  covered bytea not null,
  primary key (wall, proof)
);

-- Walls that are not shown to members for a while. Their postbacks are still taken: members have earned them.
create table wall_pauses (
  wall text primary key,
  -- For staff.
  reason text not null,
  paused_by uuid not null,
  paused_at timestamptz not null default now()
);

-- ---------------------------------------------------------------- earning: feeds

-- The catalogue of a wall, as its vendor publishes it: how its pulls fare. What a pull is doing now is in its lease.
create table feeds (
  wall text primary key,
  -- Of the definition, hosts, rate and cap with which the catalogue was read; another one makes the answer a new one.
  setup text not null default '',
  lease uuid,
  leased_until timestamptz,
  next_at timestamptz not null default now(),
  tried_at timestamptz,
  -- When the vendor last confirmed the catalogue, and when it last sent all of it.
  pulled_at timestamptz,
  read_at timestamptz,
  etag text,
  last_modified text,
  -- Why the last pull brought no catalogue; null if it did.
  fault text check (fault in ('timeout', 'connection', 'redirect', 'refused', 'throttled', 'status', 'unreadable',
    'too_large', 'endless', 'fewer', 'interrupted')),
  fault_status integer,
  failures integer not null default 0,
  -- Since when the vendor has sent far fewer offers than the catalogue has.
  fewer_since timestamptz,
  -- Of the last answer that was read.
  offers integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  gone integer not null default 0,
  returned integer not null default 0,
  -- [{ reason, count, examples: [{ offerId, detail }] }], see server/domain/earning/feeds/left-out.ts
  left_out jsonb not null default '[]'
);

create table feed_offers (
  wall text not null references feeds,
  offer_id text not null,
  -- Counts the states of the offer that this site has seen.
  revision integer not null default 1,
  version text,
  digest text not null,
  title text not null,
  description text not null,
  requirements text[] not null,
  disclaimer text,
  things_to_know text,
  icon_url text,
  categories text[] not null,
  -- Null: all.
  countries text[],
  states jsonb not null,
  devices text[],
  systems jsonb not null,
  -- Null where a goal has no fixed amount.
  total_points integer,
  support_url text,
  confirmation text,
  epc numeric,
  updated_at text,
  -- Until when the vendor says that it can be started.
  ends_at timestamptz,
  click_template text not null,
  -- Of its goals: how many, and whether one asks for money.
  steps integer not null,
  purchase boolean not null,
  first_seen_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  left_at timestamptz,
  -- What the rules of staff say of it: offer_rules.
  hidden boolean not null default false,
  featured integer not null default 0 check (featured in (0, 1)),
  only_countries text[],
  new_member_days integer,
  -- What members see for the company's own categories: offer_categories.
  shown_categories text[] not null default '{other}',
  -- Members who got points for it: of offer_results.
  credited integer not null default 0,
  primary key (wall, offer_id)
);
-- In the orders of the members' list, which reads no more than a page of them.
create index feed_offers_points on feed_offers (featured desc, coalesce(total_points, 0) desc, wall desc, offer_id desc)
  where left_at is null;
create index feed_offers_newest on feed_offers (first_seen_at desc, wall desc, offer_id desc) where left_at is null;
create index feed_offers_effort on feed_offers (steps, (-coalesce(total_points, 0)), wall, offer_id) where left_at is null;
create index feed_offers_popular on feed_offers (credited desc, coalesce(total_points, 0) desc, wall desc, offer_id desc)
  where left_at is null;
create index feed_offers_icon on feed_offers (icon_url) where icon_url is not null;

-- What staff decide about offers: all that is set must hold of an offer.
create table offer_rules (
  id uuid primary key default gen_random_uuid(),
  wall text,
  offer_id text,
  category text,
  words text,
  points_below integer,
  purchase boolean,
  effect text not null check (effect in ('hide', 'feature', 'limit')),
  -- Of a limit: only there, and only members who signed up so many days ago at most.
  countries text[],
  new_member_days integer,
  reason text not null,
  ends_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  check (offer_id is null or wall is not null),
  check (effect <> 'feature' or offer_id is not null),
  check ((effect = 'limit') = (countries is not null or new_member_days is not null))
);

-- What members see for a company's word of a category, where staff decided it.
create table offer_categories (
  wall text not null,
  -- In small letters.
  word text not null,
  category text not null check (category in ('games', 'apps', 'surveys', 'sign_ups', 'trials', 'finance', 'shopping', 'videos',
    'other')),
  primary key (wall, word)
);

create table feed_goals (
  wall text not null,
  offer_id text not null,
  -- Empty for the one step of an offer without goals.
  goal_id text not null,
  place integer not null,
  name text not null,
  description text,
  -- Null: no fixed amount.
  points integer,
  usd_micros bigint,
  -- As the vendor counts them.
  "order" integer,
  non_linear boolean not null,
  purchase boolean not null,
  repeatable boolean not null,
  paid boolean not null,
  deadline_seconds integer,
  primary key (wall, offer_id, goal_id),
  foreign key (wall, offer_id) references feed_offers on delete cascade
);

-- Small copies of the pictures of offers, by the SHA-256 of their bytes: pages load them from this site alone.
create table offer_pictures (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (octet_length(bytes) between 1 and 32768),
  kept_at timestamptz not null default now()
);

-- The addresses of pictures that offers name, and the picture that each brought last.
create table offer_picture_sources (
  url text primary key,
  hash text references offer_pictures on delete set null,
  -- Why it brought none when it was last asked; null if it did, or was not asked yet.
  fault text check (fault in ('address', 'broken', 'connection', 'full', 'kind', 'library', 'redirect', 'status', 'timeout',
    'too_large')),
  failures integer not null default 0,
  -- When it is asked next.
  next_at timestamptz not null default now()
);
create index offer_picture_sources_hash on offer_picture_sources (hash);
create index offer_picture_sources_next_at on offer_picture_sources (next_at);

-- Offers of a pull that is under way; `offer` is null where the catalogue has it like this already. Lost in a crash, as the
-- pull is.
create unlogged table feed_staged (
  pull uuid not null,
  offer_id text not null,
  digest text not null,
  offer jsonb,
  staged_at timestamptz not null default now(),
  primary key (pull, offer_id)
);

-- ---------------------------------------------------------------- earning: offers that members started

-- Each time that a member went from this site to an offer: what was promised then, whatever becomes of the catalogue. The
-- vendor is told the id, and tells it back with its postbacks.
create table offer_clicks (
  -- UUID version 7: it grows with time.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  wall text not null,
  offer_id text not null,
  -- The state of the offer: as this site counts it, by the vendor's name, and by its content.
  revision integer not null,
  version text,
  digest text not null,
  title text not null,
  -- [{ goalId, name, points, paid, repeatable, deadlineSeconds }], see server/domain/earning/offers/progress.ts
  goals jsonb not null check (jsonb_typeof(goals) = 'array' and octet_length(goals::text) <= 262144),
  -- The kind of device and the country that the offer was shown for; null where they are not known.
  device text,
  country text,
  started_at timestamptz not null default now(),
  -- When the last of its goals can no longer be reached; null where the vendor does not say.
  expires_at timestamptz,
  -- When to look whether the member is to be reminded of a deadline; null: no more.
  remind_at timestamptz,
  kept_until timestamptz not null
);
create index offer_clicks_member on offer_clicks (user_id, id);
create index offer_clicks_offer on offer_clicks (user_id, wall, offer_id, id);
create index offer_clicks_started_at on offer_clicks (started_at);
create index offer_clicks_kept_until on offer_clicks (kept_until);
create index offer_clicks_remind_at on offer_clicks (remind_at) where remind_at is not null;

-- Proven calls that moved no points and say how far a member is: once each, whatever their transaction is called.
create table offer_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  wall text not null,
  -- pending: the vendor has not decided yet. step: a step that pays nothing was reached.
  kind text not null check (kind in ('pending', 'step')),
  click_id uuid,
  offer_id text,
  goal_id text,
  goal_name text,
  transaction_id text,
  received_at timestamptz not null default now(),
  unique nulls not distinct (user_id, wall, kind, click_id, offer_id, goal_id)
);
create index offer_events_received_at on offer_events (received_at);

-- What came of the offers that members started within 30 days, counted once an hour. Of calls that name a click.
create table offer_results (
  wall text not null,
  offer_id text not null,
  -- As it was called at the last click.
  title text not null,
  -- Members who started it, who got points for a step, and of whom some were taken back.
  started integer not null,
  credited integer not null,
  reversed integer not null,
  -- From the click to the first points, of the member in the middle.
  median_seconds integer,
  -- Of the steps that paid and have a fixed amount: points as promised at the click, points as they came.
  promised bigint not null,
  paid bigint not null,
  -- Steps that paid less than promised.
  paid_less integer not null,
  primary key (wall, offer_id)
);
create index offer_results_started on offer_results (wall, started desc, offer_id);
create index offer_results_missing on offer_results (wall, (promised - paid) desc, offer_id);

-- Offers that members keep for later. They go with the offer, once it has left for good.
create table offer_favourites (
  user_id uuid not null references users on delete cascade,
  wall text not null,
  offer_id text not null,
  added_at timestamptz not null default now(),
  primary key (user_id, wall, offer_id),
  foreign key (wall, offer_id) references feed_offers on delete cascade
);
create index offer_favourites_offer on offer_favourites (wall, offer_id);

-- ---------------------------------------------------------------- earning: missions

-- Offers of our own.
create table missions (
  id uuid primary key default gen_random_uuid(),
  -- Name of an example that comes with the product; null for the site's own missions.
  example text unique,
  kind text not null check (kind in ('video', 'survey', 'app_install', 'sign_up', 'browse')),
  title text not null,
  description text not null,
  instructions text[] not null,
  points integer not null check (points > 0),
  difficulty text not null check (difficulty in ('easy', 'medium')),
  status text not null check (status in ('draft', 'active', 'paused', 'ended')),
  -- Set if members read of it while it is a draft.
  announced boolean not null default false,
  -- Members who may complete it per day (UTC) and in all; null for no limit.
  daily_cap integer check (daily_cap >= 0),
  total_cap integer check (total_cap >= 0),
  position integer not null default 0,
  -- A shape per kind, see contract/missions.ts.
  content jsonb not null check (content ->> 'kind' = kind),
  -- Language -> the original text -> the text in that language, see contract/translations.ts.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One member with one mission, once.
create table mission_attempts (
  id uuid primary key default gen_random_uuid(),
  mission_id uuid not null references missions,
  user_id uuid not null references users on delete cascade,
  -- What was promised at the start.
  points integer not null check (points > 0),
  started_at timestamptz not null default now(),
  -- Until then one of the mission's places is kept for it.
  reserved_until timestamptz not null,
  -- By which an advertiser tells of it.
  click_id text not null unique,
  -- The clock of a timed mission: what is counted, the page that counts, and since when that page's time runs.
  counted_ms integer not null default 0 check (counted_ms >= 0),
  view text,
  running_since timestamptz,
  completed_at timestamptz,
  -- The advertiser took it back; before it was completed: a confirmation that follows pays nothing.
  reversed_at timestamptz,
  task_id uuid unique references tasks,
  unique (mission_id, user_id),
  check ((completed_at is null) = (task_id is null))
);
create index mission_attempts_user_id on mission_attempts (user_id);
create index mission_attempts_completed on mission_attempts (mission_id, completed_at);
create index mission_attempts_kept on mission_attempts (mission_id, reserved_until) where completed_at is null;

create table mission_answers (
  attempt_id uuid not null references mission_attempts on delete cascade,
  question text not null,
  answer text not null,
  answered_at timestamptz not null default now(),
  primary key (attempt_id, question)
);

-- Messages of advertisers, with their verdicts.
create table mission_postbacks (
  id bigint generated always as identity primary key,
  advertiser text not null,
  verdict text not null,
  click_id text,
  attempt_id uuid references mission_attempts on delete set null,
  source_ip text not null,
  -- The parameters as received, without the signature.
  raw text not null,
  received_at timestamptz not null default now(),
  -- A proven message that says the same of the same click again is counted and not kept again.
  times integer not null default 1,
  last_received_at timestamptz not null default now()
);
create index mission_postbacks_attempt_id on mission_postbacks (attempt_id);
create unique index mission_postbacks_repeats on mission_postbacks (advertiser, verdict, click_id)
  where verdict <> 'bad_signature';

-- What a mission pays and what proves it; the same for the same terms, whatever the order of the keys of the content.
create function mission_digest(points integer, daily_cap integer, total_cap integer, content jsonb) returns text
  language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(points, daily_cap, total_cap, content)::text, 'utf8')), 'hex')
$$;

-- ---------------------------------------------------------------- earning: claims

-- A reward that a member misses: of an offer on a wall, or of a mission.
create table reward_claims (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  wall text,
  mission_id uuid references missions,
  title text not null,
  happened_at timestamptz not null,
  text text not null,
  created_at timestamptz not null default now(),
  decision text check (decision in ('granted', 'refused')),
  answer text,
  -- What was credited for it.
  points integer check (points > 0),
  decided_at timestamptz,
  decided_by uuid,
  -- The task that it is about, and the one that it brought.
  task_id uuid references tasks on delete set null,
  -- The click that it is about, and how that stood when the claim was filed, as this site knew it:
  -- { offerId, startedAt, promisedPoints, paidPoints, goals }, see contract/claims.ts
  click_id uuid references offer_clicks on delete set null,
  offer jsonb check (octet_length(offer::text) <= 262144),
  granted_task_id uuid references tasks on delete set null,
  -- Who works on it, for a quarter of an hour at a time.
  owner_id uuid,
  owned_until timestamptz,
  check ((wall is null) <> (mission_id is null)),
  check ((decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'granted') = (points is not null))
);
create index reward_claims_user_id on reward_claims (user_id, created_at desc);
create index reward_claims_open on reward_claims (created_at) where decided_at is null;
create index reward_claims_task_id on reward_claims (task_id) where task_id is not null;
create index reward_claims_click_id on reward_claims (click_id) where click_id is not null;
create index reward_claims_granted_task_id on reward_claims (granted_task_id) where granted_task_id is not null;

-- ---------------------------------------------------------------- earning: what walls pay and how their credits usually are

-- What walls say that they pay the site, rolled up as ledger_slots is: by quarter of an hour of the transfer that credited
-- the member (`credit`) or took that back (`reversal`). Only credits whose call named it. A job adds what is new, see
-- server/domain/earning/revenue/roll-up-revenue.ts.
create table wall_revenue_slots (
  slot timestamptz not null,
  wall text not null,
  kind text not null,
  transfers integer not null,
  usd_micros bigint not null,
  primary key (slot, wall, kind)
);

-- How far that has come, never beyond the roll-up of the ledger.
create table wall_revenue_rollup (
  single boolean primary key default true check (single),
  rolled_to bigint not null default 0
);
insert into wall_revenue_rollup default values;

-- What members earned on each wall, by UTC day of the transfer that gave the points or, where they are pending at first,
-- held them. A job adds what is new, see server/domain/earning/monitoring/wall-days.ts. Credits are counted whether they were
-- taken back later or not; `named` are those whose call said what the wall pays.
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
  -- Of the member who earned most that day.
  top_points bigint not null default 0,
  -- Steps of started offers whose last call came that day and that had a fixed amount; those that paid less than promised.
  steps bigint not null default 0,
  steps_paid_less bigint not null default 0,
  primary key (wall, day)
);

-- The same by member, for the last two days: it tells who earned most.
create table wall_member_days (
  wall text not null,
  day date not null,
  user_id uuid not null references users,
  points bigint not null,
  primary key (wall, day, user_id)
);
create index wall_member_days_user_id on wall_member_days (user_id);

-- How far that has come, never beyond the roll-up of the ledger.
create table wall_watch_rollup (
  single boolean primary key default true check (single),
  rolled_to bigint not null
);
insert into wall_watch_rollup (rolled_to) values (0);

-- Days on which the credits of a wall left their own pattern. What `value`, `usual` and `threshold` count depends on the
-- kind, see server/domain/earning/monitoring/judge-day.ts.
create table wall_alarms (
  id bigint generated always as identity primary key,
  wall text not null,
  kind text not null check (kind in ('points', 'points_per_credit', 'member', 'unnamed', 'flagged', 'cost', 'underpaid')),
  day date not null,
  value bigint not null,
  -- Null where the wall has too few days behind it.
  usual bigint,
  threshold bigint not null,
  -- The member who earned most, where the alarm is about one.
  user_id uuid references users,
  raised_at timestamptz not null default now(),
  -- When an admin said that they had looked at it, and how far it had come then.
  seen_at timestamptz,
  seen_by uuid,
  seen_value bigint,
  note text,
  unique (wall, kind, day)
);
create index wall_alarms_open on wall_alarms (raised_at) where seen_at is null;
create index wall_alarms_user_id on wall_alarms (user_id) where user_id is not null;

-- ---------------------------------------------------------------- redemption

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
  -- Which providers there are is a matter of the site's settings. Null: the one that the setting PAYOUT_PROVIDER names for
  -- the tier.
  provider text check (provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- The provider's names of what the member may choose from.
  product_ids text[] not null default '{}',
  -- ISO 3166-1 alpha-2; empty for everywhere.
  regions text[] not null default '{}',
  -- As those of missions.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- A small WebP that pages show beside the title, and its SHA-256, which its path names; null for the drawing of the kind.
  picture bytea check (octet_length(picture) between 1 and 32768),
  picture_hash text generated always as (encode(sha256(picture), 'hex')) stored,
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
create index rewards_picture_hash on rewards (picture_hash);
insert into rewards (kind, key, title, description, amount_cents, status, position) values
  ('prepaid_card', '1USD', 'Prepaid card', '', 100, 'active', 0),
  ('prepaid_card', '5USD', 'Prepaid card', '', 500, 'active', 1),
  ('prepaid_card', '10USD', 'Prepaid card', '', 1000, 'active', 2),
  ('prepaid_card', '20USD', 'Prepaid card', '', 2000, 'active', 3);

-- Cash that staff give, as a card.
create table cash_rewards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  card_tier text not null,
  stripe_card_id text,
  -- awaiting_approval and declined are states before there is a redemption; the others are the redemption's.
  status text not null default 'pending' check (status in ('awaiting_approval', 'declined', 'pending', 'processing',
    'review', 'issued', 'failed', 'expired', 'reversed')),
  created_at timestamptz not null default now(),
  -- The admin who gave it, and the browser's name of that request: repeated, it is the same award.
  awarded_by uuid,
  request_id text,
  -- Read by the member.
  reason text,
  unique (awarded_by, request_id)
);
create index cash_rewards_user_id on cash_rewards (user_id, created_at desc);

-- Points on their way to a reward.
create table card_redemptions (
  id uuid primary key default gen_random_uuid(),
  -- Stays after an account is erased: the evidence keeps its random id.
  user_id uuid not null,
  -- Only prepaid cards have one.
  card_tier text,
  -- Whole US cents.
  amount_cents integer not null check (amount_cents > 0),
  points_used integer not null,
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
  -- Since when the provider's answer to a call that may have paid out is missing.
  unanswered_since timestamptz,
  -- Nobody works on it until leased_until: news of it may end the pause.
  resting boolean not null default false,
  -- News came while a worker had it, who may have looked before: the next run comes at once.
  woken boolean not null default false,
  -- The provider's name of the member, kept here too: the reward is found by it after the member has left.
  provider_customer text,
  -- How its owner gets to see it once it is issued.
  reveal text check (reveal in ('details', 'link', 'elements', 'code')),
  reward_id uuid not null references rewards,
  reward_kind text not null,
  -- As it was called when it was chosen.
  reward_title text not null,
  -- What the member could choose from then.
  product_ids text[] not null default '{}',
  -- An award is a redemption that costs its member nothing.
  award_id uuid unique references cash_rewards,
  -- Since when nothing is under way for an open redemption because its member is paused or suspended. Null while a provider
  -- may still have something of it, and once it goes on.
  stopped_at timestamptz,
  unique (user_id, request_id),
  constraint card_redemptions_card_tier_check check ((card_tier is not null) = (reward_kind = 'prepaid_card')),
  constraint card_redemptions_points_used_check check (points_used >= 0 and (points_used = 0) = (award_id is not null))
);
create index card_redemptions_user_id on card_redemptions (user_id, created_at desc);
create index card_redemptions_open on card_redemptions (created_at) where status in ('pending', 'processing', 'review');
-- One card of a provider never answers two redemptions.
create unique index card_redemptions_provider_ref on card_redemptions (provider, provider_ref)
  where provider_ref is not null;
create index card_redemptions_reward_id on card_redemptions (reward_id, status);
-- What waits for a person or for codes, by its promise.
create index card_redemptions_by_hand on card_redemptions (promised_by)
  where provider in ('manual', 'stock') and status in ('pending', 'processing', 'review');

-- Whoever moves the redemption of an award moves the award: no way of settling it can forget to.
create function award_follow() returns trigger language plpgsql as $$
begin
  update cash_rewards set status = new.status, stripe_card_id = new.stripe_card_id where id = new.award_id;
  return null;
end $$;
create trigger card_redemptions_award after insert or update of status, stripe_card_id on card_redemptions
  for each row when (new.award_id is not null) execute function award_follow();

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

-- A postal address without case, spaces and punctuation.
create function payout_address(line1 text, line2 text, postal_code text, country text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(lower(line1 || line2 || postal_code || country), '[[:space:][:punct:]]', '', 'g')
$$;
create index billing_addresses_payout_address
  on billing_addresses (payout_address(line1, line2, postal_code, country));

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

-- ---------------------------------------------------------------- notices

create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id on push_subscriptions (user_id);

-- What a member is told. The key names the fact, so that it is told once; each channel notes when it went out.
create table notices (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  pushed_at timestamptz,
  -- Set while a worker sends it.
  leased_until timestamptz,
  -- Every channel that the member has left open is done.
  delivered_at timestamptz
);
create index notices_user_id on notices (user_id, created_at desc);
create index notices_created_at on notices (created_at);
create index notices_undelivered on notices (created_at) where delivered_at is null;

-- ---------------------------------------------------------------- administration

-- Every action of staff. Each entry holds the hash of the one before, so that none can be changed, removed or slipped in
-- without breaking the chain.
create table audit_entries (
  -- Without a gap, in the order of the chain.
  id bigint primary key,
  at timestamptz not null,
  -- Who: a member's id, `operator` for the command line, or `key:<id>` of another system.
  actor text not null,
  actor_role text not null,
  ip text not null,
  -- The call, as `POST /api/admin/...`, or the command.
  action text not null,
  -- What it was done to: `member`, `redemption`, `mission` ... and its id.
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash bytea not null,
  hash bytea not null,
  -- Of the words about a member that stand in audit_texts; null for an entry without words.
  text_hash bytea
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, id desc);
create index audit_entries_actor on audit_entries (actor, id desc);

-- How the trail is searched, beside by actor and by subject.
create index audit_entries_at on audit_entries (at);
create index audit_entries_action on audit_entries (action, id desc);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only' using errcode = 'PF002';
end $$;
create trigger audit_entries_immutable before update or delete on audit_entries
  for each row execute function audit_refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function audit_refuse_change();

-- Words about a member (why they were paused, what they were answered) stand beside the trail, so that they can be erased
-- with the account. The entry keeps a hash of them under a salt that goes with them: it proves the words while they are
-- there, and nobody can try words against it afterwards.
create table audit_texts (
  -- Of audit_entries, which refuses to be emptied by itself: the check of the trail compares the two.
  entry_id bigint primary key,
  -- Whom they are about. Null where that is gone, and so are the words.
  member_id uuid references users,
  salt bytea,
  text text,
  check ((salt is null) = (text is null) and (member_id is not null or text is null))
);
create index audit_texts_member_id on audit_texts (member_id);

-- Words can be emptied, and nothing else.
create function audit_text_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.text is null and new.salt is null
    and new.entry_id = old.entry_id and new.member_id is not distinct from old.member_id then
    return new;
  end if;
  raise exception 'audit_texts can only be emptied' using errcode = 'PF002';
end $$;
create trigger audit_texts_immutable before update or delete on audit_texts
  for each row execute function audit_text_refuse_change();
create trigger audit_texts_no_truncate before truncate on audit_texts
  for each statement execute function audit_text_refuse_change();

create function audit_text_hash(salt bytea, text text) returns bytea language sql immutable as $$
  select sha256(salt || convert_to(text, 'UTF8'))
$$;

-- SHA-256 over every column but the hash itself. jsonb's text form is canonical: keys are sorted, numbers are kept.
create function audit_hash(entry audit_entries) returns bytea language sql stable as $$
  select sha256(convert_to((jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.actor_role,
    entry.ip, entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason,
    encode(entry.previous_hash, 'hex')) || case when entry.text_hash is null then '[]'
      else jsonb_build_array(encode(entry.text_hash, 'hex')) end)::text, 'UTF8'))
$$;

-- Appends an entry at the end of the chain. One at a time: call it last in a transaction.
create function audit_append(actor text, actor_role text, ip text, action text, subject_kind text, subject_id text,
  before jsonb, after jsonb, reason text, about uuid, words text, salt bytea) returns void language plpgsql as $$
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
end $$;

-- Points that an admin gave or took.
create table points_adjustments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  -- Above zero: given.
  points integer not null check (points <> 0),
  reason_code text not null,
  -- Read by the member.
  text text not null,
  requested_by uuid not null,
  request_id text not null,
  status text not null check (status in ('awaiting_approval', 'declined', 'posted')),
  created_at timestamptz not null default now(),
  unique (requested_by, request_id)
);
create index points_adjustments_user_id on points_adjustments (user_id, created_at desc);

-- What waits for a second admin.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('award', 'adjustment', 'claim', 'mission')),
  -- Id of the award, adjustment, claim or mission.
  subject_id uuid not null,
  -- The member whom it is about; null for a mission, which is about nobody.
  user_id uuid,
  -- {cardTier, amountCents} in cents, or {points, reasonCode}.
  payload jsonb not null,
  requested_by uuid not null,
  reason text not null,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decision text check (decision in ('approved', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  check (num_nulls(decision, decided_by, decided_at) in (0, 3)),
  -- Two people, neither of them the one who gets it.
  constraint approvals_two_people check (decision <> 'approved' or decided_by not in (requested_by, user_id)),
  constraint approvals_user_id_check check ((user_id is null) = (kind = 'mission'))
);
create index approvals_subject_id on approvals (subject_id);
-- Of a claim or a mission each request is another one.
create unique index approvals_subject_id_once on approvals (subject_id) where kind in ('award', 'adjustment');
create index approvals_open on approvals (requested_at) where decision is null;
create index approvals_user_id on approvals (user_id);

-- What each mission was published with, one row each time it changed; the newest is in force.
create table mission_terms (
  id bigint generated always as identity primary key,
  mission_id uuid not null references missions,
  digest text not null,
  points integer not null,
  -- The most that it may pay in all; null for no limit.
  most_points bigint,
  -- Null for the examples of the product.
  published_by uuid,
  -- Above `limit_points` a second admin approved it.
  approval_id uuid references approvals,
  limit_points integer,
  since timestamptz not null default now()
);
create index mission_terms_mission_id on mission_terms (mission_id, id desc);

-- What each admin moved or promised without a second one: awards (a point is a cent), points given, claims granted,
-- missions published (by how much more they may pay).
create table staff_spending (
  -- In the order in which the limits were checked, admin by admin.
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  kind text not null check (kind in ('award', 'adjustment', 'claim', 'mission')),
  -- Id of the award, adjustment, claim or mission.
  subject_id uuid not null,
  points integer not null check (points >= 0),
  -- The limit of an admin and day at that time.
  limit_points integer,
  created_at timestamptz not null default now()
);
create index staff_spending_admin_id on staff_spending (admin_id, created_at);
create index staff_spending_subject_id on staff_spending (subject_id);

create table staff_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  author uuid references users on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index staff_notes_user_id on staff_notes (user_id, created_at desc);

-- Keys by which other systems call the admins' part of the API, each for the admin who made it.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- SHA-256 of the key, which nobody can read again.
  hash bytea not null unique,
  -- The first characters of its random part, to tell keys apart.
  hint text not null,
  -- Some of PERMISSIONS.
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_created_by on api_keys (created_by);

-- ---------------------------------------------------------------- administration: webhooks

-- Addresses of other systems that are told of facts, by signed messages.
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  url text not null,
  description text not null,
  -- Some of WEBHOOK_EVENTS.
  event_types text[] not null check (cardinality(event_types) > 0),
  -- Sealed with AES-256-GCM under a key of the site's secret. The one before it signs too until its time is over.
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  -- Facts from then on are told; null while it is off.
  active_since timestamptz,
  -- staff: an admin switched it off. gone: it answered 410. failing: nothing arrived for days.
  off_reason text check (off_reason in ('staff', 'gone', 'failing')),
  -- The first failure after the last success.
  failing_since timestamptz,
  check ((active_since is null) = (off_reason is not null)),
  check ((previous_secret is null) = (previous_until is null))
);

-- Facts that some endpoint wanted to know when they happened.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  happened_at timestamptz not null,
  -- Null for a test.
  member_id uuid,
  -- A shape per type, see contract/webhook-events.ts: ids, amounts and states.
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- Its deliveries have been written.
  spread_at timestamptz
);
create index webhook_events_unspread on webhook_events (created_at) where spread_at is null;
create index webhook_events_created_at on webhook_events (created_at);
create index webhook_events_member_id on webhook_events (member_id) where member_id is not null;

-- One fact for one endpoint.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- A worker's outcome counts while the number is the one it took.
  tries integer not null default 0,
  -- Tries before it was last asked for again; the schedule counts from there.
  earlier_tries integer not null default 0,
  next_at timestamptz not null default now(),
  -- Set while a worker sends it.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  unique (event_id, endpoint_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where leased_until is not null;
create index webhook_deliveries_listed on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_by_state on webhook_deliveries (endpoint_id, state, id desc);

-- What came of each try.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  at timestamptz not null default now(),
  -- The answer's status, or one of WEBHOOK_FAILURES where there was no answer.
  status integer,
  failure text,
  -- The beginning of the answer's body.
  answer text,
  latency_ms integer not null,
  check ((status is null) = (failure is not null))
);
create index webhook_attempts_delivery_id on webhook_attempts (delivery_id, id desc);

-- How far the ledger has been read for events: never further than `ledger_rollup.rolled_to`, below which nothing can
-- still appear.
create table webhook_cursor (
  single boolean primary key default true check (single),
  read_to bigint not null default 0
);
insert into webhook_cursor default values;

create function webhook_wanted(wanted text) returns boolean language sql stable as $$
  select exists (select from webhook_endpoints where active_since is not null and wanted = any (event_types))
$$;

-- What happens to members and redemptions is noted in its own transaction, whoever causes it. Credits are read from the
-- ledger instead: the intake of postbacks pays nothing for them.
create function webhook_note(event_type text, member uuid, details jsonb) returns void language plpgsql as $$
begin
  if webhook_wanted(event_type) then
    insert into webhook_events (type, happened_at, member_id, data)
    values (event_type, now(), member, jsonb_build_object('memberId', member) || details);
  end if;
end $$;

create function webhook_note_members() returns trigger language plpgsql as $$
begin
  if webhook_wanted('member.created') then
    insert into webhook_events (type, happened_at, member_id, data)
    select 'member.created', now(), id, jsonb_build_object('memberId', id) from opened;
  end if;
  return null;
end $$;
create trigger users_webhooks_created after insert on users referencing new table as opened
  for each statement execute function webhook_note_members();

create function webhook_note_member_change() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    perform webhook_note('member.deleted', new.id, '{}');
  elsif new.paused_at is null then
    perform webhook_note('member.resumed', new.id, '{}');
  else
    perform webhook_note('member.paused', new.id, jsonb_build_object('reason', new.paused_reason));
  end if;
  return null;
end $$;
create trigger users_webhooks_changed after update of erased_at, paused_at on users for each row
  when (old.erased_at is null and (new.erased_at is not null or old.paused_at is distinct from new.paused_at))
  execute function webhook_note_member_change();

-- An award is a redemption that its member did not ask for and paid no points for.
create function webhook_note_redemption() returns trigger language plpgsql as $$
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
    details := details || jsonb_build_object('reason', new.reason);
    if new.award_id is null then
      -- Of a reward that was taken back only where nobody has used it.
      details := details || jsonb_build_object('pointsReturned',
        case when new.status = 'failed' or new.reason = 'withdrawn_unused' then new.points_used else 0 end);
    end if;
    perform webhook_note(subject || '.' || new.status, new.user_id, details);
  end if;
  return null;
end $$;
create trigger card_redemptions_webhooks_requested after insert on card_redemptions for each row
  when (new.award_id is null) execute function webhook_note_redemption();
create trigger card_redemptions_webhooks_settled after update of status on card_redemptions for each row
  when (old.status <> new.status and new.status in ('issued', 'failed', 'reversed'))
  execute function webhook_note_redemption();

-- ---------------------------------------------------------------- what processes keep in memory

-- Tells every process, with the commit, that the table has changed: see database/memory.ts. A trigger sees every change, by hand
-- and by a restore too. Only for tables that change seldom, because transactions that notify are committed one at a time.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', tg_table_name);
  return null;
end $$;
create trigger rewards_tell_change after insert or update or delete or truncate on rewards
  for each statement execute function tell_change();
create trigger wall_pauses_tell_change after insert or update or delete or truncate on wall_pauses
  for each statement execute function tell_change();

-- ---------------------------------------------------------------- the timetable of jobs

-- For which of its times a job of the timetable was last queued, by the database's clock.
create table timetable (
  task text primary key,
  slot timestamptz not null
);

-- How often times of each kind were found that lay too far ahead.
create table mended_times (
  kind text primary key,
  times bigint not null
);

-- What the operator's last proof found (`npm run ops -- audit`).
create table last_proof (
  single boolean primary key default true check (single),
  proven_at timestamptz not null,
  differences integer not null check (differences >= 0)
);

-- The processes that tell others what they commit, right after it. Each holds a lock named after its row, and deletes the
-- row when it has told everything: a row without a lock is of a process that died, see database/announcer.ts.
create table announcers (id uuid primary key);

-- Adds a job as the queue's own `add_job` does (graphile-worker), but without its message: a transaction that sends one
-- waits at its commit for all others that do. The worker is woken after the commit, see database/queue.ts, and looks once a
-- second anyway. `keeps_run_at`: a waiting job of the key keeps its time. database/queue.test.ts compares both functions.
create function queue_job(task text, payload json, job_key text, run_at timestamptz, attempts_max integer, priority integer,
  keeps_run_at boolean) returns void
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- Tells all processes what was committed, in messages of database/live.ts: element i of the first three arrays is one
-- change of a member's balance, `is_credit` if a task came with it. `events` are messages as they are; `jobs` is how many
-- jobs are due; `missed` tells that earlier messages may be missing.
-- The balances are those of now. Without the lock, a balance could be told after a later one. A message of PostgreSQL
-- holds 8,000 bytes.
create function tell_news(members uuid[], changes integer[], are_credits boolean[], events text[], jobs integer,
  missed boolean) returns void
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- ---------------------------------------------------------------- functions of redemptions, over several areas

-- Offers that these members finished in the week before, the newest 50 of each.
create function finished_offers(members uuid[], until timestamptz)
returns table (user_id uuid, provider text, offer_id text, completed_at timestamptz)
  language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select m.id, w.provider, w.offer_id, t.completed_at
  from unnest(members) as m (id)
    cross join lateral (
      select id, completed_at from tasks
      where tasks.user_id = m.id and tasks.completed_at <= until and tasks.completed_at > until - interval '7 days'
      order by tasks.completed_at desc limit 50
    ) t
    join webhook_transactions w on w.id = t.id
  where w.offer_id is not null
$$;

-- Facts for the rules of risk, see server/domain/trust/risk-rules: of each subject {id, userId, at, balance} what was so at
-- that moment, counted over 30 days, and the points of hours over 37. Addresses, mailboxes and devices are today's, since
-- their history is not kept. Every subject is looked up by its keys: see ledger_post.
create function risk_facts(subjects jsonb) returns table (id uuid, facts jsonb)
  language plpgsql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
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
      where payout_mailbox(o.email) = payout_mailbox(u.email) and o.id <> u.id and o.created_at <= s.at),
    'addressMembers', (select count(distinct o.user_id)
      from billing_addresses m join billing_addresses o
        on payout_address(o.line1, o.line2, o.postal_code, o.country) =
          payout_address(m.line1, m.line2, m.postal_code, m.country) and o.user_id <> m.user_id
      where m.user_id = s.user_id),
    'deviceMembers', (select count(distinct o.user_id)
      from known_devices m join known_devices o
        on o.network = m.network and o.device = m.device and o.user_id <> m.user_id
      where m.user_id = s.user_id and m.network <> '' and not m.network::inet <<= any (private_networks)
        and o.seen_at > s.at - interval '30 days'),
    'offerMembers', same_offer.members,
    'tasks', recent.tasks, 'reversals', recent.reversals,
    'busiestHourPoints', speed.busiest_hour_points, 'usualHourPoints', speed.usual_hour_points)
  from (
    select id, "userId" as user_id, at, balance
    from jsonb_to_recordset(subjects) as given (id uuid, "userId" uuid, at timestamptz, balance integer)
  ) s
  cross join lateral (select * from users where users.id = s.user_id offset 0) u
  -- Others with the same kind of device in the same network; of more than 30 it tells nothing that they do the same.
  cross join lateral (
    select array_agg(n.user_id) as members, count(*) as many
    from (
      select distinct o.user_id
      from known_devices m join known_devices o
        on o.network = m.network and o.device = m.device and o.user_id <> m.user_id
      where m.user_id = s.user_id and m.network <> '' and not m.network::inet <<= any (private_networks)
        and o.seen_at > s.at - interval '30 days'
      limit 31
    ) n
  ) near
  cross join lateral (
    select coalesce(max(same.members), 0) as members
    from (
      select count(distinct theirs.user_id) as members
      from finished_offers(array[s.user_id], s.at) mine join finished_offers(near.members, s.at) theirs
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
end $$;

-- Locks members and returns all that decides about a request of each, see server/domain/redemption/request: element i of the
-- arrays is a member and their request, which is `place` i, counted from one. The redemption that an earlier copy of the
-- request made, a captcha that can be used up, the member's standing, the facts for the rules of risk, and what this site has
-- changed in those. No row for an unknown member, nor, unless it `waits`, for one in use by another transaction right now.
create function redemption_standings(members uuid[], requests text[], waits boolean)
returns table (place integer, earlier uuid, captcha_grant uuid, points integer, suspended boolean, paused boolean,
  first_redemption boolean, billing_country text, facts jsonb, rules jsonb)
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- ---------------------------------------------------------------- functions of the intake, over several areas

-- Tells members of provider transactions and missions that were credited in this transaction: of each credit where a browser of
-- theirs takes push messages, and with the alert on when the balance crosses the threshold, once until their next
-- redemption. A function, so that the intake of postbacks does it in its one statement; most credits tell nobody. Returns
-- how many deliveries it queued.
create function tell_credits(transfers bigint[], threshold integer) returns integer
  language plpgsql
  set enable_seqscan = off as $$
declare
  notice uuid;
  notices integer := 0;
begin
  for notice in
    with credited as (
      select l.reference, l.member_id, l.amount, l.balance_after,
        coalesce(t.title, m.translations -> u.locale ->> m.title, m.title, c.title, w.provider, '') as what,
        u.data_alerts and l.balance_after >= threshold and l.balance_after - l.amount < threshold as crosses,
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
    insert into notices (key, user_id, kind, data)
    select 'credit:' || reference, member_id, 'points_credited',
      jsonb_build_object('points', amount, 'balance', balance_after, 'what', what)
    from credited where pushes
    union all
    select format('threshold:%s:%s', member_id, (select count(*) from card_redemptions r where r.user_id = member_id)),
      member_id, 'threshold_reached', jsonb_build_object('balance', balance_after)
    from credited where crosses
    on conflict (key) do nothing
    returning id
  loop
    -- The job, its key and its tries are those of server/domain/notices/notify.ts.
    perform queue_job('deliver_notice', json_build_object('noticeId', notice), 'deliver_notice:' || notice, null, 12, 0, true);
    notices := notices + 1;
  end loop;
  return notices;
end $$;

-- Finds and locks the members of calls that arrived together. Answers the places in the arrays of the calls whose members it
-- could lock, in the order of the keys of their transactions, and these members. Left out are members that are unknown or have
-- left, and those in use by another transaction right now. Locks are taken in the order of the ids.
create function lock_called_members(providers text[], transaction_ids text[], codes text[], out known integer[], out members uuid[])
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- Credits postbacks that arrived together, in one statement. Element i of each array is one call; `ids` are new ones of
-- the caller's making, each for a provider transaction and its task. Answers the places in the arrays of the calls that it
-- settled: `credited`, with their members in `credited_members`, and `duplicates` (logged), copies of a credit. A call that
-- is in neither has moved nothing and has to be settled alone: its member is unknown or in use by another transaction right
-- now, or its provider transaction is known in another way. `threshold` and the jobs: see tell_credits.
-- Members are locked in id order before provider transactions, which are inserted in the order of their keys, so that
-- no two settlements wait for each other; a member who would have to be waited for is left out.
-- Arrays, since they are parsed once and read from every statement; the ledger gets them in one piece too.
create function credit_postbacks(ids uuid[], providers text[], transaction_ids text[], codes text[], amounts integer[],
  revenues bigint[], task_types text[], titles text[], raws text[], source_ips text[], latencies integer[], click_ids uuid[],
  offer_ids text[], goal_ids text[], goal_names text[], threshold integer,
  out credited integer[], out credited_members uuid[], out duplicates integer[], out jobs integer)
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- Takes back credits whose reversals arrived together, in one statement. Element i of each array is one call; `amounts` are
-- what the calls name, 0 if nothing, and `reversal_ids` the reversals' own ids, null if they have none. Answers the places in the
-- arrays of the calls that it settled, the members and the points that each took from them, and how many jobs it queued. A call
-- that is left out has moved nothing and has to be settled alone, see server/domain/earning/intake/settle.ts: its member is
-- unknown or in use right now, or no points of the transaction have counted, or it repeats another.
create function reverse_postbacks(providers text[], transaction_ids text[], codes text[], amounts integer[],
  reversal_ids text[], raws text[], source_ips text[], latencies integer[],
  out reversed integer[], out reversed_members uuid[], out reversed_points integer[], out jobs integer)
  language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
    perform queue_job('deliver_notice', json_build_object('noticeId', notice), 'deliver_notice:' || notice, null, 12, 0, true);
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
end $$;
