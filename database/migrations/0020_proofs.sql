-- Up Migration

-- A proof of a wall whose signed parts stand side by side would fit other values too, cut at another place. It proves the
-- values that it was seen with first (server/domain/earning/bind-proofs.ts). Digests of 16 bytes.
create table postback_proofs (
  wall text not null,
  proof bytea not null,
  covered bytea not null,
  primary key (wall, proof)
);

-- A transaction id that is a member's code at any wall is refused, as are the codes of members who have left: they know
-- them still. Codes are random and say nothing of whose they were.
create index wall_members_code on wall_members (code);
create table former_wall_codes (code text primary key);
create function keep_former_wall_code() returns trigger language plpgsql as $$
begin
  insert into former_wall_codes (code) values (old.code) on conflict do nothing;
  return null;
end $$;
create trigger keep_former_wall_code after delete on wall_members for each row execute function keep_former_wall_code();

create index webhook_transactions_reversed_by on webhook_transactions (provider, reversed_by)
  where reversed_by is not null;

-- What proved the calls of before was kept with them, where their members and staff could read it.
update webhook_transactions
  set raw_payload = regexp_replace(raw_payload, '([?&\n](?:hash|sig|signature|txnHash|oiHash)=)[^&\s]*', '\1[redacted]', 'g')
  where raw_payload is not null;
update postback_log
  set raw = regexp_replace(raw, '([?&\n](?:hash|sig|signature|txnHash|oiHash)=)[^&\s]*', '\1[redacted]', 'g');

-- Down Migration

drop index webhook_transactions_reversed_by;
drop trigger keep_former_wall_code on wall_members;
drop function keep_former_wall_code;
drop table former_wall_codes;
drop index wall_members_code;
drop table postback_proofs;
