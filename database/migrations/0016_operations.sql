-- Up Migration

-- Walls that are not shown to members for a while. Their postbacks are still taken: members have earned them.
create table wall_pauses (
  wall text primary key,
  -- For staff.
  reason text not null,
  paused_by uuid not null,
  paused_at timestamptz not null default now()
);

-- Who works on a claim or an appeal, for a quarter of an hour at a time.
alter table reward_claims add column owner_id uuid, add column owned_until timestamptz;
alter table appeals add column owner_id uuid, add column owned_until timestamptz;

-- How the trail is searched, beside by actor and by subject.
create index audit_entries_at on audit_entries (at);
create index audit_entries_action on audit_entries (action, id desc);

-- Down Migration

drop index audit_entries_action, audit_entries_at;
alter table appeals drop column owner_id, drop column owned_until;
alter table reward_claims drop column owner_id, drop column owned_until;
drop table wall_pauses;
