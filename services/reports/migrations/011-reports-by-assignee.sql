-- The same by assignee.
-- Nobody is an id that no administrator has: Postgres walks an index in order where a column has a value, not where it is null.
create index reports_by_assignee on reports (
  tehsil, (coalesce(assignee, '00000000-0000-0000-0000-000000000000'::uuid)), issue, status, created_at, id, schedule, due
);
