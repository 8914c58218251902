/** Reports as administrators see them, made into JSON by Postgres. */
import { type Box, limits } from '@tma/contracts';
import { type Db, onlyValue } from '@tma/kit';
import { adminReportJson, quoted, reportColumns } from '../report/reports.store.ts';
import type { Search } from '../report/search/words.store.ts';
import {
  areFewIn,
  isBefore,
  isIn,
  isOfFewIn,
  positionOf,
  readPage,
  stampColumns,
  versionColumns,
  withoutEstimate,
} from './page.store.ts';
import { areFewMatches, isMatch, newestFirst, type Rows } from './search.store.ts';

/** What a report must meet to pass a filter; all conditions must hold. */
export interface Conditions {
  status?: string;
  /** Whether it has a schedule. */
  scheduled?: boolean;
  /** The day it is scheduled for, `YYYY-MM-DD`. */
  day?: string;
  /** Whether it is open after a dispute that no closure has made good. */
  disputed?: true;
  /** A day, `YYYY-MM-DD`: whether it is open and was due before. */
  dueBefore?: string;
  /** The id of an administrator: whether it is open and assigned to them. */
  mine?: string;
  issue?: string;
  /** The id of an administrator, or null: whether it is assigned to them, or to nobody. */
  assignee?: string | null;
  /** A part of the map: whether its point is there. */
  box?: Box;
  /** The id of one of crew, who sees what is assigned to them, whatever else it must meet, and without names. */
  only?: string;
}

/** One page of a tehsil's list. */
export interface AdminQuery {
  tehsil: string;
  /** The current day, `YYYY-MM-DD`: what is overdue depends on it. */
  today: string;
  conditions: Conditions;
  limit: number;
  /** Only reports that come after this one. */
  before?: string;
  /** The page itself, where it was found by words. */
  found?: FoundPage;
  /** The most supported first, of those that match `search`; no page comes after it. */
  order?: 'supports';
  search?: Search | null;
}

/** The reports of a page, newest first, and the `before` of the next page; null when none follows. */
export interface FoundPage {
  ids: string[];
  next: string | null;
}

export interface AdminPage {
  /** A JSON array. */
  json: string;
  /** The id of the page's last report when more follow. */
  next: string | null;
  /** Differs whenever the page does. */
  stamp: string;
}

/** An id that none has. */
const nobody = '00000000-0000-0000-0000-000000000000';
/** SQL: the administrator or nobody: an index can be read in order where this has a value, not where it is null. */
const assigned = `coalesce(assignee, '${nobody}'::uuid)`;

/**
 * SQL of what a report must meet in a tehsil, `$1`, by what each condition is about, with the parameters.
 * @param ofBox what becomes of the condition of a part of the map
 */
function whereOf(tehsil: string, wanted: Conditions, before?: string, ofBox = withoutEstimate) {
  const { status, scheduled, day, disputed, dueBefore, mine, issue, assignee, box, only } = wanted;
  const values: unknown[] = [tehsil];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const ofStatus = ['tehsil = $1'];
  const ofRow: string[] = [];
  // Literals, not parameters: Postgres chooses the partial indexes by them.
  if (status !== undefined) ofStatus.push(`status = ${quoted([status])}`);
  if (disputed || dueBefore !== undefined || mine !== undefined) ofStatus.push("phase = 'open'");
  if (scheduled !== undefined) ofRow.push(`schedule is ${scheduled ? 'not null' : 'null'}`);
  if (disputed) ofRow.push('needs_proof');
  if (day !== undefined) ofRow.push(`schedule = ${parameter(day)}`);
  const isDue = dueBefore === undefined ? null : `due < ${parameter(dueBefore)}::date`;
  if (isDue !== null) ofRow.push(isDue);
  if (box) ofRow.push(ofBox(isIn(box, parameter)));
  if (mine !== undefined) ofRow.push(`${assigned} = ${parameter(mine)}::uuid`);
  const ofIssue = issue === undefined ? [] : [`issue = ${parameter(issue)}`];
  const ofAssignee = assignee === undefined ? [] : [`${assigned} = ${parameter(assignee ?? nobody)}::uuid`];
  if (only !== undefined) ofAssignee.push(`${assigned} = ${parameter(only)}::uuid`);
  const position = before === undefined ? null : positionOf(before, parameter);
  const ofPosition = position ? [isBefore(position)] : [];
  return { ofStatus, ofRow, isDue, ofIssue, ofAssignee, position, ofPosition, values, parameter };
}
const all = ({ ofStatus, ofRow, ofIssue, ofAssignee, ofPosition }: ReturnType<typeof whereOf>) =>
  [...ofStatus, ...ofRow, ...ofIssue, ...ofAssignee, ...ofPosition].join(' and ');

