-- The company says that the offer asks for no money; false also where it does not say. `purchase` stays what it says the other way.
alter table feed_offers add column no_purchase boolean not null default false;

-- How many offers of each wall a rule names, by the id of the wall; null until it was counted.
alter table offer_rules add column offers jsonb;
