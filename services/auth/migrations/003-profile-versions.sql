-- Grows each time a profile is saved: what is newer is told by it, not by a clock.
alter table profiles add column version bigint not null default 1;
