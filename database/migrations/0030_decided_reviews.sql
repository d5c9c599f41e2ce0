-- The newest decisions are found without reading all that were ever made.
drop index concurrently if exists risk_reviews_decided;
create index concurrently risk_reviews_decided on risk_reviews (decided_at desc) where decision is not null;
