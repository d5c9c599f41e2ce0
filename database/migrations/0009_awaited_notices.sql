-- Late notices are counted however many marketing mails wait before them.
drop index concurrently if exists notices_awaited;
create index concurrently notices_awaited on notices (created_at) where delivered_at is null and kind <> 'marketing';
