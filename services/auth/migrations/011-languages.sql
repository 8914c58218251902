-- The language of a person's mails. Who was here before, and who joins by an instance of the version before, has the default.
alter table profiles add column language text not null default 'en';
alter table admins add column language text not null default 'en';
