-- Whom reports are assigned to: crew read the pictures of theirs alone.
create table assignments (
  report_id uuid primary key,
  assignee uuid not null
);
