-- The reference of the report, as the audit log names it. Null until the report's event was handled, and of reports of before.
alter table uploads add column reference text;
