-- Reports that are hidden and shown again are facts of their history. Rows of before need no check.
alter table history drop constraint history_kind_check;
alter table history add constraint history_kind_check check (kind in
  ('created', 'changed', 'noted', 'assigned', 'proved', 'confirmed', 'disputed', 'unanswered', 'hidden', 'shown')) not valid;
-- Few are hidden: whose they are is asked for with every list that has not changed.
create index reports_hidden on reports (user_id) where hidden;
