-- Where mails to a person go since they changed their address; null until they did: then it is the one that each report was sent with.
alter table people add column email text;
