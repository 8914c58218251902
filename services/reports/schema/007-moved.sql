-- That the point of a report was corrected is a fact of its history. Rows of before need no check.
alter table history drop constraint history_kind_check;
alter table history add constraint history_kind_check check (kind in
  ('created', 'changed', 'noted', 'assigned', 'proved', 'confirmed', 'disputed', 'unanswered', 'hidden', 'shown', 'moved')) not valid;
