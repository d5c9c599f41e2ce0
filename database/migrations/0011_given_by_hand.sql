-- A code or link that a person gave is recognized when it comes again. The others have no fingerprint.
alter table fulfilments add column fingerprint bytea;
-- The new column is empty, and the table has a row for each decision of a person: it is read in no time.
-- squawk-ignore require-concurrent-index-creation
create unique index fulfilments_fingerprint on fulfilments (fingerprint) where fingerprint is not null;
