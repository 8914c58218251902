-- Residents may ask for one issue type of one status in all tehsils: where that is rare, a list of either was walked to its end.
create index reports_by_issue_status on reports (issue, status, created_at, id);
