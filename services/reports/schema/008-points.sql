-- What is on a part of the map.
create index reports_points on reports (lat, long, tehsil) where lat is not null;
