-- Up Migration

-- For which of its times a job of the timetable was last queued, by the database's clock.
create table timetable (
  task text primary key,
  slot timestamptz not null
);

-- How often times of each kind were found that lay too far ahead.
create table mended_times (
  kind text primary key,
  times bigint not null
);

-- Down Migration

drop table timetable, mended_times;
