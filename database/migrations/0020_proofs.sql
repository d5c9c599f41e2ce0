-- Up Migration

-- A proof of a wall whose signed parts stand side by side would fit other values too, cut at another place. It proves the
-- values that it was seen with first (server/domain/earning/intake/bind-proofs.ts). Digests of 16 bytes.
create table postback_proofs (
  wall text not null,
  proof bytea not null,
  covered bytea not null,
  primary key (wall, proof)
);

-- A transaction id that is a member's code at any wall is refused, as are the codes of members who have left: they know
-- them still. Of those a hash is kept: a code is random and says nothing of whose it was.
create index wall_members_code on wall_members (code);
create table former_wall_codes (code_hash bytea primary key);
create function keep_former_wall_code() returns trigger language plpgsql as $$
begin
  insert into former_wall_codes (code_hash) values (sha256(convert_to(old.code, 'UTF8'))) on conflict do nothing;
  return null;
end $$;
create trigger keep_former_wall_code after delete on wall_members for each row execute function keep_former_wall_code();

create index webhook_transactions_reversed_by on webhook_transactions (provider, reversed_by)
  where reversed_by is not null;

-- A proof of before is tied to the values of its call as well: its member may hold it. As server/domain/earning/wall-format/verify.ts
-- does it, for the vendors of which calls were kept.
insert into postback_proofs (wall, proof, covered)
select distinct on (wall, lower(sig)) wall,
  substring(sha256(convert_to('["' || lower(sig) || '"]', 'UTF8')) for 16),
  substring(sha256(convert_to('[' || signed || ',' || mark || ']', 'UTF8')) for 16)
from (
  select wall, place, received_at, mark,
    coalesce(substring(raw from '[?&\n]signature=([0-9A-Fa-f]{32})(?:&|\s|$)'),
      substring(raw from '[?&\n]hash=([0-9A-Fa-f]{64})(?:&|\s|$)')) as sig,
    case wall
      when 'lootably' then '"' || substring(raw from '[?&]userID=([a-z0-9]+)(?:&|\s|$)')
        || '","' || replace(upper(substring(raw from '[?&]ip=((?:[0-9a-fA-F.:]|%3[aA])+)(?:&|\s|$)')), '%3A', ':')
        || '","' || substring(raw from '[?&]revenue=([0-9.-]+)(?:&|\s|$)')
        || '","' || substring(raw from '[?&]currencyReward=([0-9.-]+)(?:&|\s|$)') || '"'
      else '"' || substring(raw from '[?&\n]subId=([a-z0-9]+)(?:&|\s|$)') || '",' || to_json(transaction_id)
        || ',"' || substring(raw from '[?&\n]reward=([0-9.-]+)(?:&|\s|$)') || '"'
    end as signed
  from (
    select provider as wall, transaction_id, raw_payload as raw, created_at as received_at, 1 as place, 'null' as mark
    from webhook_transactions
    union all
    select wall, transaction_id, raw, received_at, 2, case verdict when 'test' then '"test"' else 'null' end
    from postback_log where verdict not in ('bad_signature', 'refused')
  ) calls
  where wall in ('lootably', 'wannads', 'revlum', 'bitcotasks')
) proven
where sig is not null and signed is not null
order by wall, lower(sig), place, received_at;

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
