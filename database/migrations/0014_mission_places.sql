-- How many places of a mission are taken, so that nobody has to count its attempts. A mission from before is counted the first time
-- that it is locked, and has no row until then: see server/domain/earning/missions/places.ts.
create table mission_places (
  mission_id uuid primary key references missions on delete cascade,
  -- Attempts, and those that were completed: in all, and on the last day (of UTC) on which one was.
  started integer not null default 0,
  completed integer not null default 0,
  last_day date not null default '-infinity',
  last_day_completed integer not null default 0,
  -- Attempts that are not completed and whose place is kept for longer than until `kept_at`.
  kept integer not null default 0,
  kept_at timestamptz not null default now()
);

create function open_mission_places() returns trigger language plpgsql as $$
begin
  insert into mission_places (mission_id) select id from opened;
  return null;
end $$;
create trigger missions_open_places after insert on missions referencing new table as opened
  for each statement execute function open_mission_places();

-- Adds an attempt to what is counted of its mission, or takes it out with a step of -1.
create function count_mission_place(mission uuid, completion timestamptz, place_until timestamptz, step integer) returns void
language sql as $$
  update mission_places set
    started = started + step,
    completed = completed + case when completion is null then 0 else step end,
    last_day = greatest(last_day, (completion at time zone 'UTC')::date),
    last_day_completed = case
      when (completion at time zone 'UTC')::date > last_day then step
      when (completion at time zone 'UTC')::date = last_day then last_day_completed + step
      else last_day_completed
    end,
    kept = kept + case when completion is null and place_until > kept_at then step else 0 end
  where mission_id = mission;
$$;

-- A trigger sees the attempts of every version that is at work.
create function count_mission_places() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_mission_place(old.mission_id, old.completed_at, old.reserved_until, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_mission_place(new.mission_id, new.completed_at, new.reserved_until, 1);
  end if;
  return null;
end $$;
create trigger mission_attempts_count_places
  after insert or delete or update of mission_id, completed_at, reserved_until on mission_attempts
  for each row execute function count_mission_places();
