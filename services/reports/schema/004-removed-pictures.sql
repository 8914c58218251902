-- A report has no picture any more once administrators removed it.
alter table reports alter column image drop not null;
