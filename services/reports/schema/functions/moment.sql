-- The time of what happens to a report now. It is asked for once the report's row is locked: then these times have the order of the
-- locks, and those of the history never run backwards, not even where the clock does. `now()` is the time at which the transaction
-- began, which may be before it waited for the row. Volatile: it sees what was committed while its statement waited. `updated_at` never
-- runs backwards either: it may be later than the last entry, as sharing a report adds none and that of a new one has the time of its id.
create or replace function moment(report uuid) returns timestamptz language sql volatile as $$
  select greatest(clock_timestamp(), at + interval '1 microsecond', updated_at + interval '1 microsecond')
  from reports left join (select at from history where report_id = report order by seq desc limit 1) as last on true
  where id = report
$$;
