-- Who cannot redeem is not told that points can be redeemed whenever they like; the end of a pause says that they can.
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
        u.data_alerts and u.paused_at is null and u.suspended_at is null
          and l.balance_after >= threshold and l.balance_after - l.amount < threshold as crosses,
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
