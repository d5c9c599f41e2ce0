-- The push subscriptions that got the message: one that failed is tried again alone.
alter table notices add column pushed_to uuid[] not null default '{}';
-- The transfer that a notice of a credit tells of. Their order is that of the balances, which that of the notices is not.
alter table notices add column transfer_id bigint;

create or replace function tell_credits(transfers bigint[], threshold integer)
returns integer
language plpgsql
set enable_seqscan to 'off'
as $function$
declare
  notice uuid;
  notices integer := 0;
begin
  for notice in
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
    insert into notices (key, user_id, kind, data, transfer_id)
    select 'credit:' || reference, member_id, 'points_credited',
      jsonb_build_object('points', amount, 'balance', balance_after, 'what', what),
      transfer_id
    from credited where pushes
    union all
    select format('threshold:%s:%s', member_id, (select count(*) from card_redemptions r where r.user_id = member_id)),
      member_id, 'threshold_reached', jsonb_build_object('balance', balance_after), null
    from credited where crosses
    on conflict (key) do nothing
    returning id
  loop
    -- The job, its key and its tries are those of server/domain/notices/notify.ts.
    perform queue_job('deliver_notice', json_build_object('noticeId', notice), 'deliver_notice:' || notice, null, 12, 0, true);
    notices := notices + 1;
  end loop;
  return notices;
end $function$;
