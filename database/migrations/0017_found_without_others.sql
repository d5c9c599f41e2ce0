-- The tasks that were taken back lately, and who was seen lately with a kind of device in a network, are found without reading others.
drop index concurrently if exists tasks_reversed_at;
create index concurrently tasks_reversed_at on tasks (reversed_at) include (user_id, completed_at) where reversed_at is not null;
drop index concurrently if exists known_devices_near;
create index concurrently known_devices_near on known_devices (network, device, seen_at desc, user_id);
drop index concurrently if exists known_devices_network;
