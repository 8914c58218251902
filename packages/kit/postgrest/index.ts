/** The closed subset of PostgREST's wire format that `/rest/v1` speaks. */
export { answerRows, answerUnchanged, type Page, type Rows } from './answer.ts';
export { readQuery } from './query.ts';
export { readRow } from './row.ts';
export type { RestQuery, RestTable } from './table.ts';
