-- The time that a company gives for a whole offer, beside that of each step. Servers of the version before leave it empty.
alter table feed_offers add column deadline_seconds integer;
