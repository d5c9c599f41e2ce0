-- A reason that servers of the version before do not know: those read the nearest of theirs in `reason`.
alter table card_redemptions add column exact_reason text;

-- As before, with that reason where there is one.
create or replace function webhook_note_redemption() returns trigger language plpgsql as $$
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
    details := details || jsonb_build_object('reason', coalesce(new.exact_reason, new.reason));
    if new.award_id is null then
      -- Of a reward that was taken back only where nobody has used it.
      details := details || jsonb_build_object('pointsReturned',
        case when new.status = 'failed' or new.reason = 'withdrawn_unused' then new.points_used else 0 end);
    end if;
    perform webhook_note(subject || '.' || new.status, new.user_id, details);
  end if;
  return null;
end $$;
