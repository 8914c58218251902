-- Ids are UUIDv7 and `created_at` is the time in them, so the order of ids is the order of time.
create table reports (
  id uuid primary key,
  reference text not null constraint reports_reference unique,
  -- Null, like the address and the document, once the reporter's account was erased.
  user_id uuid,
  reporter_name text not null,
  reporter_email text,
  issue text not null,
  location text not null,
  -- The place on the map (WGS 84), and how exact it is, in metres; null where nobody said.
  lat double precision,
  long double precision,
  accuracy real,
  description text not null,
  tehsil text not null,
  status text not null,
  -- Of the status: packages/contracts/reports/statuses.ts says which. Whoever writes one writes both.
  phase text not null check (phase in ('open', 'ended')),
  schedule date,
  -- The day on whose end an answer is due.
  due date not null,
  -- An administrator of the tehsil.
  assignee uuid,
  image text not null,
  document text,
  -- What lists show of the last closure, so that they read the row alone: its state, null when there is none or it was withdrawn,
  closure text check (closure in ('claimed', 'confirmed', 'disputed', 'unanswered')),
  -- and the public path of its picture.
  proof text,
  -- How often the reporter said that it is not fixed.
  disputes integer not null default 0,
  -- From a dispute until a closure of the report is confirmed.
  needs_proof boolean not null default false,
  -- The newest proof that no closure has; null where there is none.
  proof_waiting uuid,
  -- When it was last closed, also once it is open again.
  closed_at timestamptz,
  -- How many others say that they have the same problem.
  supports integer not null default 0,
  -- The report that says the same.
  duplicate_of uuid references reports (id),
  -- How it came in.
  via text not null default 'portal' check (via in ('portal', 'counter', 'open311')),
  -- Whether it is kept from everybody but its reporter and the administration, and why.
  hidden boolean not null default false,
  hidden_reason text,
  -- Whether the reporter lets everybody read what they wrote.
  shared boolean not null default false,
  -- Grows with every change; the strong ETag.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One index for each way of listing, newest first. They carry `created_at`, which no index has alone: else the planner,
-- counting on an even spread, would rather walk the primary key and drop what belongs to others.
create index reports_by_user on reports (user_id, created_at, id);
create index reports_by_status on reports (status, created_at, id);
create index reports_by_issue on reports (issue, created_at, id);
create index reports_by_tehsil on reports (tehsil, created_at, id);
create index reports_by_tehsil_status on reports (tehsil, status, created_at, id);
create index reports_scheduled on reports (tehsil, created_at, id) where status = 'Open' and schedule is not null;
create index reports_not_scheduled on reports (tehsil, created_at, id) where status = 'Open' and schedule is null;
create index reports_by_day on reports (tehsil, schedule, created_at, id) where status = 'Open' and schedule is not null;
create index reports_disputed on reports (tehsil, created_at, id) where needs_proof and phase = 'open';
-- For lists of one issue type, of one assignee or of nobody, and of what is overdue: of each issue type and status they have the
-- reports in the order of lists, so that a page of any of these is merged from a page of each (desk/admin-reports.store.ts).
create index reports_by_kind on reports (tehsil, issue, status, created_at, id, schedule, due);
-- Nobody is an id that no administrator has: Postgres walks an index in order where a column has a value, not where it is null.
create index reports_by_assignee on reports (
  tehsil, (coalesce(assignee, '00000000-0000-0000-0000-000000000000'::uuid)), issue, status, created_at, id, schedule, due
);

-- Every fact about a report, its creation first. `at` never runs backwards along `seq` (functions/moment.sql).
create table history (
  seq bigint generated always as identity primary key,
  report_id uuid not null references reports (id),
  at timestamptz not null,
  kind text not null check (kind in
    ('created', 'changed', 'noted', 'assigned', 'proved', 'confirmed', 'disputed', 'unanswered')),
  -- The report's after it.
  status text not null,
  schedule date,
  made_by text not null check (made_by in ('resident', 'administration', 'portal')),
  administrator_id uuid,
  -- A note, what the reporter said is not fixed, or the name of whom the report was assigned to.
  text text,
  -- Of a note: whether the reporter reads it.
  public boolean not null default false,
  -- The public path of a picture of the finished work.
  image text
);
create index history_by_report on history (report_id, seq);

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
  -- The reference of the report whose picture this one resembled when it was sent; null where it resembled none.
  alike text,
  -- What the camera says: its own time, without a zone.
  taken_at timestamp,
  at timestamptz not null default clock_timestamp(),
  constraint proofs_sha256 unique (tehsil, sha256)
);
create index proofs_by_report on proofs (report_id, at);
-- For whoever sees the picture and asks when it was taken.
create index proofs_by_image on proofs (image);

-- Each time a report was closed: a claim, until the reporter answers it, the time is over, or it is opened again.
-- docs/decisions/038-a-closure-is-a-claim.md says why.
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

-- A submission that is sent again with its key finds the report it made.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  -- The key is claimed first and the report made after it, in one transaction.
  report_id uuid not null references reports (id) deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_report on idempotency_keys (report_id);

-- What the identity events, and until then tokens, said of each resident.
create table people (
  id uuid primary key,
  contact_number text,
  tehsil text,
  -- Of their mails; null until somebody has said it: then it is the default.
  language text,
  -- Of the profile in the last event; 0 before any.
  version bigint not null default 0,
  erased boolean not null default false
);

