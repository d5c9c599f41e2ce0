-- Notices that wait are found, and late ones counted, without those of mails to many members, announcements among them.
drop index concurrently if exists notices_awaited_singly;
create index concurrently notices_awaited_singly on notices (created_at)
  where delivered_at is null and kind not in ('marketing', 'announcement');
