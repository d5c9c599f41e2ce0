-- Up Migration

-- What an admin may do, see ROLE_PERMISSIONS. Whoever was an admin before there were roles may do everything.
alter table users add column staff_role text check (staff_role in ('owner', 'finance', 'support', 'read_only'));
update users set staff_role = 'owner' where is_admin;
alter table users add constraint users_staff_role_check1 check (is_admin = (staff_role is not null));

-- Every action of staff. Each entry holds the hash of the one before, so that none can be changed, removed or slipped in
-- without breaking the chain.
create table audit_entries (
  -- Without a gap, in the order of the chain.
  id bigint primary key,
  at timestamptz not null,
  -- Who: a member's id, `operator` for the command line, or `key:<id>` of another system.
  actor text not null,
  actor_role text not null,
  ip text not null,
  -- The call, as `POST /api/admin/...`, or the command.
  action text not null,
  -- What it was done to: `member`, `redemption`, `mission` ... and its id.
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, id desc);
create index audit_entries_actor on audit_entries (actor, id desc);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only' using errcode = 'PF002';
end $$;
create trigger audit_entries_immutable before update or delete on audit_entries
  for each row execute function audit_refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function audit_refuse_change();

-- SHA-256 over every column but the hash itself. jsonb's text form is canonical: keys are sorted, numbers are kept.
create function audit_hash(entry audit_entries) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.actor_role,
    entry.ip, entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason,
    encode(entry.previous_hash, 'hex'))::text, 'UTF8'))
$$;

-- Appends an entry at the end of the chain. One at a time: call it last in a transaction.
create function audit_append(actor text, actor_role text, ip text, action text, subject_kind text, subject_id text,
  before jsonb, after jsonb, reason text) returns void language plpgsql as $$
declare
  last audit_entries;
  entry audit_entries;
begin
  perform pg_advisory_xact_lock(hashtext('audit_entries'));
  select * into last from audit_entries a order by a.id desc limit 1;
  entry := (coalesce(last.id, 0) + 1, clock_timestamp(), actor, actor_role, ip, action, subject_kind, subject_id,
    before, after, reason, coalesce(last.hash, ''::bytea), null);
  entry.hash := audit_hash(entry);
  insert into audit_entries values (entry.*);
end $$;

-- Down Migration

drop table audit_entries cascade;
drop function audit_append, audit_refuse_change;
alter table users drop column staff_role;
