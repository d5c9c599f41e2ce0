-- Up Migration

-- A call that says the same of the same transaction again is counted in the log and not kept again: whoever has captured
-- one can send it without end. Forged calls have a cap of their own (server/domain/earning/intake/forged-cap.ts). A credit and
-- its reversal (`reversal`) never say the same: both may be parked, and both have to be replayed.
alter table postback_log
  add column times integer not null default 1,
  add column last_received_at timestamptz not null default now(),
  add column reversal boolean not null default false;
create unique index postback_log_repeats on postback_log (wall, verdict, transaction_id, member_code, reversal)
  nulls not distinct where verdict <> 'bad_signature' and member_code is not null;

-- What the call says that the wall pays the site for the credit, in whole millionths of a dollar; null where it does not say.
alter table webhook_transactions add column revenue_usd_micros bigint check (revenue_usd_micros >= 0);

-- Credits postbacks that arrived together, in one statement. Element i of each array is one call; `ids` are new ones of
-- the caller's making, each for a provider transaction and its task. Answers the place in the arrays of each call that it
-- settled: `credited`, or `duplicate` (logged) for a copy of a credit. A call that it does not answer for has
-- moved nothing and has to be settled alone: its member is unknown or in use by another transaction right now, or its
-- provider transaction is known in another way. `threshold`: see tell_credits.
-- Members are locked in id order before provider transactions, which are inserted in the order of their keys, so that
-- no two settlements wait for each other; a member who would have to be waited for is left out.
-- Arrays, since they are parsed once and read from every statement; the ledger gets them in one piece too.
create function credit_postbacks(ids uuid[], providers text[], transaction_ids text[], codes text[], amounts integer[],
  revenues bigint[], task_types text[], titles text[], raws text[], source_ips text[], latencies integer[], threshold integer)
returns table (place integer, verdict text) language plpgsql as $$
#variable_conflict use_column
declare
  -- The calls of known members, in the order of the keys of their transactions.
  known integer[];
  members uuid[];
  inserted_ids uuid[];
  credited integer[];
  announced integer;
  tells bigint[];
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

  with inserted as (
    insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, revenue_usd_micros,
      raw_payload, source_ip, latency_ms, processed_at)
    select ids[k.place], transaction_ids[k.place], providers[k.place], k.member, 'credited', amounts[k.place],
      revenues[k.place], raws[k.place], source_ips[k.place], latencies[k.place], now()
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
    select array_agg('credit:' || providers[c.place] || ':' || transaction_ids[c.place]) as keys,
      array_agg('wall:' || providers[c.place]) as accounts, array_agg(c.member) as members,
      array_agg(amounts[c.place]) as amounts, array_agg(ids[c.place]::text) as reference_ids
    from fresh c having count(*) > 0
  ),
  transfers as materialized (
    select t.*, (row_number() over () - 1) / 100 as message
    from posting p, ledger_post_credits(p.keys, p.accounts, p.members, p.amounts, p.reference_ids) t
  ),
  -- The channel and the form are those of database/live.ts. A message of PostgreSQL holds 8,000 bytes.
  messages as (
    select pg_notify('live', '{"credits":['
      || string_agg(format('["%s",%s,%s]', t.member_id, t.balance_after, t.amount), ',') || ']}')
    from transfers t group by t.message
  )
  select (select array_agg(c.place) from fresh c), (select count(*) from messages),
    -- The few that tell_credits can have something to say about.
    (select array_agg(t.id) from transfers t
      where t.balance_after >= threshold and t.balance_after - t.amount < threshold
        or exists (select from push_subscriptions s where s.user_id = t.member_id))
  into credited, announced, tells;

  if tells is not null then
    perform tell_credits(tells, threshold);
  end if;
  return query select c, 'credited' from unnest(credited) c;
  if cardinality(credited) = cardinality(known) then
    return;
  end if;

  return query
  with copies as (
    select k.place
    from unnest(known, members) as k (place, member)
    cross join lateral (
      select from webhook_transactions w
      where w.provider = providers[k.place] and w.transaction_id = transaction_ids[k.place]
        and w.user_id = k.member and w.amount_mb = amounts[k.place] and w.status in ('credited', 'reversed')
      offset 0
    ) w
    where credited is null or k.place <> all (credited)
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
  select c.place, 'duplicate' from copies c;
end $$;

-- They look up a few rows by their keys in tables that grow fast. A plan that was made while a table was small must not
-- read all of it, and planning each of their statements anew would take longer than running it.
alter function credit_postbacks set enable_seqscan = off;
alter function credit_postbacks set plan_cache_mode = force_generic_plan;
alter function ledger_post set enable_seqscan = off;
alter function ledger_post set plan_cache_mode = force_generic_plan;
alter function ledger_post_credits set enable_seqscan = off;
alter function ledger_post_credits set plan_cache_mode = force_generic_plan;
alter function tell_credits set enable_seqscan = off;

-- Down Migration

alter function ledger_post reset all;
alter function ledger_post_credits reset all;
alter function tell_credits reset all;
drop function credit_postbacks;
drop index postback_log_repeats;
alter table webhook_transactions drop column revenue_usd_micros;
alter table postback_log drop column times, drop column last_received_at, drop column reversal;
