import { withClient } from '../../infra/deploy/cluster.store.ts';
import type { Findings } from './findings.ts';
import type { KnownReport, Oracle } from './oracle.ts';
import type { FaultSystem } from './system.ts';
import { type OutboxRow, type ReportRow, reportsOf, wrongCounts } from './truth.store.ts';

/** Checks that each acknowledged report exists once, in its last acknowledged state, with its full history, and that the counts are exact. */
export async function checkReports(
  { running }: FaultSystem,
  oracle: Oracle,
  events: readonly OutboxRow[],
  found: Findings,
): Promise<void> {
  const { databases } = running();
  const owners = [...new Set(oracle.reports.map(({ by }) => by.id))];
  const rows = new Map(
    (await withClient(databases.reports, (client) => reportsOf(client, owners))).map((row) => [row.id, row]),
  );
  for (const report of oracle.reports) {
    const row = rows.get(report.id);
    if (row) compare(report, row, events, found);
    else found.lost.push(`the report ${report.id}`);
  }
  const known = new Set(oracle.reports.map(({ key }) => key));
  for (const { id, key } of rows.values()) {
    if (key === null) found.doubled.push(`the report ${id}, which has no key`);
  }
  const keys = [...rows.values()].map(({ key }) => key).filter((key) => key !== null && known.has(key));
  if (new Set(keys).size < keys.length) found.doubled.push('reports with the same key');
  found.doubled.push(...(await withClient(databases.reports, wrongCounts)));
}

function compare(report: KnownReport, row: ReportRow, events: readonly OutboxRow[], { lost, doubled }: Findings) {
  const { id, status, schedule, closure, etag, key, proofs, events: right } = report;
  if (row.key !== key) lost.push(`the report ${id} is not that of its key`);
  if (row.status !== status || row.schedule !== schedule) {
    lost.push(`a change of ${id}: ${row.status} ${row.schedule} instead of ${status} ${schedule}`);
  }
  if (row.closure !== closure || !row.isAsClosed)
    lost.push(`the closure of ${id}: ${row.closure} instead of ${closure}`);
  const versions = Number(JSON.parse(etag));
  if (row.version < versions) lost.push(`${versions - row.version} changes of ${id}`);
  if (row.version > versions) doubled.push(`${row.version - versions} changes of ${id}`);
  const entries = row.version + proofs.length;
  if (row.changes !== entries) lost.push(`the history of ${id}: ${row.changes} of ${entries}`);
  const types = events.filter((event) => event.key === id).map(({ type }) => type);
  if (types.join() !== right.join()) lost.push(`the events of ${id}: ${types.join()} instead of ${right.join()}`);
}
