-- Keeps `is_open`: a search for places with similar words reads open reports alone.
create or replace function keep_open_places() returns trigger language plpgsql as $$
begin
  update report_places set is_open = new.phase = 'open' where report_id = new.id;
  return null;
end $$;
create or replace trigger keep_open_places after update of phase on reports
  for each row when (old.phase is distinct from new.phase) execute function keep_open_places();

-- Metres between two points on a sphere (degrees of WGS 84), with PostGIS's formula and its radius, a third of (2a + b): what is within
-- a distance is the same as by ST_DWithin without a spheroid.
create or replace function sphere_distance(lat_1 float8, long_1 float8, lat_2 float8, long_2 float8) returns float8
language sql immutable parallel safe as $$
  select 6371008.771415059 * atan2(
    sqrt(power(cosd(lat_2) * sind(long_2 - long_1), 2)
      + power(cosd(lat_1) * sind(lat_2) - sind(lat_1) * cosd(lat_2) * cosd(long_2 - long_1), 2)),
    sind(lat_1) * sind(lat_2) + cosd(lat_1) * cosd(lat_2) * cosd(long_2 - long_1))
$$;
