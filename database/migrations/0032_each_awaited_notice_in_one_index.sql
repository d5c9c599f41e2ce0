-- A notice that waits stands in one index of those that do, not in three: mails to many in one, every other notice in the other.
drop index concurrently if exists notices_awaited_to_many;
create index concurrently notices_awaited_to_many on notices (created_at)
  where delivered_at is null and kind in ('marketing', 'announcement');
drop index concurrently if exists notices_awaited;
drop index concurrently if exists notices_undelivered;
