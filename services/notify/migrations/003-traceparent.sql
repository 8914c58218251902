-- The trace of which sending a mail is a part; the version before leaves it empty.
alter table deliveries add column traceparent text;
