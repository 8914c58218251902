/** What of the tehsil's reports an administrator has chosen to see, as the address of the dashboard has it. */
import { limits } from '@tma/contracts/limits';
import { pagePath } from '@tma/contracts/pages';
import { issueNames } from '@tma/contracts/reports/issues';
import { type AdminFilter, adminFilters } from '@tma/contracts/reports/statuses';
import { readView, viewQuery } from '@tma/web/view-query';

export interface Chosen {
  filter: AdminFilter;
  /** Words or a reference that the server can search for; empty for none. */
  q: string;
  /** An issue type; empty for all. */
  issue: string;
  /** `me`, `none` (nobody) or an administrator's id; empty for anyone. */
  assignee: string;
}

/** The filter of that name in the address (`?filter=`); `all` for any other. */
const readFilter = (value: string | null): AdminFilter =>
  adminFilters.find(({ name }) => name === value)?.name ?? 'all';

/**
 * What is typed as it is searched for, or empty where the server would refuse it: too short, or no letter or digit in it. Signs of direction,
 * which the server drops, do not count.
 */
export function searchable(typed: string): string {
  const line = typed
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    // Half of a character that takes two units is `Cs`.
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  // A character outside of the basic plane is two units: half of one is none.
  const text = line
    .slice(0, limits.search.max)
    .replace(/\p{Cs}$/u, '')
    .trim();
  return text.length >= limits.search.min && /[\p{L}\p{N}]/u.test(text) ? text : '';
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const isId = (assignee: string) => uuid.test(assignee);

/** What the address says. A word in it that nobody knows is as if it were not there. */
export function readChosen(query: URLSearchParams): Chosen {
  const issue = query.get('issue') ?? '';
  const assignee = query.get('assignee') ?? '';
  return {
    filter: readFilter(query.get('filter')),
    q: searchable(query.get('q') ?? ''),
    issue: issueNames.includes(issue) ? issue : '',
    assignee: assignee === 'me' || assignee === 'none' || isId(assignee) ? assignee : '',
  };
}

/** The parameters of the address, and of the server's lists: those that narrow anything. */
export const queryOf = (chosen: Chosen): Partial<Chosen> =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => value !== '' && !(name === 'filter' && value === 'all')),
  );

/** Whether search or selects narrow what the filter shows. */
export const isNarrowed = ({ q, issue, assignee }: Chosen) => q !== '' || issue !== '' || assignee !== '';

/** Whether not all of the tehsil's reports are shown. */
export const isFiltered = (chosen: Chosen) => chosen.filter !== 'all' || isNarrowed(chosen);

/** The pages beside the dashboard that redirect to the sign-in. */
const beside = [pagePath('adminAudit'), pagePath('adminCounter'), pagePath('adminSettings'), pagePath('adminStaff')];

/** Where to go after a sign-in, by the navigation state: to such a page or the dashboard, as it was left. */
export function pathAfterSignIn(state: unknown): string {
  const { path, search } = Object(state) as { path?: unknown; search?: unknown };
  const query = new URLSearchParams(typeof search === 'string' ? search : '');
  const page = beside.find((one) => one === path);
  if (!page) return pagePath('adminDashboard', { ...queryOf(readChosen(query)), ...viewQuery(readView(query)) });
  const given = query.toString();
  return given === '' ? page : `${page}?${given}`;
}
