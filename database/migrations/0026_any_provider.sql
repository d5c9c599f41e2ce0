-- Up Migration

-- Which payout providers there are is a matter of the site's settings: the database asks for the form of the name alone.
alter table rewards drop constraint rewards_provider_check,
  add constraint rewards_provider_check check (provider ~ '^[a-z][a-z0-9-]{0,39}$');

-- Down Migration

-- A reward of a provider that the earlier version does not know waits for an admin to give it another.
update rewards set provider = 'manual', status = 'paused'
  where provider not in ('sandbox', 'manual', 'stock', 'tremendous', 'stripe');
alter table rewards drop constraint rewards_provider_check,
  add constraint rewards_provider_check check (provider in ('sandbox', 'manual', 'stock', 'tremendous', 'stripe'));
