-- What messages to telephones need beside mails (docs/decisions/061-messages-to-telephones.md).

-- How many the operator pays for; what a message tells of; since when it may be with the server; what the server's receipt said.
alter table deliveries add column units int not null default 1;
alter table deliveries add column about text;
alter table deliveries add column tried_at timestamptz;
alter table deliveries add column receipt int;
alter table delivery_counts add column units bigint not null default 0;
insert into delivery_counts (channel, part) select 'sms', generate_series(0, 15);

-- Whose number it is, as auth says; null once there is none, so that older events are known as such.
create table phones (
  user_id uuid primary key,
  number text,
  messages boolean not null,
  language text not null,
  version bigint not null
);
create index phones_number on phones (number);

-- Numbers that asked for no more messages.
create table sms_stopped (
  number text primary key
);

-- Codes with which a closing is answered; `key` is the sealed one of its link.
create table sms_codes (
  closure_id uuid not null,
  number text not null,
  report_id uuid not null,
  reference text not null,
  language text not null,
  key text not null,
  mac bytea not null,
  wrong int not null default 0,
  ends_at timestamptz not null,
  primary key (closure_id, number)
);
create index sms_codes_number on sms_codes (number);
create index sms_codes_report on sms_codes (report_id);

-- How many messages of a kind a number had on a day.
create table sms_counts (
  day date not null,
  number text not null,
  kind text not null,
  count int not null default 1,
  primary key (day, number, kind)
);
create index sms_counts_number on sms_counts (number);
-- The same of all numbers together.
create table sms_days (
  day date primary key,
  count int not null default 1,
  told boolean not null default false
);

-- What telephones sent, by the gateway's id: it may bring it twice.
create table sms_incoming (
  id text primary key,
  at timestamptz not null default now()
);
create index sms_incoming_at on sms_incoming (at);

-- What receipts said, and when the last one came.
create table sms_receipts (
  state text primary key check (state in ('accepted', 'delivered', 'failed')),
  count bigint not null default 0,
  newest timestamptz
);
insert into sms_receipts (state) values ('accepted'), ('delivered'), ('failed');
