-- What people know their sessions by: in words, as `Chrome on Android`. No address is kept.
alter table sessions add column browser text not null default 'Unknown browser';
alter table admin_sessions add column browser text not null default 'Unknown browser';
-- When they last called, as far as it is known of sessions that are over; null: not since this column is there.
alter table admins add column seen_at timestamptz;

-- The second factor of an administrator: a secret that an app makes codes of (TOTP, RFC 6238).
create table admin_factors (
  admin_id uuid primary key references admins on delete cascade,
  -- Sealed with a key that is made from SIGNING_KEY_SECRET.
  sealed_secret bytea not null,
  -- Null until its first code has confirmed it: it is not asked for yet.
  active_since timestamptz,
  -- The time steps of codes that were used and may still be right: each counts once.
  used_steps bigint[] not null default '{}'
);

-- One is for whoever has no app at hand, once.
create table admin_recovery_codes (
  admin_id uuid not null references admin_factors on delete cascade,
  -- By a key that is made from the factor's secret.
  mac bytea not null,
  primary key (admin_id, mac)
);
