/** Queries of lists, as `publicReports` of reports takes them. A wrong parameter throws 400, which names it. */
import { limits, problems, readReference, statuses, time } from '@tma/contracts';
import { invalidField } from '@tma/kit';

type Given = string | string[] | undefined;

const dayMs = 24 * 3600 * 1000;
/** How far back lists go that name no dates. */
const usualDays = 90;
const since = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** An empty parameter counts as absent. */
const textOf = (given: string | undefined) => given?.trim() || undefined;

/** Several values are separated by commas, or the parameter is given several times. */
function listOf(given: Given): string[] | undefined {
  const all = [given ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter(Boolean);
  return all.length === 0 ? undefined : all;
}

/**
 * A moment of W3C's profile of ISO 8601; a day alone means the whole day (UTC). A plus sign that was not encoded in the
 * address arrives as a space.
 * @param of the `start` or the `end` of the day, minute or second that is given. It has to be the end where a range ends:
 *   answers have whole seconds, so that whoever continues with the last one misses nothing of it
 */
function momentOf(name: string, given: string | undefined, of: 'start' | 'end' = 'start'): string | undefined {
  const atEnd = of === 'end';
  const text = textOf(given)?.replace(/ (?=\d\d:\d\d$)/, '+');
  if (text === undefined) return undefined;
  const whole = text
    .replace(/^[\d-]{10}$/, `$&T${atEnd ? '23:59' : '00:00'}Z`)
    .replace(/T\d\d:\d\d(?=Z|[+-]|$)/, `$&${atEnd ? ':59' : ':00'}`)
    .replace(/T[\d:]{8}(?=Z|[+-]|$)/, `$&${atEnd ? '.999' : ''}`)
    .replace(/T[\d:.]+$/, '$&Z');
  const moment = time.safeParse(whole).success ? new Date(whole).toISOString() : '';
  // Beyond the year 9999 its zone alone may lead: then years have six digits and a sign, which nobody reads.
  if (whole < '1900' || !/^\d/.test(moment)) throw invalidField(name, 'must be like 2026-03-05T09:30:00Z');
  return moment;
}

function wholeNumber(name: string, given: string | undefined): number | undefined {
  const text = textOf(given);
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text) || Number(text) === 0) throw invalidField(name, 'must be a whole number above 0');
  return Number(text);
}

interface ListQuery {
  service_request_id?: Given;
  service_code?: Given;
  start_date?: string | undefined;
  end_date?: string | undefined;
  status?: Given;
  updated_after?: string | undefined;
  page?: string | undefined;
  page_size?: string | undefined;
  extensions?: string | undefined;
}

const wantsExtensions = (given: string | undefined) => textOf(given)?.toLowerCase() === 'true';

/**
 * The references among these texts; any other text is left out, as no report has it. The head of a request has room for one page of
 * them.
 */
function referencesIn(given: readonly string[]): string[] {
  const all = new Set(given.flatMap((text) => readReference(text) ?? []));
  if (all.size > limits.open311.page)
    throw invalidField('service_request_id', `must be ${limits.open311.page} at most`);
  return [...all];
}

/** @returns null where nothing can be found */
export function readQuery(query: ListQuery): Record<string, string> | null {
  const common = { limit: String(limits.open311.page), history: String(wantsExtensions(query.extensions)) };
  const ids = listOf(query.service_request_id);
  if (ids) {
    const references = referencesIn(ids);
    return references.length === 0 ? null : { ...common, references: references.join(',') };
  }
  const [from, to] = [momentOf('start_date', query.start_date), momentOf('end_date', query.end_date, 'end')];
  const changedAfter = momentOf('updated_after', query.updated_after);
  const hasDates = from ?? to ?? changedAfter;
  const given = {
    issues: codesIn('service_code', query.service_code, serviceCodes)?.join(','),
    statuses: codesIn('status', query.status, ['open', 'closed'])?.flatMap(statusesOf).join(','),
    from: hasDates ? from : since(usualDays),
    to,
    changedAfter,
  };
  const said = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...common, ...Object.fromEntries(said), ...pageOf(query) };
}

const serviceCodes = problems.map(({ code }) => code);

/** The codes of statuses by GeoReport's word. */
const statusesOf = (word: string) =>
  statuses.filter(({ phase }) => (phase === 'open') === (word === 'open')).map(({ code }) => code);

function codesIn(name: string, given: Given, known: readonly string[]): string[] | undefined {
  const codes = listOf(given)?.map((code) => code.toLowerCase());
  const wrong = codes?.find((code) => !known.includes(code));
  if (wrong !== undefined) throw invalidField(name, `must be of ${known.join(', ')}`);
  return codes && [...new Set(codes)];
}

function pageOf({ page, page_size }: ListQuery): { limit: string; offset: string } {
  const { page: most, maxOffset } = limits.open311;
  const limit = Math.min(wholeNumber('page_size', page_size) ?? most, most);
  const offset = ((wholeNumber('page', page) ?? 1) - 1) * limit;
  if (offset > maxOffset)
    throw invalidField('page', `goes no further than ${maxOffset} requests: narrow it by end_date`);
  return { limit: String(limit), offset: String(offset) };
}

/** What `publicUpdates` of reports is asked for. */
export function readUpdatesQuery({ start_date, end_date }: Pick<ListQuery, 'start_date' | 'end_date'>) {
  const [from, to] = [momentOf('start_date', start_date), momentOf('end_date', end_date, 'end')];
  return { from: from ?? since(usualDays), ...(to && { to }), newest: String(from === undefined) };
}
