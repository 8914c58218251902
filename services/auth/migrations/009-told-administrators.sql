-- The tehsil of the last AdministratorSaved about them; null: there was none yet. Where it is not `tehsil`, one is due: to those
-- of before, and to those whom an instance of the version before registers or moves.
alter table admins add column told_tehsil text;
create index admins_untold on admins (id) where told_tehsil is distinct from tehsil;
