-- Up Migration

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

-- How far that has come, never beyond the roll-up of the ledger. A pattern needs the last two weeks, no more.
create table wall_watch_rollup (
  single boolean primary key default true check (single),
  rolled_to bigint not null
);
insert into wall_watch_rollup (rolled_to)
  select coalesce(max(id), 0) from ledger_transfers where created_at < now() - interval '15 days';

-- Days on which the credits of a wall left their own pattern. What `value`, `usual` and `threshold` count depends on the
-- kind, see server/domain/earning/monitoring/judge-day.ts.
create table wall_alarms (
  id bigint generated always as identity primary key,
  wall text not null,
  kind text not null check (kind in ('points', 'points_per_credit', 'member', 'unnamed', 'flagged', 'cost')),
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

-- How many calls without proof are in the log of today. No other call is written to it.
create index postback_log_unproven on postback_log (received_at, wall, id) where verdict = 'bad_signature';

-- Down Migration

drop index postback_log_unproven;
drop table wall_alarms, wall_watch_rollup, wall_member_days, wall_days;
