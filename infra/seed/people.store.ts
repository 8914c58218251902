/** Sample people, the same in the databases of auth and of reports: everything is derived from their number. */
import type pg from 'pg';
import { firstNames, lastNames, places } from './words.ts';

/** What sample people and reports are generated from: the same seed generates the same rows. */
export interface Seed {
  /** Any number from 0 to 9999; two seeds never share an id, an address or a reference. */
  seed: number;
  /** The first has six residents of ten. */
  tehsils: readonly string[];
  residents: number;
}

/** A UUIDv7 in SQL. @param ms milliseconds since 1970 @param digits at least 18 random hexadecimal digits */
export const uuidOf = (ms: string, digits: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '7' || substr(${digits}, 1, 3) || '8' || substr(${digits}, 4, 15))::uuid`;

/** When all of them signed up, before the first of their reports. */
const joined = Date.UTC(2020, 0, 1);

export const residentEmail = (seed: number, number: number) => `resident.${seed}.${number}@example.com`;
export const adminEmail = (seed: number, tehsil: number) => `admin.${seed}.${tehsil}@example.com`;

/** Of the second administrator of the first tehsil. */
export const deputyEmail = (seed: number) => `deputy.${seed}.1@example.com`;

/** Every sample resident; $1 to $6 as `residentValues` gives them. */
const residents = `select k, ${uuidOf(`$1::bigint + k`, `md5($2 || ' resident ' || k)`)} as id,
    'resident.' || $2 || '.' || k || '@example.com' as email,
    ($3::text[])[1 + k % cardinality($3)] as first_name,
    ($4::text[])[1 + k / cardinality($3) % cardinality($4)] as last_name,
    '03' || lpad((k * 7919 % 1000000000)::text, 9, '0') as contact_number,
    ($5::text[])[1 + k % cardinality($5)] as location,
    ($6::text[])[case when k % 10 < 6 or cardinality($6) = 1 then 1
      else 2 + (k / 10 * 4 + k % 10 - 6) % (cardinality($6) - 1) end] as tehsil
  from generate_series(1, $7::int) as k`;
const residentValues = ({ seed, tehsils, residents: many }: Seed) => [
  joined,
  String(seed),
  firstNames,
  lastNames,
  places,
  tehsils,
  many,
];

/** An administrator for each tehsil; $1 to $3 as `adminValues` gives them. */
const admins = `select ${uuidOf('$1::bigint + place', `md5($2 || ' admin ' || place)`)} as id,
    'admin.' || $2 || '.' || place || '@example.com' as email, tehsil
  from unnest($3::text[]) with ordinality as known (tehsil, place)`;
const adminValues = ({ seed, tehsils }: Seed) => [joined, String(seed), tehsils];

/** Accounts that can sign in with the hashed password, their profiles, and an administrator for each tehsil. */
export async function makeAccounts(auth: pg.ClientBase, seed: Seed, passwordHash: string): Promise<void> {
  await auth.query(
    `with person as (${residents}), account as (
       insert into users (id, email, password_hash, email_confirmed_at) select id, email, $8, now() from person
       on conflict (email) do update set password_hash = excluded.password_hash returning id)
     insert into profiles (id, first_name, last_name, contact_number, tehsil, location)
     select id, first_name, last_name, contact_number, tehsil, location from person where id in (select id from account)
     on conflict (id) do nothing`,
    [...residentValues(seed), passwordHash],
  );
  await auth.query(
    `insert into admins (id, email, password_hash, first_name, last_name, tehsil)
     select id, email, $4, 'Administrator', 'of ' || tehsil, tehsil from (${admins}) as admin
     on conflict (email) do update set password_hash = excluded.password_hash`,
    [...adminValues(seed), passwordHash],
  );
}

/** Creates a second administrator of the first tehsil, with the first one's password. */
export async function makeDeputy(auth: pg.ClientBase, { seed }: Seed): Promise<void> {
  await auth.query(
    `insert into admins (id, email, password_hash, first_name, last_name, tehsil)
     select ${uuidOf('$1::bigint', `md5($2 || ' deputy')`)}, $3, password_hash, 'Deputy', 'of ' || tehsil, tehsil
     from admins where email = $4
     on conflict (email) do update set password_hash = excluded.password_hash`,
    [joined, String(seed), deputyEmail(seed), adminEmail(seed, 1)],
  );
}

/** Creates the residents and administrators as temporary tables of this connection, and what the reports service knows of people. */
export async function makePeople(reports: pg.ClientBase, seed: Seed): Promise<void> {
  await reports.query(
    'create temporary table residents (k int primary key, id uuid, email text, name text, tehsil text)',
  );
  await reports.query(
    `with person as (${residents}), met as (
       insert into people (id, contact_number, tehsil) select id, contact_number, tehsil from person
       on conflict (id) do nothing)
     insert into residents select k, id, email, first_name || ' ' || last_name, tehsil from person`,
    residentValues(seed),
  );
  await reports.query('analyze residents');
  await reports.query('create temporary table offices (tehsil text primary key, id uuid, name text)');
  // Nobody publishes them.
  await reports.query(
    `with admin as (${admins}), met as (
       insert into administrators (id, name, email, tehsil, language, version)
       select id, 'Administrator of ' || tehsil, email, tehsil, 'en', 1 from admin
       on conflict (id) do nothing)
     insert into offices select tehsil, id, 'Administrator of ' || tehsil from admin`,
    adminValues(seed),
  );
}
