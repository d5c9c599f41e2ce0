-- By which a server with another APP_SECRET is recognized: what it encrypts nobody could read beside the rest.
create table secret_mark (
  single boolean primary key default true check (single),
  mark text not null
);
