-- What a mail with a link says, sealed with LINK_SECRET; `content` is empty then. An instance of the version before cannot
-- send it, and leaves it to those that can.
alter table deliveries add column sealed_content bytea;
