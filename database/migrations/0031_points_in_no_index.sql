-- A new balance stays on its page again (0061): an index whose condition names the points was written by each credit, and with it all
-- other indexes of users.
drop index concurrently if exists users_left;
create index concurrently users_left on users (id) where erased_at is not null;
drop index concurrently if exists users_left_points;
