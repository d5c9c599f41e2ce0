-- Up Migration

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

-- Down Migration

drop trigger card_redemptions_webhooks_settled on card_redemptions;
drop trigger card_redemptions_webhooks_requested on card_redemptions;
drop trigger users_webhooks_changed on users;
drop trigger users_webhooks_created on users;
drop function webhook_note_redemption, webhook_note_member_change, webhook_note_members, webhook_note, webhook_wanted;
drop table webhook_cursor, webhook_attempts, webhook_deliveries, webhook_events, webhook_endpoints;