const mostSupported = 'order by supports desc, created_at desc, id desc';

/** SQL: the issue types and statuses of the reports of a list. The kept counts name those that there are. */
const kindsOf = ({ ofStatus, ofIssue }: ReturnType<typeof whereOf>) => `(
    select distinct issue, status from report_counts where reports > 0 and ${[...ofStatus, ...ofIssue].join(' and ')}
  ) as kind`;

/**
 * SQL of the ids of a page where no index has the reports in the order of the list, so that the choice of an index is not left to
 * guesses of how many rows there are; null where one has. An index has those of each issue type and status, of all or of one
 * assignee: the list is merged from a page of each. Few are disputed or of one day: all of these are read and sorted.
 * @param more conditions of every row @param first the order and how many
 */
function pickedBy(wanted: Conditions, where: ReturnType<typeof whereOf>, more: readonly string[], first: string) {
  const { ofStatus, ofRow, isDue, ofIssue, ofAssignee, position, ofPosition } = where;
  const isNarrowed = ofIssue.length + ofAssignee.length > 0;
  if (wanted.disputed || wanted.day !== undefined) {
    if (!isNarrowed) return null;
    // `offset 0` keeps Postgres from mixing what is inside with what is outside.
    return `select id from (
        select id, created_at, issue, assignee from reports where ${[...ofStatus, ...ofRow, ...ofPosition, ...more].join(' and ')} offset 0
      ) as few where ${[...ofIssue, ...ofAssignee].join(' and ')} ${first}`;
  }
  if (!isNarrowed && wanted.dueBefore === undefined && wanted.mine === undefined) return null;
  const ofKind = ['tehsil = $1', 'reports.issue = kind.issue', 'reports.status = kind.status'];
  // What came in after the newest that is overdue is not read: the more come in, the more of these there are.
  const newest = `cross join lateral (
        select (newest + 1)::timestamp at time zone 'utc' as after from open_by_due
        where tehsil = $1 and open_by_due.issue = kind.issue and ${isDue} and reports > 0 order by newest desc limit 1
      ) as overdue`;
  // One comparison where there are two: an index starts at one of them, whichever is written first.
  const isOverdue = position
    ? isBefore({ ...position, at: `least(${position.at}, overdue.after)` })
    : 'created_at < overdue.after';
  const ofStart = isDue === null ? ofPosition : [isOverdue];
  return `select page.id from ${kindsOf(where)} ${isDue === null ? '' : newest} cross join lateral (
        select id, created_at from reports where ${[...ofKind, ...ofStart, ...ofRow, ...ofAssignee, ...more].join(' and ')} ${first}
      ) as page ${first}`;
}

/**
 * SQL of the reports of a list, newest first, that come after `before` and match, and where a search in it begins: where the list
 * is merged from others, each row of it costs several.
 */
export function rowsOf(
  { tehsil, conditions: wanted, before }: Pick<AdminQuery, 'tehsil' | 'conditions' | 'before'>,
  search: Search | null = null,
): Rows & { isMerged: boolean } {
  const where = whereOf(tehsil, wanted, before, (condition) => condition);
  const { values, parameter } = where;
  const more = search ? [isMatch(search, parameter)] : [];
  const condition = [all(where), ...more].join(' and ');
  const pick = (rows: number) => pickedBy(wanted, where, more, `${newestFirst} limit ${rows}`);
  const first = (rows: number) => {
    const picked = pick(rows);
    return `select id, created_at from reports where ${picked === null ? condition : `id in (${picked})`} ${newestFirst} limit ${rows}`;
  };
  return { condition, values, first, isMerged: pick(1) !== null };
}

/**
 * SQL of the ids of the most supported. Few are disputed or of one day: these are sorted. Of the others an index has those that anybody
 * supports, of each issue type and status; where these are fewer than asked for the newest others follow, which are not looked for otherwise.
 */
