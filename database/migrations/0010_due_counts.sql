-- Counts of attempts that have ended are found by their time. A count keeps its time for as long as it runs, so counting one more
-- writes no index.
drop index concurrently if exists rate_limits_expire;
create index concurrently rate_limits_expire on rate_limits (expire);
