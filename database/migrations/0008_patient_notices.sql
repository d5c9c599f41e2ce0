-- Notices are tried for about three days, so that those of a mail server that is down for a weekend arrive. Those of credits go
-- behind the others: there are many of them, and a push service that is silent holds each of them up.
create or replace function tell_credits(transfers bigint[], threshold integer)
returns integer
language plpgsql
set enable_seqscan to 'off'
as $function$
declare
  notice uuid;
  kind_told text;
  notices integer := 0;
begin
  for notice, kind_told in
    with credited as (
      select l.id as transfer_id, l.reference, l.member_id, l.amount, l.balance_after,
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
    insert into notices as told (key, user_id, kind, data, transfer_id)
    select 'credit:' || reference, member_id, 'points_credited',
      jsonb_build_object('points', amount, 'balance', balance_after, 'what', what),
      transfer_id
    from credited where pushes
    union all
    select format('threshold:%s:%s', member_id, (select count(*) from card_redemptions r where r.user_id = member_id)),
      member_id, 'threshold_reached', jsonb_build_object('balance', balance_after), null
    from credited where crosses
    on conflict (key) do nothing
    returning told.id, told.kind
  loop
    -- The job, its key, its tries and its place are those of server/domain/notices/notify.ts.
    perform queue_job('deliver_notice', json_build_object('noticeId', notice), 'deliver_notice:' || notice, null, 21,
      case kind_told when 'points_credited' then 1 else 0 end, true);
    notices := notices + 1;
  end loop;
  return notices;
end $function$;

-- As before, with these tries.
create or replace function reverse_postbacks(providers text[], transaction_ids text[], codes text[], amounts integer[],
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
    perform queue_job('deliver_notice', json_build_object('noticeId', notice), 'deliver_notice:' || notice, null, 21, 0, true);
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
