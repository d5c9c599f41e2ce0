-- An alarm tells of a wall that paid what staff had granted before. The table has few rows, one for each wall, kind and day with an
-- alarm: it is checked in no time.
alter table wall_alarms drop constraint wall_alarms_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table wall_alarms add constraint wall_alarms_kind_check
  check (kind in ('points', 'points_per_credit', 'member', 'unnamed', 'flagged', 'cost', 'underpaid', 'paid_twice'));
