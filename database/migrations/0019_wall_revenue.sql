-- Up Migration

-- What walls say that they pay the site, rolled up as ledger_slots is: by quarter of an hour of the transfer that credited
-- the member (`credit`) or took that back (`reversal`). Only credits whose call named it. A job adds what is new, see
-- server/domain/earning/revenue/roll-up-revenue.ts.
create table wall_revenue_slots (
  slot timestamptz not null,
  wall text not null,
  kind text not null,
  transfers integer not null,
  usd_micros bigint not null,
  primary key (slot, wall, kind)
);

-- How far that has come, never beyond the roll-up of the ledger.
create table wall_revenue_rollup (
  single boolean primary key default true check (single),
  rolled_to bigint not null default 0
);
insert into wall_revenue_rollup default values;

-- Down Migration

drop table wall_revenue_rollup, wall_revenue_slots;
