-- The newest reports of a tehsil that are shown to everybody. Few are, so it is small.
create index reports_shared on reports (tehsil, created_at desc, id desc) where shared and not hidden;
