-- When administrators removed a picture: its public address answers 410, its files are gone. The row stays for its hash: as a proof the
-- same picture is not a new one.
alter table uploads add column removed_at timestamptz;
