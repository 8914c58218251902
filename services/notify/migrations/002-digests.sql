-- A change that is told together with others, once this moment has come.
alter table deliveries add column held_until timestamptz;
-- How much somebody was sent lately, and what can be forgotten.
create index deliveries_sent on deliveries (recipient, sent_at) where sent_at is not null;
create index deliveries_recent on deliveries (recipient, created_at) where kind = 'StatusChanged';
