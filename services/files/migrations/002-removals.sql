-- Files whose rows were deleted: noted in the transaction that deleted them, and removed from the storage after it.
create table removals (
  id uuid primary key,
  -- Null for documents, as in uploads.
  public_name text
);
