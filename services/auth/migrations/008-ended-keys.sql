-- When a key that was retired for good stops being public: no token of it counts from then on.
alter table signing_keys add column ended_at timestamptz;
