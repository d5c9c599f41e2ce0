-- Up Migration

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
  -- Members who may complete it per day (UTC) and in all; null for no limit.
  daily_cap integer check (daily_cap >= 0),
  total_cap integer check (total_cap >= 0),
  position integer not null default 0,
  -- A shape per kind, see contract/missions.ts.
  content jsonb not null check (content ->> 'kind' = kind),
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
  check ((wall is null) <> (mission_id is null)),
  check ((decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'granted') = (points is not null))
);
create index reward_claims_user_id on reward_claims (user_id, created_at desc);
create index reward_claims_open on reward_claims (created_at) where decided_at is null;

-- Down Migration

drop table reward_claims, mission_postbacks, mission_answers, mission_attempts, missions;
