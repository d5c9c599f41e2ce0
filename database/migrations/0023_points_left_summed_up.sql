-- What former members left behind, summed up once an hour: there are ever more of them.
alter table ledger_rollup add column points_left bigint default 0 not null;
