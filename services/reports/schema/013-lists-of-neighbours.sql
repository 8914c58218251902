-- The most supported of each issue type and status; the few columns after them are what lists are narrowed by.
create index reports_by_supports_of_kind on reports (
  tehsil, issue, status, supports, created_at, id, schedule, due, assignee
) where supports > 0;
-- What is on a part of the map, with what lists are made from: no row is read to find them.
create index reports_by_point on reports (lat, long, tehsil, id) where lat is not null;

-- Of the open reports (open_by_due), those that are duplicates: figures and digests count the other report alone. functions/counts.sql
-- keeps it.
create table open_duplicates (
  tehsil text not null,
  issue text not null,
  due date not null,
  reports bigint not null,
  primary key (tehsil, issue, due)
);
insert into open_duplicates (tehsil, issue, due, reports)
select tehsil, issue, due, count(*) from reports where duplicate_of is not null and phase = 'open' group by tehsil, issue, due;

-- Which trigrams the words of a place have: one of 256 bits for each, so that Postgres compares by trigrams only places that share enough
-- bits to be alike. What is stored depends on it: it is never changed, another one would get another name. It finds pg_trgm also where a
-- dump is read back, which has no search path.
create function place_bits(words text) returns bit(256) language sql immutable strict parallel safe
set search_path from current as $$
  select coalesce(
    bit_or(set_bit(0::bit(256), (ascii(trigram) * 961 + ascii(substr(trigram, 2)) * 31 + ascii(substr(trigram, 3))) % 256, 1)),
    0::bit(256))
  from unnest(show_trgm(words)) as trigram
$$;
alter table report_places add column bits bit(256) not null generated always as (place_bits(words)) stored;
