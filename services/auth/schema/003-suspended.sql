-- When an operator suspended a resident: nobody signs in to the account until it is resumed.
alter table users add column suspended_at timestamptz;
