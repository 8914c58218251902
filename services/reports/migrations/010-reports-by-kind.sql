-- Each large index is a migration of its own: writes wait while it is built, not while two are.
-- For lists of one issue type, of one assignee or of nobody, and of what is overdue: of each issue type and status they have the
-- reports in the order of lists, so that a page of any of these is merged from a page of each (stores/admin-reports.store.ts).
create index reports_by_kind on reports (tehsil, issue, status, created_at, id, schedule, due);
