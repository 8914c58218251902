-- Of whoever has no account: where they can be called, and the language of their mails. What is known of others is in people.
alter table reports add column reporter_contact text;
alter table reports add column reporter_language text;
