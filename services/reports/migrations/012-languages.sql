-- The language of a person's mails, from their token or the events of auth; null until either has said one: then it is the default.
alter table people add column language text;
