-- Issued rewards are found by when they were asked for, to be compared with the lists of their providers, and by their last day.
drop index concurrently if exists card_redemptions_issued;
create index concurrently card_redemptions_issued on card_redemptions (provider, created_at) where status = 'issued';
drop index concurrently if exists card_redemptions_expires_at;
create index concurrently card_redemptions_expires_at on card_redemptions (expires_at) where status = 'issued';
