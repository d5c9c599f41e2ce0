-- What an admin took within the last day is found without all that they ever gave and took.
drop index concurrently if exists points_adjustments_taken;
create index concurrently points_adjustments_taken on points_adjustments (requested_by, created_at) where points < 0;
