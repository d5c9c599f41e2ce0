-- Issued rewards of whose end nobody was reminded are found by it.
drop index concurrently if exists card_redemptions_to_remind;
create index concurrently card_redemptions_to_remind on card_redemptions (expires_at) where status = 'issued' and reminded_at is null;
