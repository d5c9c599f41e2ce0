-- Up Migration

-- Credits postbacks that arrived together, in one statement. Input: a JSON array of {id, taskId, provider,
-- transactionId, code, points, taskType, title, raw, sourceIp, latencyMs}; both ids are new ones of the caller's making.
-- Answers one row per call that it settled: `credited`, or `duplicate` (logged) for a copy of a credit. A call that it
-- does not answer for has moved nothing and has to be settled alone: its member is unknown or in use by another
-- transaction right now, or its provider transaction is known in another way. `threshold`: see tell_credits.
-- Members are locked in id order before provider transactions, which are inserted in the order of their keys, so that
-- no two settlements wait for each other; a member who would have to be waited for is left out.
create function credit_postbacks(calls jsonb, threshold integer) returns table (call_id uuid, verdict text) language plpgsql as $$
declare
  known_ids uuid[];
  known_members uuid[];
  fresh uuid[];
  posted integer;
  announced integer;
  tells uuid[];
begin
  with found as (
    select c.id, w.user_id
    from jsonb_to_recordset(calls) as c (id uuid, provider text, code text)
    join wall_members w on w.wall = c.provider and w.code = c.code
  ),
  locked as (
    select u.id from users u where u.id in (select user_id from found) and u.erased_at is null
    order by u.id for no key update skip locked
  )
  select array_agg(found.id), array_agg(found.user_id) into known_ids, known_members
  from found join locked on locked.id = found.user_id;

  with inserted as (
    insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, raw_payload, source_ip,
      latency_ms, processed_at)
    select c.id, c."transactionId", c.provider, k.user_id, 'credited', c.points, c.raw, c."sourceIp", c."latencyMs", now()
    from jsonb_to_recordset(calls) as c (id uuid, provider text, "transactionId" text, points integer, raw text,
      "sourceIp" text, "latencyMs" integer)
    join unnest(known_ids, known_members) as k (id, user_id) on k.id = c.id
    order by c.provider, c."transactionId"
    on conflict (provider, transaction_id) do nothing
    returning id
  )
  select array_agg(id) into fresh from inserted;

  insert into tasks (id, user_id, task_type, points_earned, wall, title, webhook_transaction_id)
  select c."taskId", k.user_id, c."taskType", c.points, c.provider, c.title, c.id
  from jsonb_to_recordset(calls) as c (id uuid, "taskId" uuid, provider text, points integer, "taskType" text, title text)
  join unnest(known_ids, known_members) as k (id, user_id) on k.id = c.id
  where c.id = any (fresh);

  -- The channel and the events are those of database/live.ts.
  with posting as (
    select 'credit:' || c.provider || ':' || c."transactionId" as key, c.id, c.provider, c.points, k.user_id
    from jsonb_to_recordset(calls) as c (id uuid, provider text, "transactionId" text, points integer)
    join unnest(known_ids, known_members) as k (id, user_id) on k.id = c.id
    where c.id = any (fresh)
  ),
  posted_transfers as (
    select p.id, p.user_id, p.points, t.balance_after
    from ledger_post((
      select coalesce(jsonb_agg(jsonb_build_object('key', key, 'unit', 'points', 'from', 'wall:' || provider,
        'to', 'member:' || user_id, 'amount', points, 'kind', 'credit', 'reference', id, 'actor', 'wall:' || provider)
        order by id), '[]') from posting
    )) t join posting p on p.key = t.key
  )
  select count(*),
    count(pg_notify('live', format('{"userId":"%s","type":"balance","data":{"points":%s,"change":%s}}',
      user_id, balance_after, points)))
      + count(pg_notify('live', format('{"userId":"%s","type":"tasks","data":{}}', user_id))),
    -- The few that tell_credits can have something to say about.
    array_agg(id) filter (where balance_after >= threshold and balance_after - points < threshold
      or exists (select from push_subscriptions s where s.user_id = t.user_id))
  into posted, announced, tells from posted_transfers t;
  if posted <> coalesce(cardinality(fresh), 0) then
    raise exception 'the ledger has a transfer of a new provider transaction' using errcode = 'PF003';
  end if;

  if tells is not null then
    perform tell_credits(tells, threshold);
  end if;

  return query select f, 'credited' from unnest(fresh) f;

  return query
  with copies as (
    select c.* , k.user_id
    from jsonb_to_recordset(calls) as c (id uuid, provider text, "transactionId" text, code text, points integer,
      raw text, "sourceIp" text, "latencyMs" integer)
    join unnest(known_ids, known_members) as k (id, user_id) on k.id = c.id
    cross join lateral (
      select from webhook_transactions w
      where w.provider = c.provider and w.transaction_id = c."transactionId"
        and w.user_id = k.user_id and w.amount_mb = c.points and w.status in ('credited', 'reversed')
      offset 0
    ) w
    where fresh is null or c.id <> all (fresh)
  ),
  logged as (
    insert into postback_log (wall, verdict, transaction_id, member_code, source_ip, latency_ms, raw)
    select provider, 'duplicate', "transactionId", code, "sourceIp", "latencyMs", raw from copies
  )
  select id, 'duplicate' from copies;
end $$;

-- They look up a few rows by their keys in tables that grow fast. A plan that was made while a table was small must not
-- read all of it, and planning each of their statements anew would take longer than running it.
alter function credit_postbacks(jsonb, integer) set enable_seqscan = off;
alter function credit_postbacks(jsonb, integer) set plan_cache_mode = force_generic_plan;
alter function ledger_post(jsonb) set enable_seqscan = off;
alter function ledger_post(jsonb) set plan_cache_mode = force_generic_plan;
alter function tell_credits(uuid[], integer) set enable_seqscan = off;

-- Down Migration

alter function ledger_post(jsonb) reset all;
alter function tell_credits(uuid[], integer) reset all;
drop function credit_postbacks;
