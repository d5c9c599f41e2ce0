-- What staff list and search is found without reading what there ever was: approvals that are open, the newest approvals and awards,
-- and actions by their beginning, in the collation of whatever database. Until now, expired approvals that nobody decided stood before
-- the open ones, and only the collation C found a beginning.
drop index concurrently if exists approvals_undecided;
create index concurrently approvals_undecided on approvals (expires_at) where decision is null;
drop index concurrently if exists approvals_open;
drop index concurrently if exists approvals_requested_at;
create index concurrently approvals_requested_at on approvals (requested_at);
drop index concurrently if exists cash_rewards_created_at;
create index concurrently cash_rewards_created_at on cash_rewards (created_at desc, id);
drop index concurrently if exists audit_entries_beginning;
create index concurrently audit_entries_beginning on audit_entries (action text_pattern_ops, id desc);
drop index concurrently if exists audit_entries_action;
