-- What administrators are in their office: who is mailed what is overdue. Those of before are heads.
alter table administrators add column role text not null default 'head';
