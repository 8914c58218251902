-- What the key of the other system that brought a report is called.
alter table history add column system text;
-- Reports of every kind by their last change, newest first: for other systems, which ask for what has changed.
create index reports_by_change on reports (tehsil, issue, status, updated_at, id) where not hidden;
