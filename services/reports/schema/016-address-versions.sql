-- Of the event that said the address. Which one that was is not known of addresses of before: the last one at the latest.
alter table people add column email_version bigint not null default 0;
update people set email_version = version where email is not null;