function pickedBySupports(
  wanted: Conditions,
  where: ReturnType<typeof whereOf>,
  more: readonly string[],
  rows: number,
) {
  const { ofRow, ofAssignee } = where;
  const condition = [all(where), ...more].join(' and ');
  if (wanted.disputed || wanted.day !== undefined)
    return `select id from (
        select id, supports, created_at from reports where ${condition} offset 0
      ) as few ${mostSupported} limit ${rows}`;
  const first = `${newestFirst} limit ${rows}`;
  const isFew = `(select count(*) from supported) < ${rows}`;
  const others =
    pickedBy(wanted, where, [...more, 'supports = 0'], first) ??
    `select id from reports where ${condition} and supports = 0 ${first}`;
  const ofKind = ['tehsil = $1', 'reports.issue = kind.issue', 'reports.status = kind.status', 'supports > 0'];
  return `with supported as materialized (
      select page.id from ${kindsOf(where)} cross join lateral (
        select id, supports, created_at from reports where ${[...ofKind, ...ofRow, ...ofAssignee, ...more].join(' and ')}
        ${mostSupported} limit ${rows}
      ) as page ${mostSupported} limit ${rows}
    )
    select id from supported union all select id from (${others}) as others where ${isFew}`;
}

/** SQL of the page and the row after it, numbered by `place`, with its parameters. */
function pageOf(
  columns: string,
  { tehsil, conditions: wanted, limit, before, found, order, search }: AdminQuery,
  few: Few,
) {
  const where = whereOf(tehsil, wanted, found ? undefined : before);
  const { values, parameter } = where;
  const more = found ? [`id = any(${parameter(found.ids)}::uuid[])`] : [];
  if (search) more.push(isMatch(search, parameter));
  const listed = order === 'supports' ? mostSupported : newestFirst;
  const first = `${listed} limit ${limit + 1}`;
  const pick = () =>
    order === 'supports' ? pickedBySupports(wanted, where, more, limit + 1) : pickedBy(wanted, where, more, first);
  const picked = found || few ? null : pick();
  if (few === 'points' && wanted.box) more.push(isOfFewIn(wanted.box, tehsil, parameter));
  const page = `select ${columns}, row_number() over (${listed}) as place from reports
    where ${picked === null ? [all(where), ...more].join(' and ') : `id in (${picked})`} ${first}`;
  return { page, values, parameter };
}

/** What a list is of, where so few are that all are read and sorted. */
type Few = 'points' | 'matches' | null;

async function fewOf(db: Db, { tehsil, found, search, conditions: { box } }: AdminQuery): Promise<Few> {
  if (found) return null;
  if (search) return (await areFewMatches(db, search)) ? 'matches' : null;
  return box && (await areFewIn(db, box, tehsil)) ? 'points' : null;
}

const nextColumn = (limit: number) =>
  `case when count(*) > ${limit} then (array_agg(id) filter (where place = ${limit}))[1] end as next`;
/** Queries of a few texts: what narrows a filter makes many. */
const isPrepared = ({ limit, search, conditions: { issue, assignee, only } }: AdminQuery) =>
  !search &&
  (limit === limits.page.default || limit === limits.page.max) &&
  [issue, assignee, only].every((value) => value === undefined);
const rowJson = (today: string, { conditions: { only } }: AdminQuery) =>
  adminReportJson(today, only === undefined ? 'office' : 'crew');
/** Differs whenever a page does that has these rows. */
const stampOf = (rows: string, query: AdminQuery) => [rowJson('', query), query.today, rows].join(' ');

/** Where the page was found by words, what follows was found with it. */
const nextOf = ({ found }: AdminQuery) => (found ? { next: found.next } : {});

/** A page of a tehsil's reports, newest first. */
export async function readAdminPage(db: Db, query: AdminQuery): Promise<AdminPage> {
  const { page, values, parameter } = pageOf(reportColumns, query, await fewOf(db, query));
  const found = await readPage<AdminPage>(
    db,
    `select coalesce(json_agg(${rowJson(parameter(query.today), query)} order by place) filter (where place <= ${query.limit}), '[]')::text as json,
       ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`,
    values,
    isPrepared(query),
  );
  return { ...found, ...nextOf(query), stamp: stampOf(found.stamp, query) };
}

/** The stamp and the next page of the same page, without its rows. */
export async function readAdminStamp(db: Db, query: AdminQuery): Promise<Omit<AdminPage, 'json'>> {
  const { page, values } = pageOf(versionColumns, query, await fewOf(db, query));
  const text = `select ${nextColumn(query.limit)}, ${stampColumns} from (${page}) as page`;
  const found = await readPage<Omit<AdminPage, 'json'>>(db, text, values, isPrepared(query));
  return { ...found, ...nextOf(query), stamp: stampOf(found.stamp, query) };
}

/** How many reports of a tehsil a filter matches, by an index. For those that the kept counts cannot answer. */
export function countReports(db: Db, tehsil: string, wanted: Conditions): Promise<number> {
  const where = whereOf(tehsil, wanted);
  return onlyValue(db, { text: `select count(*)::int from reports where ${all(where)}` }, where.values);
}
