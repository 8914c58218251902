-- What an administrator is in their office, and so what they may. Those of before are heads.
alter table admins add column role text not null default 'head' check (role in ('head', 'clerk', 'crew'));
