-- From when on a key signs: it is public before, so that whoever checks a token of it knows it.
alter table signing_keys add column signs_from timestamptz not null default now();
