-- Up Migration

alter table users
  -- E.164.
  add column phone text check (phone ~ '^\+[1-9][0-9]{1,14}$'),
  add column locale text not null default 'en',
  add column email_notifications boolean not null default true,
  add column push_notifications boolean not null default true,
  add column data_alerts boolean not null default true,
  -- When the member agreed to marketing mail; null without consent.
  add column marketing_consent_at timestamptz,
  add column private_profile boolean not null default false,
  -- AES-256-GCM: nonce, ciphertext and tag in base64url, under a key derived from APP_SECRET.
  add column totp_secret text,
  add column totp_enabled_at timestamptz,
  -- The last time step that was used: a code works once.
  add column totp_last_step bigint,
  add column paused_at timestamptz,
  add column paused_reason text,
  add column paused_text text,
  -- When the member left: every personal field is erased, the row keeps its random id.
  add column erased_at timestamptz,
  add check ((paused_at is null) = (paused_reason is null) and (paused_at is null) = (paused_text is null));

create table backup_codes (
  -- SHA-256 (hex) of a code of 120 random bits.
  code text primary key,
  user_id uuid not null references users on delete cascade,
  used_at timestamptz
);
create index backup_codes_user_id on backup_codes (user_id);

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
create index notices_undelivered on notices (created_at) where delivered_at is null;

-- Tells members of provider transactions and missions that were credited in this transaction: of each credit where a browser of
-- theirs takes push messages, and with the alert on when the balance crosses the threshold, once until their next
-- redemption. A function, so that the intake of postbacks does it in its one statement; most credits tell nobody.
create function tell_credits(transfers bigint[], threshold integer) returns void language plpgsql as $$
declare
  notice uuid;
begin
  for notice in
    with credited as (
      select l.reference, l.member_id, l.amount, l.balance_after,
        coalesce(t.title, m.title, c.title, w.provider, '') as what,
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
    perform graphile_worker.add_job('deliver_notice', json_build_object('noticeId', notice),
      job_key => 'deliver_notice:' || notice, max_attempts => 12);
  end loop;
end $$;

create table appeals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The pause that it answers.
  paused_at timestamptz not null,
  reason text not null,
  text text not null,
  created_at timestamptz not null default now(),
  decision text check (decision in ('granted', 'kept')),
  answer text,
  decided_at timestamptz,
  decided_by uuid,
  unique (user_id, paused_at)
);
create index appeals_open on appeals (created_at) where decided_at is null;

-- What looked unusual about a member, with named facts: never a verdict.
create table trust_signals (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  signal text not null,
  details jsonb not null,
  created_at timestamptz not null default now()
);
create index trust_signals_user_id on trust_signals (user_id, created_at desc);

-- What is logged of a member is erased and exported with them.
create index postback_log_member_code on postback_log (member_code) where member_code is not null;

-- Down Migration

drop index postback_log_member_code;
drop function tell_credits;
drop table trust_signals, appeals, notices, push_subscriptions, known_devices, email_change_codes, backup_codes;
alter table users drop column phone, drop column locale, drop column email_notifications,
  drop column push_notifications, drop column data_alerts, drop column marketing_consent_at,
  drop column private_profile, drop column totp_secret, drop column totp_enabled_at, drop column totp_last_step,
  drop column paused_at, drop column paused_reason, drop column paused_text, drop column erased_at;
