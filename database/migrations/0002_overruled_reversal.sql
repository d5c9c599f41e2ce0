-- When the advertiser took an attempt back that staff granted all the same; it is never cleared.
alter table mission_attempts add column overruled_reversal_at timestamptz;
