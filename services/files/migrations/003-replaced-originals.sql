-- When the original of an erased person's picture was replaced by what everybody sees, or removed. Pictures of people erased
-- by an earlier version have no owner either.
alter table uploads add column original_replaced_at timestamptz;
create index uploads_of_erased on uploads (id) where owner_id is null and original_replaced_at is null and kind = 'image';