-- The same of each administrator.
create table administrators (
  id uuid primary key,
  name text not null,
  email text not null,
  tehsil text not null,
  -- Of their mails.
  language text not null,
  disabled boolean not null default false,
  -- Of what is here, as auth counts it.
  version integer not null
);

-- The kept counts. functions/counts.sql changes them in the transaction of each change of a report, so that no list is counted by
-- reading it.
create table report_counts (
  tehsil text not null,
  issue text not null,
  status text not null,
  -- Of the status.
  phase text not null,
  scheduled boolean not null,
  reports bigint not null,
  primary key (tehsil, issue, status, scheduled)
);
create table tehsil_counts (
  tehsil text primary key,
  -- Reports that were ever closed.
  resolved bigint not null default 0,
  confirmed bigint not null default 0,
  -- Reports that were ever disputed.
  disputed bigint not null default 0,
  unanswered bigint not null default 0,
  -- Reports whose closure is open or stands, without a picture.
  without_proof bigint not null default 0,
  -- Reports that are to be mended after a dispute.
  disputed_now bigint not null default 0
);
-- Reports whose phase is `open`, by the day on which they are due, and by administrator.
create table open_by_due (
  tehsil text not null,
  issue text not null,
  due date not null,
  reports bigint not null,
  -- The latest day (UTC) on which a report came in that was counted here: lists of what is overdue begin there, instead of walking
  -- over all that came in later.
  newest date not null,
  primary key (tehsil, issue, due)
);
create index open_by_due_newest on open_by_due (tehsil, issue, newest);
create table open_by_assignee (
  tehsil text not null,
  assignee uuid not null,
  reports bigint not null,
  primary key (tehsil, assignee)
);
-- A report as it counts (change 1), or as it counts no more (-1).
create type counted_report as (
  change integer, tehsil text, issue text, status text, phase text, schedule date, due date, came date, assignee uuid,
  closed_at timestamptz, closure text, proof text, disputes integer, needs_proof boolean
);

-- Working days and holidays: what administrators changed. Everything else has the defaults in report/due/.
create table deadlines (
  tehsil text not null,
  issue text not null,
  -- Working days in which an answer is due.
  days integer not null check (days between 1 and 365),
  primary key (tehsil, issue)
);
create table holidays (
  tehsil text not null,
  day date not null,
  -- Null where a default holiday was taken away.
  name text,
  primary key (tehsil, day)
);
-- A tehsil whose rules changed, until what is due was moved in all its open reports. Whoever moves some locks the row, and
-- keeps in it how far it came: any instance goes on from there.
create table due_moves (
  tehsil text primary key,
  -- The last report that was looked at.
  after_at timestamptz not null default '-infinity',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);

-- What was sent of overdue reports, a row for each day on which it was: inserted in the transaction of its event, so that it is
-- sent once, whatever restarts or runs twice. Rows are removed after a month.
create table digests (
  -- Of the event.
  id uuid primary key,
  tehsil text not null,
  day date not null,
  at timestamptz not null default now(),
  constraint digests_once unique (tehsil, day)
);
create index digests_by_age on digests (at);
-- The same for what goes to those above all tehsils.
create table escalations (
  id uuid primary key,
  day date not null constraint escalations_once unique,
  at timestamptz not null default now()
);

-- What reports are found by. docs/decisions/042-search-uses-our-own-word-keys.md says why.
create table report_words (
  -- The report is inserted after them, last of its transaction.
  report_id uuid primary key references reports (id) deferrable initially deferred,
  -- As services/reports/report/search/words.ts makes them; null until the service has.
  keys tsvector
);
-- What was added lately is read as a whole at each search: it stays short, in kilobytes.
create index report_words_by_key on report_words using gin (keys) with (gin_pending_list_limit = 256);
create index report_words_missing on report_words (report_id) where keys is null;

-- What /api/figures is made of. functions/figures.sql changes it in the transaction of each change of a report, so that no report is
-- read to answer it.

-- Where days begin and end: the default of TIME_ZONE until the service writes its own at its first start. That stays, as figures of
-- two zones do not add up.
create table figures_zone (
  only_row boolean primary key default true check (only_row),
  zone text not null
);
insert into figures_zone (zone) values ('Asia/Karachi');

create table figures_by_day (
  tehsil text not null,
  issue text not null,
  day date not null,
  -- Reports that came in, closings and disputes of that day.
  reported integer not null,
  closed integer not null,
  disputed integer not null,
  -- Of the reports whose last closing was on that day: what became of that closure.
  last_confirmed integer not null,
  last_disputed integer not null,
  last_unanswered integer not null,
  -- It is open or stands, and has no picture.
  last_unproved integer not null,
  primary key (tehsil, day, issue)
);

-- How many days reports took whose last closing was on a day, in a week, or in thirteen weeks. A range is read in the longest of
-- these that are wholly in it, so that two years are some dozens of them.
create table figures_taken (
  tehsil text not null,
  -- In days: 1, 7 or 91.
  span smallint not null,
  -- Its first day; a week begins on Monday, thirteen of them with a multiple of thirteen weeks after 1970-01-05.
  since date not null,
  issue text not null,
  -- From the day a report came in to its last closing.
  days integer not null,
  reports integer not null,
  -- Those closed on their due day or before.
  within integer not null,
  primary key (tehsil, span, since, issue, days)
);

-- A report as it counts (sign 1), or as it counts no more (-1).
create type figures_fact as (
  sign integer, tehsil text, issue text, came date, closed date, due date, closure text, unproved boolean
);
-- Closings and disputes of a report on a day.
create type figures_act as (tehsil text, issue text, day date, closed integer, disputed integer);
