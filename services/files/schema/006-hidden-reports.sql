-- Hidden reports, whether they have pictures or not: one that comes later is not public either.
create table hidden_reports (
  report_id uuid primary key
);
insert into hidden_reports select distinct report_id from uploads where hidden;
