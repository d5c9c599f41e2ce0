-- Up Migration

-- When the second factor was last proven in this session; null: never. A member with two-factor sign-in is fresh only
-- while both this and authenticated_at, the time of the password, are of the last minutes.
alter table sessions add column second_factor_at timestamptz;

-- Down Migration

alter table sessions drop column second_factor_at;
