/** Kept figures: triggers of the table `reports` add to them, whoever writes it. */
import { type Db, execute, firstValue, onlyRow } from '@tma/kit';
import { openProblems } from '../report/counts.store.ts';

/** From the beginning of one day to the end of another, at most two years. */
export interface Range {
  from: string;
  to: string;
}

/** Days that follow each other, of which sums are kept: by `span` days, from one day to the day before another. */
export interface Piece {
  span: 1 | 7 | 91;
  since: string;
  before: string;
}

/** What came in and was decided in a week, or of an issue: the other of both is null. */
interface Sums {
  week: string | null;
  issue: string | null;
  reported: number;
  closed: number;
  disputed: number;
  /** Of reports whose last closing is among these days. */
  confirmed: number;
  refuted: number;
  unanswered: number;
  unproved: number;
}

/** How many reports of an issue took so many days until their last closing. */
export interface TimeToClose {
  issue: string;
  days: number;
  reports: number;
  /** Those closed on their due day or before. */
  within: number;
}

export interface KeptFigures {
  sums: Sums[];
  /** By days. */
  taken: TimeToClose[];
  /** Open reports of each issue now, without duplicates. */
  open: { issue: string; reports: number }[];
  overdue: { issue: string; reports: number }[];
}

const rows = (select: string) => `(select coalesce(json_agg(rows), '[]') from (${select}) as rows)`;

/** `offset 0`: each piece is read by the index; joined, all that is kept would be read. */
const statement = `select
  ${rows(`select day - (extract(isodow from day)::int - 1) as week, issue, sum(reported) as reported, sum(closed) as closed,
      sum(disputed) as disputed, sum(last_confirmed) as confirmed, sum(last_disputed) as refuted,
      sum(last_unanswered) as unanswered, sum(last_unproved) as unproved
    from figures_by_day where tehsil = $1 and day between $2 and $3
    group by grouping sets ((day - (extract(isodow from day)::int - 1)), (issue))`)} as sums,
  ${rows(`select issue, days, sum(reports) as reports, sum(within) as within
    from unnest($4::smallint[], $5::date[], $6::date[]) as piece (span, start, before) cross join lateral (
      select issue, days, reports, within from figures_taken
      where tehsil = $1 and span = piece.span and since >= start and since < before offset 0
    ) as kept group by issue, days having sum(reports) > 0 order by days`)} as taken,
  ${rows(`select issue, sum(reports) as reports from (
      select issue, reports from report_counts where tehsil = $1 and phase = 'open'
      union all select issue, -reports from open_duplicates where tehsil = $1
    ) as counts group by issue`)} as open,
  ${rows(`select issue, sum(reports) as reports from ${openProblems} where tehsil = $1 and due < $7 group by issue`)} as overdue`;

/** A tehsil's figures, all of one moment. @param pieces the range in pieces @param today the current day, `YYYY-MM-DD` */
export const readKeptFigures = (
  db: Db,
  tehsil: string,
  range: Range,
  pieces: readonly Piece[],
  today: string,
): Promise<KeptFigures> =>
  onlyRow(db, statement, [
    tehsil,
    range.from,
    range.to,
    pieces.map(({ span }) => span),
    pieces.map(({ since }) => since),
    pieces.map(({ before }) => before),
    today,
  ]);

/**
 * Has days begin and end in a time zone, unless figures are kept by another one already: those of two zones do not add up.
 * @returns the zone they are kept by
 */
export async function keepFiguresIn(db: Db, zone: string): Promise<string> {
  await execute(db, 'update figures_zone set zone = $1 where zone <> $1 and not exists (select from figures_by_day)', [
    zone,
  ]);
  return (await firstValue<string>(db, 'select zone from figures_zone')) ?? zone;
}
