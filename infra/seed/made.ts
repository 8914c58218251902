/** SQL of sample reports: everything about them follows from their number. */
import { isProblem, issueNames, statuses } from '@tma/contracts';
import { uuidOf } from './people.store.ts';

/** A random number of report `n`, from 0 to just under 1: seven digits of a hash (up to four of one). */
const die = (place: number, hash: 'roll' | 'lot' = 'roll') =>
  `(('x' || substr(${hash}, ${1 + 7 * place}, 7))::bit(28)::int / 268435456.0)`;

/** A number under 2^40 in eight characters of Crockford's base32, as references are written. */
const crockford = (number: string) =>
  [35, 30, 25, 20, 15, 10, 5, 0]
    .map((shift) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((${number}) >> ${shift} & 31)::int + 1, 1)`)
    .join(' || ');

/** The factor is odd, so that no two of 2^40 numbers collide; a hundred million for each seed. Halves are swapped so that references look random. */
const scattered = '(n + $1::bigint * 100000000) * 3981071 & 1099511627775';
const reference = `'TMA-' || ${crockford('((scattered & 1048575) << 20) | (scattered >> 20)')}`;

/** Degrees, from a little above `least`: each tehsil has a part of 10 km of its own, in which its reports lie about. */
const degrees = (least: number, towns: number, around: string) =>
  `round((${least} + 0.4 * ('x' || substr(md5(resident.tehsil), ${towns}, 4))::bit(16)::int / 65536 + 0.1 * ${around})::numeric, 6)::float8`;
const problems = issueNames.flatMap((name, index) => (isProblem(name) ? [index + 1] : []));
/** Where a problem is; null of papers. */
const coordinate = (...where: Parameters<typeof degrees>) =>
  `case when facts.issue in (${problems.join(', ')}) then ${degrees(...where)} end`;

/** A public path of one of the pictures. */
const picture = (shift: number) => `($7::text[])[1 + (n + ${shift}) % cardinality($7)]`;

/** How long reporters may answer, by default. */
const answerTime = `interval '14 days'`;

/**
 * Reports `$9` to `$10`, with days in the time zone `$11`. Older ones are mostly closed. A tehsil schedules about 80 for a day, so that more reports mean a
 * longer agenda. Reports are made by day. Of some a first closing was disputed; who is asked answers more often than not.
 */
export const made = `select ${uuidOf('(extract(epoch from at) * 1000)::bigint', `md5(roll)`)} as id, ${reference} as reference,
    resident.id as user_id, resident.name, resident.email, resident.tehsil, office.id as office, office.name as office_name,
    ($4::text[])[facts.issue] as issue, ($5::text[])[1 + floor(${die(3)} * cardinality($5))::int] as location,
    replace(($6::text[])[facts.issue * 2 - (n % 2)::int], '%', (2 + n % 20)::text) as description,
    ${coordinate(34, 1, die(3))} as lat, ${coordinate(71.8, 5, die(0, 'lot'))} as long,
    ${picture(0)} as image, status, phase, at, changed_at, lot, is_disputed, first_closed_at, disputed_at, state, ended_at,
    case when phase = 'open' and ${die(2)} < 0.4 then
      $8::date - 1 + floor(${die(1)} * greatest(2, ceil($3 * 0.0236 / 80)))::int end as schedule,
    case when phase = 'open' and ${die(3, 'lot')} < 0.3 then office.id end as assignee,
    due,
    case when is_disputed and ${die(1, 'lot')} < 0.7 then ${picture(5)} end as first_proof,
    case when status = 'Closed' and (is_disputed or ${die(1, 'lot')} < 0.7) then ${picture(7)} end as last_proof
  from generate_series($9::bigint, $10::bigint) as n
  cross join lateral (select md5($1 || ' report ' || n) as roll, md5($1 || ' closure ' || n) as lot,
    (n - 1) * 730.0 / $3 as day, ${scattered} as scattered) as chance
  cross join lateral (
    select date_trunc('milliseconds', ($8::date - 730)::timestamp at time zone 'utc' + interval '1 day' * floor(day)
        + interval '1 hour' * (2 + 14 * (day - floor(day)))) as at,
      1 + floor(${issueNames.length} * ${die(0)} * ${die(0)})::int as issue,
      case when day < 670 then (array['Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Closed',
          'Closed', 'Closed', 'Closed', 'Closed', 'Closed', 'Dropped', 'Dropped', 'Open'])[1 + n % 16]
        else (array['Open', 'Open', 'In Progress', 'Open', 'Closed', 'Open', 'Dropped', 'In Progress'])[1 + n % 8]
      end as status) as facts
  cross join lateral (
    select case status ${statuses.map(({ name, phase }) => `when '${name}' then '${phase}'`).join(' ')} end as phase) as work
  cross join lateral (
    select least(at + interval '1 hour' * (1 + n % 400), now()) as changed_at,
      status <> 'Dropped' and ${die(0, 'lot')} < 0.1 as is_disputed) as fate
  cross join lateral (
    select case when is_disputed then at + (changed_at - at) * 0.4 end as first_closed_at,
      case when is_disputed then at + (changed_at - at) * 0.6 end as disputed_at,
      case when status <> 'Closed' then case when is_disputed then 'disputed' end
        when changed_at + ${answerTime} > now() then case when ${die(2, 'lot')} < 0.3 then 'confirmed' else 'claimed' end
        when ${die(2, 'lot')} < 0.55 then 'confirmed' else 'unanswered' end as state) as first_closing
  cross join lateral (
    select case state
        when 'confirmed' then changed_at + least(interval '1 hour' * (1 + n % 300), (now() - changed_at) / 2)
        when 'unanswered' then changed_at + ${answerTime} end as ended_at) as answer
  join residents as resident on resident.k = 1 + ('x' || substr(md5(roll), 1, 7))::bit(28)::int % $2::int
  join offices as office on office.tehsil = resident.tehsil
  join dues on dues.issue = ($4::text[])[facts.issue]
    and dues.day = (coalesce(case when status <> 'Closed' then disputed_at end, at) at time zone $11)::date`;

/** Every closing of the reports `made`; a proof was sent an hour before it, or after the dispute that it answers. */
export const closings = `select report_id, tehsil, office, attempt, state, claimed_at, claimed_at + ${answerTime} as answer_by,
    answered_at, proof, sent_at, ${uuidOf('(extract(epoch from claimed_at) * 1000)::bigint', `md5(lot || attempt)`)} as id,
    case when proof is not null then
      ${uuidOf('(extract(epoch from sent_at) * 1000)::bigint', `md5(lot || ' proof ' || attempt)`)} end as proof_id
  from (
    select id as report_id, tehsil, office, lot, 1 as attempt, 'disputed' as state, first_closed_at as claimed_at,
      disputed_at as answered_at, first_proof as proof,
      first_closed_at - least(interval '1 hour', (first_closed_at - at) / 2) as sent_at from made where is_disputed
    union all
    select id, tehsil, office, lot, 1 + is_disputed::int, state, changed_at,
      case when state = 'confirmed' then ended_at end, last_proof,
      changed_at - least(interval '1 hour', (changed_at - coalesce(disputed_at, at)) / 2) from made where status = 'Closed'
  ) as closing`;

/** Whether the administration changed a report, other than by a closing that was disputed. */
const isChanged = `(status <> 'Open' or schedule is not null)`;

/** The rows of the table `reports`. Each entry in the history but the first and the proofs is a version. */
export const rows = `select id, reference, user_id, name, email, issue, location, lat, long, description, tehsil, status, phase, schedule,
    image, 1 + ${isChanged}::int + 2 * is_disputed::int + (ended_at is not null)::int
      + (assignee is not null)::int,
    at, coalesce(ended_at, case when ${isChanged} then changed_at end, disputed_at, at), state,
    coalesce(last_proof, first_proof), is_disputed::int, is_disputed and state <> 'confirmed', assignee, due,
    case when status = 'Closed' then changed_at else first_closed_at end from made`;

/** What each column of `entries` is. */
export const entryColumns = 'report_id, at, kind, status, schedule, made_by, administrator_id, text, image';

/** SQL of what reporters say who dispute a closing. */
export const words = `'Somebody came and looked, but it is as it was.'`;
const nothing = 'null::date';
/** The history of the reports `made`, for each of them in the order of time. */
export const entries = `select id, at, 'created', 'Open', ${nothing}, 'resident', null::uuid, null, null from made
  union all select id, at, 'assigned', 'Open', ${nothing}, 'administration', office, office_name, null from made
    where assignee is not null
  union all select report_id, sent_at, 'proved', 'Open', ${nothing}, 'administration', office, null, proof from closing
    where attempt = 1 and proof is not null
  union all select id, first_closed_at, 'changed', 'Closed', ${nothing}, 'administration', office, null, null from made
    where is_disputed
  union all select id, disputed_at, 'disputed', 'Open', ${nothing}, 'resident', null, ${words}, null from made
    where is_disputed
  union all select report_id, sent_at, 'proved', 'Open', ${nothing}, 'administration', office, null, proof from closing
    where attempt = 2
  union all select id, changed_at, 'changed', status, schedule, 'administration', office, null, null from made
    where ${isChanged}
  union all select id, ended_at, state, 'Closed', ${nothing}, case state when 'confirmed' then 'resident' else 'portal' end,
    null, null, null from made where ended_at is not null`;
