-- Up Migration

-- Suspensions have a reason and a text that the member reads, as pauses have, and can be answered in the same queue.
alter table users
  add column suspended_reason text,
  add column suspended_text text,
  -- Mailboxes that the member moved away from while paused or in debt, under HMAC: see departures.
  add column left_mailboxes bytea[] not null default '{}';
create index users_left_mailboxes on users using gin (left_mailboxes) where left_mailboxes <> '{}';
alter table appeals add column kind text not null default 'pause' check (kind in ('pause', 'suspension'));

-- Since when nothing is under way for an open redemption because its member is paused or suspended. Null while a provider
-- may still have something of it, and once it goes on.
alter table card_redemptions add column stopped_at timestamptz;

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

-- Down Migration

drop table departures;
alter table card_redemptions drop column stopped_at;
alter table appeals drop column kind;
drop index users_left_mailboxes;
alter table users drop column suspended_reason, drop column suspended_text, drop column left_mailboxes;
