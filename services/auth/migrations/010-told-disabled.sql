-- Whether the last AdministratorSaved about them said that they are disabled. Where it is not so, one is due: to those who were disabled
-- before, and to those whom a version before disables or enables.
alter table admins
  add column told_disabled boolean not null default false,
  -- Who is disabled is told of once a day: an instance of another service that is of the version before forgets what it hears of that.
  add column told_at timestamptz not null default now();
create index admins_untold_disabled on admins (id) where told_disabled <> (disabled_at is not null);
