-- docs/decisions/038-a-closure-is-a-claim.md says why.

-- Instances of the version before lock a report first and write what happened then: in the other order both would wait for ever.
lock table reports, report_changes in access exclusive mode;

-- Every fact about a report, its creation first. The rows of before stay where they are: only the name is new.
alter table report_changes rename to history;
alter table history rename column position to seq;
alter index report_changes_by_report rename to history_by_report;
alter index report_changes_pkey rename to history_pkey;
alter table history
  -- Null in entries by versions before: those by the resident are `created`, those by the administration `changed`.
  add column kind text check (kind in
    ('created', 'changed', 'noted', 'assigned', 'proved', 'confirmed', 'disputed', 'unanswered')),
  add column administrator_id uuid,
  -- A note, or what the reporter said is not fixed.
  add column text text,
  -- Of a note: whether the reporter reads it.
  add column public boolean not null default false,
  -- The public path of a picture of the finished work.
  add column image text,
  drop constraint report_changes_made_by_check,
  add constraint history_made_by_check check (made_by in ('resident', 'administration', 'portal'));

-- For instances of the version before, in a rolling update; it goes with the next migration. They know these facts only.
create view report_changes as
  select seq as position, report_id, at, status, schedule, made_by from history
  where kind is null or kind in ('created', 'changed', 'disputed');

-- What lists show of a report's last closure, so that they read the row alone.
alter table reports
  -- The state of its last closure; null when there is none, or it was withdrawn.
  add column closure text check (closure in ('claimed', 'confirmed', 'disputed', 'unanswered')),
  -- The public path of that closure's picture.
  add column proof text,
  -- How often the reporter said that it is not fixed.
  add column disputes integer not null default 0,
  -- From a dispute until a closure of the report is confirmed.
  add column needs_proof boolean not null default false;
create index reports_disputed on reports (tehsil, created_at, id)
  where needs_proof and status in ('Open', 'In Progress');

-- Pictures of finished work. A file is proof once in a tehsil.
create table proofs (
  -- A UUIDv7.
  id uuid primary key,
  report_id uuid not null references reports (id),
  tehsil text not null,
  -- The administrator.
  sent_by uuid not null,
  -- For administrators.
  note text,
  -- The public path.
  image text not null,
  -- Of the file, in hexadecimal digits.
  sha256 text not null,
  -- What the camera says: its own time, without a zone.
  taken_at timestamp,
  at timestamptz not null default now(),
  constraint proofs_sha256 unique (tehsil, sha256)
);
create index proofs_by_report on proofs (report_id, at);
-- For whoever sees the picture and asks when it was taken.
create index proofs_by_image on proofs (image);

-- Each time a report was closed: a claim, until the reporter answers it, the time is over, or it is opened again.
create table closures (
  -- A UUIDv7; also the id of the mailed link.
  id uuid primary key,
  report_id uuid not null references reports (id),
  -- 1 for the report's first.
  attempt integer not null,
  state text not null check (state in ('claimed', 'confirmed', 'disputed', 'unanswered', 'withdrawn')),
  -- The administrator.
  closed_by uuid not null,
  closed_by_email text,
  -- A proof belongs to one closure at most.
  proof_id uuid constraint closures_proof unique references proofs (id),
  claimed_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  -- What is not fixed, in the reporter's words; null also once they were erased.
  reason text,
  constraint closures_attempt unique (report_id, attempt)
);
-- At most one closure of a report is open or stands.
create unique index closures_standing on closures (report_id) where state in ('claimed', 'confirmed', 'unanswered');
create index closures_due on closures (answer_by) where state = 'claimed';

-- What the identity events said of each administrator.
create table administrators (
  id uuid primary key,
  name text not null,
  email text not null,
  tehsil text not null,
  language text,
  -- When what is here was said; what is older changes nothing.
  said_at timestamptz not null
);

-- A tehsil's figures in one row, beside the reports that were ever closed.
alter table resolved_counts
  add column confirmed bigint not null default 0,
  -- Reports that were ever disputed.
  add column disputed bigint not null default 0,
  add column unanswered bigint not null default 0,
  -- Reports whose closure is open or stands, without a picture.
  add column without_proof bigint not null default 0,
  -- Reports that are to be mended after a dispute.
  add column disputed_now bigint not null default 0;

-- The figures follow the rows, whichever version of the service changes them. At the end of the transaction: all changes of the
-- tehsil wait for this row.
create function keep_figures() returns trigger language plpgsql as $$
begin
  insert into resolved_counts as known
    (tehsil, reports, confirmed, disputed, unanswered, without_proof, disputed_now)
  values (
    new.tehsil, 0,
    (new.closure is not distinct from 'confirmed')::int - (old.closure is not distinct from 'confirmed')::int,
    (new.disputes > 0)::int - (old.disputes > 0)::int,
    (new.closure is not distinct from 'unanswered')::int - (old.closure is not distinct from 'unanswered')::int,
    (new.proof is null and coalesce(new.closure, 'disputed') <> 'disputed')::int
      - (old.proof is null and coalesce(old.closure, 'disputed') <> 'disputed')::int,
    (new.needs_proof and new.status in ('Open', 'In Progress'))::int
      - (old.needs_proof and old.status in ('Open', 'In Progress'))::int
  )
  on conflict (tehsil) do update set
    confirmed = known.confirmed + excluded.confirmed,
    disputed = known.disputed + excluded.disputed,
    unanswered = known.unanswered + excluded.unanswered,
    without_proof = known.without_proof + excluded.without_proof,
    disputed_now = known.disputed_now + excluded.disputed_now;
  return null;
end $$;
create constraint trigger keep_figures after update on reports
  deferrable initially deferred for each row
  -- Only where a figure changes: most changes of a status, and closing with a proof, do not wait for that row.
  when ((
    old.closure is not distinct from 'confirmed', old.disputes > 0, old.closure is not distinct from 'unanswered',
    old.proof is null and coalesce(old.closure, 'disputed') <> 'disputed',
    old.needs_proof and old.status in ('Open', 'In Progress')
  ) is distinct from (
    new.closure is not distinct from 'confirmed', new.disputes > 0, new.closure is not distinct from 'unanswered',
    new.proof is null and coalesce(new.closure, 'disputed') <> 'disputed',
    new.needs_proof and new.status in ('Open', 'In Progress')
  ))
  execute function keep_figures();

-- For instances of the version before, which know of no closures; these go with the next migration, too.
create function withdraw_closure() returns trigger language plpgsql as $$
begin
  update closures set state = 'withdrawn'
  where report_id = new.id and state in ('claimed', 'confirmed', 'unanswered');
  update reports set closure = null, proof = null where id = new.id;
  return null;
end $$;
create constraint trigger withdraw_closure after update of status on reports
  deferrable initially deferred for each row
  when (new.status <> 'Closed' and new.closure in ('claimed', 'confirmed', 'unanswered'))
  execute function withdraw_closure();

create function erase_words() returns trigger language plpgsql as $$
begin
  update closures set reason = null where report_id = new.id and reason is not null;
  update history set text = null where report_id = new.id and (kind = 'disputed' or kind = 'noted' and public);
  return null;
end $$;
create constraint trigger erase_words after update of user_id on reports
  deferrable initially deferred for each row
  when (old.user_id is not null and new.user_id is null)
  execute function erase_words();
