-- Up Migration

-- Since when the provider's answer to a call that may have paid out is missing.
alter table card_redemptions add column unanswered_since timestamptz;
-- One card of a provider never answers two redemptions.
create unique index card_redemptions_provider_ref on card_redemptions (provider, provider_ref)
  where provider_ref is not null;

-- Down Migration

drop index card_redemptions_provider_ref;
alter table card_redemptions drop column unanswered_since;
