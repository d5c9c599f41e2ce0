-- When the member of an issued reward was reminded that it ends. Servers of the version before remind nobody, and leave it empty.
alter table card_redemptions add column reminded_at timestamptz;
