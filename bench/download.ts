import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from '@tma/kit';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { openDownload } from '../services/reports/export/download.ts';
import { rowsOf } from '../services/reports/stores/admin-reports.store.ts';
import { exportQuery } from '../services/reports/stores/export.store.ts';
import { pairRatio, type Row, rateRows } from './measure.ts';
import { residentMegabytes } from './processes.ts';

const today = '2026-03-05';
/** How much memory a download of a million reports may take, in megabytes; all of them are several hundred. */
const mostMegabytes = 64;

/** How many reports a second become CSV, compared with `COPY` of the same query, and the memory that it takes. */
export async function downloadAgainstCopy(pool: Pool, tehsil: string, reports: number): Promise<Row[]> {
  const rows = rowsOf({ tehsil, conditions: {} });
  let bytes = 0;
  const nowhere = () =>
    new Writable({
      write(piece: Buffer, _encoding, done) {
        bytes += piece.length;
        done();
      },
    });
  const download = async () => pipeline(await openDownload(pool, { adminId: 'bench', rows, today }), nowhere());
  const rate = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return reports / ((performance.now() - begun) / 1000);
  };
  const copied = async () => {
    // Those of the pool give up after some seconds.
    const client = new pg.Client({ connectionString: pool.options.connectionString });
    await client.connect();
    try {
      await pipeline(client.query(copy.to(`copy (${copyText(rows)}) to stdout (format csv, header)`)), nowhere());
    } finally {
      await client.end();
    }
  };
  const pairs = await pairRatio(
    () => rate(copied),
    () => rate(download),
  );
  global.gc?.();
  const before = await residentMegabytes(process.pid);
  let most = before;
  const looking = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(process.pid));
  }, 50);
  bytes = 0;
  await download();
  clearInterval(looking);
  const names = {
    reference: 'rows of COPY of the same query',
    subject: 'rows of a CSV file',
    ratio: 'a CSV file to COPY',
  };
  return [
    ...rateRows(names, pairs, 0.3),
    {
      name: `memory that a CSV file of ${Math.round(bytes / 2 ** 20)} MB takes`,
      value: `${(most - before).toFixed(0)} MB`,
      goal: `<= ${mostMegabytes} MB`,
      met: most - before <= mostMegabytes,
    },
  ];
}

/** The query with its values in it: COPY takes no parameters. */
function copyText(rows: Parameters<typeof exportQuery>[0]): string {
  const { text, values } = exportQuery(rows, today);
  return text.replaceAll(/\$(\d+)/g, (_, place) => `'${String(values[Number(place) - 1]).replaceAll("'", "''")}'`);
}
