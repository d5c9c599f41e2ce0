-- A pull can bring almost none of the offers that the catalogue has. The table has few rows, one for each wall with a feed: it is
-- checked in no time.
alter table feeds drop constraint feeds_fault_check;
-- squawk-ignore constraint-missing-not-valid
alter table feeds add constraint feeds_fault_check
  check (fault in ('timeout', 'connection', 'redirect', 'refused', 'throttled', 'status', 'unreadable', 'too_large', 'endless',
    'fewer', 'exchanged', 'interrupted'));

-- The setup of the last try, whatever came of it; `setup` is that of the catalogue.
alter table feeds add column tried_setup text not null default '';
