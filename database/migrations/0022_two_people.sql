-- Up Migration

-- Since when somebody's role, password and address are what they are, as far as that counts for approvals: for some time
-- after it they are none of the two people. Null: no such time, as for who was made staff at the command line.
alter table users add column approver_since timestamptz;

-- What a mission pays and what proves it; the same for the same terms, whatever the order of the keys of the content.
create function mission_digest(points integer, daily_cap integer, total_cap integer, content jsonb) returns text
  language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(points, daily_cap, total_cap, content)::text, 'utf8')), 'hex')
$$;

alter table approvals
  drop constraint approvals_kind_check,
  add constraint approvals_kind_check check (kind in ('award', 'adjustment', 'claim', 'mission')),
  -- Of a claim or a mission each request is another one.
  drop constraint approvals_subject_id_key,
  -- Null for a mission, which is about nobody.
  alter column user_id drop not null,
  add constraint approvals_user_id_check check ((user_id is null) = (kind = 'mission'));
create unique index approvals_subject_id_once on approvals (subject_id) where kind in ('award', 'adjustment');
create index approvals_subject_id on approvals (subject_id);

-- What each admin moved or promised without a second one: awards (a point is a cent), points given, claims granted,
-- missions published (by how much more they may pay).
create table staff_spending (
  -- In the order in which the limits were checked, admin by admin.
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  kind text not null check (kind in ('award', 'adjustment', 'claim', 'mission')),
  -- Id of the award, adjustment, claim or mission.
  subject_id uuid not null,
  points integer not null check (points >= 0),
  -- The limit of an admin and day at that time; null from before there was one.
  limit_points integer,
  created_at timestamptz not null default now()
);
create index staff_spending_admin_id on staff_spending (admin_id, created_at);
create index staff_spending_subject_id on staff_spending (subject_id);

insert into staff_spending (admin_id, kind, subject_id, points, created_at)
select c.awarded_by, 'award', c.id, c.amount_cents, c.created_at from cash_rewards c
where c.awarded_by is not null and exists (select from card_redemptions r where r.award_id = c.id)
  and not exists (select from approvals a where a.subject_id = c.id)
union all
select p.requested_by, 'adjustment', p.id, p.points, p.created_at from points_adjustments p
where p.status = 'posted' and p.points > 0 and not exists (select from approvals a where a.subject_id = p.id)
union all
select c.decided_by, 'claim', c.id, c.points, c.decided_at from reward_claims c
where c.decision = 'granted' and c.decided_by is not null and c.points is not null
order by 5;

-- What each mission was published with, one row each time it changed; the newest is in force.
create table mission_terms (
  id bigint generated always as identity primary key,
  mission_id uuid not null references missions,
  digest text not null,
  points integer not null,
  -- The most that it may pay in all; null for no limit.
  most_points bigint,
  -- Null for the examples of the product, and from before terms were kept.
  published_by uuid,
  -- Above `limit_points` a second admin approved it.
  approval_id uuid references approvals,
  limit_points integer,
  since timestamptz not null default now()
);
create index mission_terms_mission_id on mission_terms (mission_id, id desc);

-- What was promised to those who had started, then what is in force.
insert into mission_terms (mission_id, digest, points)
select distinct m.id, '', a.points from mission_attempts a join missions m on m.id = a.mission_id
where a.points <> m.points;
insert into mission_terms (mission_id, digest, points)
select m.id, mission_digest(m.points, m.daily_cap, m.total_cap, m.content), m.points from missions m
where m.status <> 'draft' or exists (select from mission_attempts a where a.mission_id = m.id);

-- Down Migration

drop table mission_terms, staff_spending;
drop index approvals_subject_id, approvals_subject_id_once;
delete from approvals where kind in ('claim', 'mission');
alter table approvals
  drop constraint approvals_user_id_check,
  alter column user_id set not null,
  add constraint approvals_subject_id_key unique (subject_id),
  drop constraint approvals_kind_check,
  add constraint approvals_kind_check check (kind in ('award', 'adjustment'));
drop function mission_digest;
alter table users drop column approver_since;
