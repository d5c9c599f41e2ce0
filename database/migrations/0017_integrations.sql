-- Up Migration

-- Keys by which other systems call the admins' part of the API, each for the admin who made it.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- SHA-256 of the key, which nobody can read again.
  hash bytea not null unique,
  -- The first characters of its random part, to tell keys apart.
  hint text not null,
  -- Some of PERMISSIONS.
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_created_by on api_keys (created_by);

-- Down Migration

drop table api_keys;
