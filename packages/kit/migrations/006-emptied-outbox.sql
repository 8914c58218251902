-- Whether the event's data were taken out of its row: everybody who reads its topic has handled it.
alter table outbox add column emptied boolean not null default false;
create index outbox_filled on outbox (published_at) where published_at is not null and not emptied;
