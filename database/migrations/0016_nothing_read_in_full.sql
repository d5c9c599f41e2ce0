-- A webhook is removed at once, however much it has sent: its deliveries, which nobody sends or shows without it, go with their
-- events. The version before reads deliveries by their webhook alone, too.
alter table webhook_deliveries drop constraint webhook_deliveries_endpoint_id_fkey;

-- Facts for the rules of risk, see server/domain/trust/risk-rules: of each subject {id, userId, at, balance} what was so at
-- that moment, counted over 30 days, and the points of hours over 37. Addresses, mailboxes and devices are today's, since
-- their history is not kept. Every subject is looked up by its keys: see ledger_post.
create or replace function risk_facts(subjects jsonb) returns table (id uuid, facts jsonb)
  language plpgsql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  -- These tell nothing about their members: behind an undeclared proxy all addresses are the same.
  private_networks constant inet[] := '{10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, 127.0.0.0/8,
    ::/64, fc00::/7, fe80::/10}';
begin
  return query
  select s.id, jsonb_build_object(
    'balance', s.balance,
    'accountHours', floor(extract(epoch from s.at - u.created_at) / 3600)::integer,
    'mailboxMembers', (select count(*) from users o
      where payout_mailbox(o.email) = payout_mailbox(u.email) and o.id <> u.id and o.created_at <= s.at)
      + (select count(*) from former_earnings e where e.met_by @> array[u.id] and e.left_at <= s.at),
    'addressMembers', (select count(distinct o.user_id)
      from billing_addresses m join billing_addresses o
        on payout_address(o.line1, o.line2, o.postal_code, o.country) =
          payout_address(m.line1, m.line2, m.postal_code, m.country) and o.user_id <> m.user_id
      where m.user_id = s.user_id),
    'deviceMembers', near.many,
    'offerMembers', same_offer.members,
    'tasks', recent.tasks, 'reversals', recent.reversals,
    'busiestHourPoints', speed.busiest_hour_points, 'usualHourPoints', speed.usual_hour_points)
  from (
    select id, "userId" as user_id, at, balance
    from jsonb_to_recordset(subjects) as given (id uuid, "userId" uuid, at timestamptz, balance integer)
  ) s
  cross join lateral (select * from users where users.id = s.user_id offset 0) u
  -- Others with the same kind of device in the same network. No rule asks for more than 1,000, and a mobile carrier's network has
  -- tens of thousands: the rest is not read.
  cross join lateral (
    select array_agg(n.user_id) as members, count(*) as many
    from (
      select distinct found.user_id
      from (
        select o.user_id
        from known_devices m join known_devices o
          on o.network = m.network and o.device = m.device and o.user_id <> m.user_id
        where m.user_id = s.user_id and m.network <> '' and not m.network::inet <<= any (private_networks)
          and o.seen_at > s.at - interval '30 days'
        limit 2000
      ) found
    ) n
  ) near
  cross join lateral (
    -- Of more than 30 it tells nothing that they do the same.
    select coalesce(max(same.members), 0) as members
    from (
      select count(distinct theirs.user_id) as members
      from finished_offers(array[s.user_id], s.at) mine join finished_offers(near.members[:30], s.at) theirs
        on theirs.provider = mine.provider and theirs.offer_id = mine.offer_id
          and theirs.completed_at between mine.completed_at - interval '1 day' and mine.completed_at + interval '1 day'
      where near.many between 1 and 30
      group by mine.provider, mine.offer_id
    ) same
  ) same_offer
  cross join lateral (
    select count(*) as tasks, count(*) filter (where t.reversed_at <= s.at) as reversals
    from tasks t where t.user_id = s.user_id and t.completed_at <= s.at and t.completed_at > s.at - interval '30 days'
  ) recent
  cross join lateral (
    select coalesce(max(hour.points) filter (where hour.late), 0) as busiest_hour_points,
      round(avg(hour.points) filter (where not hour.late))::integer as usual_hour_points
    from (
      select sum(t.points_earned) as points, date_trunc('hour', t.completed_at) > s.at - interval '7 days' as late
      from tasks t where t.user_id = s.user_id and t.completed_at <= s.at and t.completed_at > s.at - interval '37 days'
      group by date_trunc('hour', t.completed_at)
    ) hour
  ) speed;
end $$;
