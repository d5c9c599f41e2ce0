-- The points that former members left behind are summed up without reading those who are here.
drop index concurrently if exists users_left_points;
create index concurrently users_left_points on users (id) where erased_at is not null and points > 0;
