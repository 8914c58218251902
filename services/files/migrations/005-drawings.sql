-- Until when an instance draws a public version of this picture: no other one does so at the same time.
alter table uploads add column drawing_until timestamptz;
-- Until when nobody tries again to draw a picture that could not be decoded.
alter table uploads add column refused_until timestamptz;
-- When the files of a picture were removed for the first time. A version that was being drawn may come after that: they
-- are removed once more.
alter table removals add column removed_at timestamptz;
