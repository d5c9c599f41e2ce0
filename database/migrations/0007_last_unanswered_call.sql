-- When the last call that could pay for a redemption was made without an answer: `unanswered_since` is that of the first.
alter table card_redemptions add column last_unanswered_at timestamptz;
