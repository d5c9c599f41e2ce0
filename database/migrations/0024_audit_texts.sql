-- Up Migration

-- Words about a member (why they were paused, what they were answered) stand beside the trail, so that they can be erased
-- with the account. The entry keeps a hash of them under a salt that goes with them: it proves the words while they are
-- there, and nobody can try words against it afterwards.
create table audit_texts (
  -- Of audit_entries, which refuses to be emptied by itself: the check of the trail compares the two.
  entry_id bigint primary key,
  -- Whom they are about. Null where an entry of older days is about something that is gone, and so are its words.
  member_id uuid references users,
  salt bytea,
  text text,
  check ((salt is null) = (text is null) and (member_id is not null or text is null))
);
create index audit_texts_member_id on audit_texts (member_id);

-- Words can be emptied, and nothing else.
create function audit_text_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.text is null and new.salt is null
    and new.entry_id = old.entry_id and new.member_id is not distinct from old.member_id then
    return new;
  end if;
  raise exception 'audit_texts can only be emptied' using errcode = 'PF002';
end $$;
create trigger audit_texts_immutable before update or delete on audit_texts
  for each row execute function audit_text_refuse_change();
create trigger audit_texts_no_truncate before truncate on audit_texts
  for each statement execute function audit_text_refuse_change();

create function audit_text_hash(salt bytea, text text) returns bytea language sql immutable as $$
  select sha256(salt || convert_to(text, 'UTF8'))
$$;

alter table audit_entries add column text_hash bytea;

-- As before for entries without words.
create or replace function audit_hash(entry audit_entries) returns bytea language sql stable as $$
  select sha256(convert_to((jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.actor_role,
    entry.ip, entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason,
    encode(entry.previous_hash, 'hex')) || case when entry.text_hash is null then '[]'
      else jsonb_build_array(encode(entry.text_hash, 'hex')) end)::text, 'UTF8'))
$$;

drop function audit_append;
-- Appends an entry at the end of the chain. One at a time: call it last in a transaction.
create function audit_append(actor text, actor_role text, ip text, action text, subject_kind text, subject_id text,
  before jsonb, after jsonb, reason text, about uuid, words text, salt bytea) returns void language plpgsql as $$
declare
  last audit_entries;
  entry audit_entries;
begin
  perform pg_advisory_xact_lock(hashtext('audit_entries'));
  select * into last from audit_entries a order by a.id desc limit 1;
  entry := (coalesce(last.id, 0) + 1, clock_timestamp(), actor, actor_role, ip, action, subject_kind, subject_id,
    before, after, reason, coalesce(last.hash, ''::bytea), null, audit_text_hash(salt, words));
  entry.hash := audit_hash(entry);
  insert into audit_entries values (entry.*);
  if words is not null then
    insert into audit_texts (entry_id, member_id, salt, text) values (entry.id, about, salt, words);
  end if;
end $$;

-- Moves the words of the entries that are there out of the trail, which is written anew from the first of them on; a last
-- entry tells the hash that stood for all of them before. A trail that does not prove itself is left as it is: writing it
-- anew would hide what was done to it.
do $$
declare
  old_head bytea;
  moved integer;
  previous bytea;
  entry audit_entries;
begin
  if exists (
    select from (
      select e.hash = audit_hash(e) as untouched, e.id = row_number() over (order by e.id) as gapless,
        e.previous_hash = lag(e.hash, 1, ''::bytea) over (order by e.id) as follows
      from audit_entries e
    ) chain where not (untouched and gapless and follows)
  ) then
    return;
  end if;
  select hash into old_head from audit_entries order by id desc limit 1;

  insert into audit_texts (entry_id, member_id, salt, text)
  select w.id, u.id, case when kept then w.salt end, case when kept then w.reason end
  from (
    select e.id, e.reason, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as salt,
      case e.subject_kind when 'member' then e.subject_id::uuid
        when 'claim' then (select c.user_id from reward_claims c where c.id::text = e.subject_id)
        else (select a.user_id from appeals a where a.id::text = e.subject_id) end as member_id
    from audit_entries e
    where e.reason is not null and e.action in ('POST /api/admin/users/{id}/pause',
      'POST /api/admin/claims/{id}/decision', 'POST /api/admin/appeals/{id}/decision')
  ) w
    left join users u on u.id = w.member_id
    cross join lateral (select u.id is not null and u.erased_at is null as kept) k;
  get diagnostics moved = row_count;
  if moved = 0 then
    return;
  end if;

  alter table audit_entries disable trigger audit_entries_immutable;
  update audit_entries e
    set reason = null,
      -- Of words that are gone already nothing can be proven: the hash of none.
      text_hash = coalesce(audit_text_hash(t.salt, t.text), ''::bytea)
    from audit_texts t where t.entry_id = e.id;
  for entry in select * from audit_entries where id >= (select min(entry_id) from audit_texts) order by id loop
    entry.previous_hash := coalesce((select hash from audit_entries where id = entry.id - 1), ''::bytea);
    entry.hash := audit_hash(entry);
    update audit_entries set previous_hash = entry.previous_hash, hash = entry.hash where id = entry.id;
  end loop;
  alter table audit_entries enable trigger audit_entries_immutable;
  perform audit_append('operator', 'operator', '', 'upgrade', 'audit_trail', 'texts',
    jsonb_build_object('hash', encode(old_head, 'hex')), jsonb_build_object('texts', moved), null, null, null, null);
end $$;

-- Down Migration

-- Entries with words no longer prove themselves then: their hash is left out.
drop function audit_append;
create or replace function audit_hash(entry audit_entries) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.actor_role,
    entry.ip, entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason,
    encode(entry.previous_hash, 'hex'))::text, 'UTF8'))
$$;

alter table audit_entries drop column text_hash;
drop table audit_texts;
drop function audit_text_refuse_change, audit_text_hash;

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
