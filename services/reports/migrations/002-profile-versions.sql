-- Which version of a person's profile is known; empty while only tokens and events without one have said anything.
alter table people add column version bigint;
