-- When the last backup was made, for the metrics.
create table last_backup (
  single boolean primary key default true check (single),
  taken_at timestamptz not null
);
