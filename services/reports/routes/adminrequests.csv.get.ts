import { Readable } from 'node:stream';
import type { Handler } from '@tma/kit';
import { create as disposition } from 'content-disposition';
import type { Reports } from '../context.ts';
import { openDownload } from '../export/download.ts';
import { conditionsOf, dayIn } from '../filters.ts';
import { searchOf } from '../search/words.ts';
import { rowsOf } from '../stores/admin-reports.store.ts';

type Needed = Pick<Reports, 'config' | 'downloads' | 'limits'>;

/** The tehsil's reports as a file for spreadsheets, as many as there are. */
export const downloadAdminReports =
  ({ config, downloads, limits }: Needed): Handler<'downloadAdminReports'> =>
  async ({ query: { filter, q }, caller }, request, reply) => {
    const today = dayIn(config.TIME_ZONE, new Date());
    reply.headers({
      'content-disposition': disposition(`reports-${caller.tehsil}-${today}.csv`),
      'cache-control': 'private, no-store',
      vary: 'authorization',
    });
    reply.type('text/csv; charset=utf-8');
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const search = searchOf(q);
    await limits.downloads.count(caller.id);
    const asked = { tehsil: caller.tehsil, conditions: conditionsOf(filter, today) };
    const reports = rowsOf(asked, search);
    return reply.send(await openDownload(downloads, { adminId: caller.id, reports, today }));
  };
