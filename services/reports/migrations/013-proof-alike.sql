-- The reference of the report whose picture this one resembled when it was sent; null where it resembled none, and of proofs of before.
alter table proofs add column alike text;
