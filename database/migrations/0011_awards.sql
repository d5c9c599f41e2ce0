-- Up Migration

alter table cash_rewards
  -- The admin who gave it, and the browser's name of that request: repeated, it is the same award.
  add column awarded_by uuid,
  add column request_id text,
  -- Read by the member.
  add column reason text,
  -- awaiting_approval and declined are states before there is a redemption; the others are the redemption's.
  add constraint cash_rewards_status_check check (status in ('awaiting_approval', 'declined', 'pending', 'processing',
    'review', 'issued', 'failed', 'expired', 'reversed')),
  add constraint cash_rewards_awarded_by_request_id_key unique (awarded_by, request_id);

-- An award is a redemption that costs its member nothing.
alter table card_redemptions
  add column award_id uuid unique references cash_rewards,
  drop constraint card_redemptions_points_used_check,
  add constraint card_redemptions_points_used_check check (points_used >= 0 and (points_used = 0) = (award_id is not null));

-- Whoever moves the redemption of an award moves the award: no way of settling it can forget to.
create function award_follow() returns trigger language plpgsql as $$
begin
  update cash_rewards set status = new.status, stripe_card_id = new.stripe_card_id where id = new.award_id;
  return null;
end $$;
create trigger card_redemptions_award after insert or update of status, stripe_card_id on card_redemptions
  for each row when (new.award_id is not null) execute function award_follow();

-- Points that an admin gave or took.
create table points_adjustments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  -- Above zero: given.
  points integer not null check (points <> 0),
  reason_code text not null,
  -- Read by the member.
  text text not null,
  requested_by uuid not null,
  request_id text not null,
  status text not null check (status in ('awaiting_approval', 'declined', 'posted')),
  created_at timestamptz not null default now(),
  unique (requested_by, request_id)
);
create index points_adjustments_user_id on points_adjustments (user_id, created_at desc);

-- What waits for a second admin.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('award', 'adjustment')),
  -- Id of the award or the adjustment.
  subject_id uuid not null unique,
  -- The member whom it is about.
  user_id uuid not null,
  -- {cardTier, amountCents} in cents, or {points, reasonCode}.
  payload jsonb not null,
  requested_by uuid not null,
  reason text not null,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decision text check (decision in ('approved', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  check (num_nulls(decision, decided_by, decided_at) in (0, 3)),
  -- Two people, neither of them the one who gets it.
  constraint approvals_two_people check (decision <> 'approved' or decided_by not in (requested_by, user_id))
);
create index approvals_open on approvals (requested_at) where decision is null;
create index approvals_user_id on approvals (user_id);

-- Down Migration

drop table approvals, points_adjustments;
drop trigger card_redemptions_award on card_redemptions;
drop function award_follow;
alter table card_redemptions drop constraint card_redemptions_points_used_check, drop column award_id;
alter table card_redemptions add constraint card_redemptions_points_used_check check (points_used > 0);
alter table cash_rewards drop constraint cash_rewards_awarded_by_request_id_key,
  drop constraint cash_rewards_status_check, drop column reason, drop column request_id, drop column awarded_by;
