-- Up Migration

-- held: the wall's entry asks for a time in which it can take a credit back before it counts. Its points wait on the
-- account `credits:held`; a job gives them to the member when `held_until` is over. It stays as it was afterwards.
alter table webhook_transactions add column held_until timestamptz;
alter table webhook_transactions drop constraint webhook_transactions_status_check;
alter table webhook_transactions add constraint webhook_transactions_status_check
  check (status in ('held', 'credited', 'reversed', 'reversed_early'));
alter table webhook_transactions add constraint webhook_transactions_held_check
  check (status <> 'held' or held_until is not null);
create index webhook_transactions_held on webhook_transactions (held_until, id) where status = 'held';

-- The points are pending until then; null once they count or were taken back.
alter table tasks add column held_until timestamptz;
alter table tasks add constraint tasks_held_check check (held_until is null or reversed_at is null);

-- The task that a claim is about, and the one that it brought.
alter table reward_claims add column task_id uuid references tasks on delete set null;
alter table reward_claims add column granted_task_id uuid references tasks on delete set null;
create index reward_claims_task_id on reward_claims (task_id) where task_id is not null;
create index reward_claims_granted_task_id on reward_claims (granted_task_id) where granted_task_id is not null;

-- Down Migration

alter table reward_claims drop column task_id, drop column granted_task_id;
alter table tasks drop column held_until;
drop index webhook_transactions_held;
alter table webhook_transactions drop column held_until;
alter table webhook_transactions drop constraint webhook_transactions_status_check;
alter table webhook_transactions add constraint webhook_transactions_status_check
  check (status in ('credited', 'reversed', 'reversed_early'));
