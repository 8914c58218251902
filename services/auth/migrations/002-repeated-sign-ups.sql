-- When the owner of a confirmed address was last told that somebody signed up with it again.
alter table users add column sign_up_repeated_at timestamptz;
