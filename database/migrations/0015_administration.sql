-- Up Migration

-- ---------------------------------------------------------------- members, as staff look for them
-- Orders of the list of members who have not left. None of these columns changes when points are credited, so that the
-- row of a member is still rewritten in place; the order by points has a table of its own below for that reason.
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

-- ---------------------------------------------------------------- the ledger, rolled up
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

-- Points of each member as of the last roll-up. An index on users.points would make every credit rewrite all indexes
-- of users.
create table ledger_balances (
  user_id uuid primary key references users on delete cascade,
  points integer not null
);
create index ledger_balances_points on ledger_balances (points, user_id);

-- How far the roll-up has come. Transfers get their ids before they are committed, so an id below may still appear: ids
-- up to `pending_to` are settled once the transactions that were writing at that time, `pending_writers`, have ended.
create table ledger_rollup (
  single boolean primary key default true check (single),
  rolled_to bigint not null default 0,
  pending_to bigint not null default 0,
  pending_writers text[] not null default '{}'
);
insert into ledger_rollup default values;

create function ledger_open_balances() returns trigger language plpgsql as $$
begin
  insert into ledger_balances (user_id, points) select id, points from opened;
  return null;
end $$;
create trigger users_open_balances after insert on users referencing new table as opened
  for each statement execute function ledger_open_balances();
insert into ledger_balances (user_id, points) select id, points from users;

-- ---------------------------------------------------------------- what staff write about a member
create table staff_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  author uuid references users on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index staff_notes_user_id on staff_notes (user_id, created_at desc);

-- Down Migration

drop table staff_notes;
drop trigger users_open_balances on users;
drop function ledger_open_balances;
drop table ledger_rollup, ledger_balances, ledger_slots;
drop index users_listed_email, users_listed_words, users_listed_unconfirmed, users_listed_admin, users_listed_suspended, users_listed_paused, users_listed_name,
  users_listed_rewarded, users_listed_cash, users_listed_created;
