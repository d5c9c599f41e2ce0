-- A browser gets push messages for as long as its session. No row has one yet, so PostgreSQL has none to check.
-- squawk-ignore adding-foreign-key-constraint
alter table push_subscriptions add column session_id text references sessions on update cascade on delete cascade;
-- What the version before stored, and stores beside this one, has no session: until then messages still go there. The time is
-- that of this migration for the rows that exist.
alter table push_subscriptions add column untied_until timestamptz default now() + interval '14 days';
-- The table has at most ten rows of a member, and none of them has an entry here yet. A file of its own would leave a time in
-- which every end of a session reads the whole table.
-- squawk-ignore require-concurrent-index-creation
create unique index push_subscriptions_session_id on push_subscriptions (session_id) where session_id is not null;
